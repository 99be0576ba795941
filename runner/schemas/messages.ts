// What each side of a protocol sends, as definitions that are made of its method table: `ClientMessage` and `ServerMessage`.
import type { Json } from '../../src/json/json.js';
import { methodTable } from './methods.js';
import type { Group, Messages, Method, MethodTable, Schema } from './types.js';

type Side = 'client' | 'server';
const SIDES: readonly Side[] = ['client', 'server'];
const DIRECTION = { client: 'client-to-server', server: 'server-to-client' };
const OTHER: { [side in Side]: Side } = { client: 'server', server: 'client' };
const reference = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** The definition of what a side sends: `ClientMessage`. */
const nameOf = (side: Side) => (side === 'client' ? 'ClientMessage' : 'ServerMessage');

/** The methods that a side sends, each with its name. */
const sentBy = (side: Side, { methods }: MethodTable) =>
  Object.entries(methods).filter(([, { direction }]) => direction === DIRECTION[side] || direction === 'both');

/**
 * What a bundle is about at its root, as names of definitions: the messages of both sides; of a group without a method table, or whose table
 * is broken, all of its definitions.
 */
export function rootsOf({ defs }: Group): string[] {
  const messages = SIDES.map(nameOf).filter((name) => defs[name]);
  return messages.length > 0 ? messages : Object.keys(defs);
}

/**
 * The definitions of what each side sends, by name; none for a side that sends nothing, and for one of which the protocol itself defines what it
 * sends. The table has to be sound.
 */
export function messageDefinitions(group: Group): Group['defs'] {
  const table = methodTable(group);
  if (!table) return {};
  const made: Group['defs'] = {};
  for (const side of SIDES) {
    const definition = group.defs[nameOf(side)] ? undefined : messageOf(side, table, group);
    if (definition) made[nameOf(side)] = definition;
  }
  return made;
}

function messageOf(side: Side, table: MethodTable, { defs, methods }: Group): Schema | undefined {
  const { messages = {} } = methods!;
  const own = sentBy(side, table);
  const answered = sentBy(OTHER[side], table).filter(([, { kind }]) => kind === 'request');
  const results = [...new Set(answered.flatMap(([, entry]) => entry.results))];
  const branches = messages.bare
    ? [...new Set([...own.map(([, { params }]) => params!), ...results])].map(reference)
    : [
        ...own.map(([method, entry]) => (entry.message ? reference(entry.message) : callOf(method, entry, messages))),
        ...(results.length > 0 ? [successOf(results, messages)] : []),
      ];
  if (answered.length > 0) branches.push(failureOf(messages));
  if (branches.length === 0) return undefined;
  if (!messages.bare) branches.push(...(messages.also ?? []).map(reference));
  return {
    title: `Message of the ${side}`,
    description: descriptionOf(side, own.length > 0, answered.length > 0, messages),
    anyOf: branches,
    examples: examplesOf(own, results, messages, defs),
  };
}

function descriptionOf(side: Side, calls: boolean, answers: boolean, { bare }: Messages): string {
  if (bare) return `Any body that the ${side} sends.`;
  const parts = [
    ...(calls ? ['its requests and notifications'] : []),
    ...(answers ? [`its answers to requests of the ${OTHER[side]}`] : []),
  ];
  return `Any message that the ${side} sends: ${parts.join(', and ')}.`;
}

/** A request or a notification whose protocol defines only its params. */
function callOf(method: string, { kind, summary, params, paramsRequired }: Method, messages: Messages): Schema {
  const isRequest = kind === 'request';
  return {
    title: method,
    description: summary,
    type: 'object',
    required: ['jsonrpc', ...(isRequest ? ['id'] : []), 'method', ...(paramsRequired ? ['params'] : [])],
    properties: {
      jsonrpc: VERSION,
      ...(isRequest ? { id: idOf(messages) } : {}),
      method: { type: 'string', const: method, description: 'The method.' },
      params: reference(params!),
    },
  };
}

const VERSION = { type: 'string', const: '2.0', description: 'Version of JSON-RPC.' };

/** As a union: Ajv warns of several types in one schema. */
const ANY_ID: Schema = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] };

const idOf = ({ id }: Messages): Schema =>
  id === undefined ? { ...ANY_ID, description: 'Ties a response to its request.' } : reference(id);

function successOf(results: readonly string[], messages: Messages): Schema {
  return {
    title: 'Result response',
    description: 'The answer to a request that succeeded.',
    type: 'object',
    required: ['jsonrpc', 'id', 'result'],
    properties: {
      jsonrpc: VERSION,
      id: idOf(messages),
      result: {
        description: 'The result of the method that was asked for.',
        anyOf: results.map(reference),
      },
    },
  };
}

function failureOf(messages: Messages): Schema {
  if (messages.failure !== undefined) return reference(messages.failure);
  return {
    title: 'Error response',
    description: 'The answer to a request that failed.',
    type: 'object',
    required: ['jsonrpc', 'id', 'error'],
    properties: {
      jsonrpc: VERSION,
      id: { ...ANY_ID, description: 'The id of the request, or null where it could not be read.' },
      error: {
        description: 'Why it failed.',
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'integer', description: 'What kind of error it is.' },
          message: { type: 'string', description: 'The error in one short sentence.' },
          data: { description: 'Anything more.' },
        },
      },
    },
  };
}

const MOST_EXAMPLES = 3;

/** Some of the messages, made of the examples of their parts. */
function examplesOf(
  own: readonly [string, Method][],
  results: readonly string[],
  { bare, failure }: Messages,
  defs: Group['defs'],
): Json[] {
  const first = (name: string): Json => defs[name]!.examples?.[0] ?? null;
  const calls = own.map(([method, { kind, message, params }]): Json => {
    if (message !== undefined) return first(message);
    if (bare) return first(params!);
    return { jsonrpc: '2.0', ...(kind === 'request' ? { id: 1 } : {}), method, params: first(params!) };
  });
  const answers = results.map((name): Json => (bare ? first(name) : { jsonrpc: '2.0', id: 1, result: first(name) }));
  const examples = [...calls.slice(0, MOST_EXAMPLES), ...answers.slice(0, 1)];
  if (examples.length > 0) return examples;
  return [failure ? first(failure) : { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'no such method' } }];
}
