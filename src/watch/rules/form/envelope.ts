import { showValue } from '../../../json/display.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Issue } from '../../finding.js';
import { isUsableId } from '../../ids.js';
import type { Facts } from '../../memory.js';
import { type Definitions, onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';
import { isNoise } from './stdout.js';

/** The parts of the envelope that can be given to entries of their own, so that each proves its own requirement. */
const ASPECTS = [
  ...(['batch', 'version', 'shape', 'message', 'id', 'null-id', 'fraction-id', 'missing-id', 'response-id'] as const),
  ...(['params', 'error', 'kind'] as const),
] as const;
type Aspect = (typeof ASPECTS)[number];

/** Aspects that belong to another one unless some entry claims them. */
const PART_OF: { readonly [aspect in Aspect]?: Aspect } = {
  message: 'shape',
  'missing-id': 'kind',
  'fraction-id': 'id',
  'response-id': 'id',
};

/**
 * `envelope`: every message is one JSON-RPC 2.0 object (sections 4, 4.2, 5, 5.1): `jsonrpc` is "2.0"; a request has an id
 * that is a string or an integer, never null; a response has exactly one of `result` and `error` and repeats an id, which an
 * error may lack or have as null where the request could not be read; an error has an integer code and a text; a batch is
 * no message. `kind`: what the method table calls a notification has no id, what it calls a request has one.
 *
 * `with.params` says what params may be: `any` (default), an object or an array, or `object` alone.
 *
 * `with.aspects` limits an entry to some of: batch, version, shape, message (what is no message at all; part of shape unless an entry
 * names it), id, null-id and fraction-id (of a request, which JSON-RPC only advises against; the latter else part of id), missing-id (of
 * a request; else part of kind), response-id (else part of id), params, error, kind. An entry without it judges every aspect that no
 * other entry claims.
 */
export const envelope: RuleMaker = (settings, { definitions, transport }, siblings) => {
  onlySettings(settings, ['aspects', 'params']);
  const { params = 'any' } = settings;
  if (params !== 'any' && params !== 'object') throw new SettingsError('`params` must be any or object');
  const own = aspectsOf(settings);
  const claimed = new Set(siblings.flatMap(aspectsOf));
  const isOwn = (aspect: Aspect): boolean => {
    const whole = PART_OF[aspect];
    if (whole !== undefined && !claimed.has(aspect)) return isOwn(whole);
    return own.length > 0 ? own.includes(aspect) : !claimed.has(aspect);
  };
  const judges = new Set(ASPECTS.filter(isOwn));
  return (facts) => {
    const { record, side } = facts;
    if (record.kind !== 'message' || facts.forgiven) return undefined;
    if (transport === 'stdio' && side === 'target' && isNoise(record)) return undefined;
    const found = facts.message ? ofObject(facts, definitions, params === 'object') : [ofOther(record.message!)];
    return { subject: side, issues: found.filter(({ aspect }) => judges.has(aspect)) };
  };
};

/** The code of an error about what could not be read (JSON-RPC 2.0, section 5.1). */
const PARSE_ERROR = -32700;

type Found = Issue & { aspect: Aspect };

function aspectsOf(settings: JsonObject): Aspect[] {
  const aspects = textsOf(settings, 'aspects');
  for (const aspect of aspects)
    if (!(ASPECTS as readonly string[]).includes(aspect))
      throw new SettingsError(`\`${aspect}\` is not an aspect of the envelope; there are ${ASPECTS.join(', ')}`);
  return aspects as Aspect[];
}

function ofOther(message: Json): Found {
  if (Array.isArray(message))
    return { aspect: 'batch', key: 'batch', message: 'a batch; each message must stand alone' };
  return {
    aspect: 'message',
    key: 'scalar',
    message: `${showValue(message)} is not a message; a message is an object`,
  };
}

function ofObject(facts: Facts, definitions: Definitions, named: boolean): Found[] {
  const message = facts.message!;
  // What is no kind of message lacks everything else as well; that is one mistake.
  if (facts.shape === 'invalid') return [wrongShape(message)];
  const version = message.jsonrpc === '2.0' ? [] : [wrongVersion(message.jsonrpc)];
  return [
    ...version,
    ...(facts.shape === 'response' ? ofResponse(facts, message) : ofCall(facts, message, definitions, named)),
  ];
}

function wrongVersion(actual: Json | undefined): Found {
  const message = actual === undefined ? '`jsonrpc` is missing' : `\`jsonrpc\` is ${showValue(actual)}, not "2.0"`;
  return { aspect: 'version', key: 'version', path: '/jsonrpc', message, expected: '2.0', ...there(actual) };
}

function wrongShape(message: JsonObject): Found {
  if ('method' in message) {
    const text = `\`method\` is ${showValue(message.method)}, not a text`;
    return { aspect: 'message', key: 'method', path: '/method', message: text, ...there(message.method) };
  }
  const isAnswer = message.jsonrpc === '2.0' && isUsableId(message.id);
  if (isAnswer)
    return {
      aspect: 'shape',
      key: 'shape',
      message: 'neither `method` nor `result` nor `error`: no message of JSON-RPC',
    };
  const lacks =
    'error' in message || 'result' in message
      ? '`jsonrpc`, `id` and `method` are missing'
      : 'neither `method` nor `result` nor `error`';
  return { aspect: 'message', key: 'no message', message: `${lacks}: no message of JSON-RPC` };
}

function ofCall({ shape, method }: Facts, message: JsonObject, definitions: Definitions, named: boolean): Found[] {
  const found: Found[] = [];
  for (const name of ['result', 'error'])
    if (name in message)
      found.push({
        aspect: 'message',
        key: `${name} beside method`,
        path: `/${name}`,
        message: `\`${name}\` beside \`method\``,
      });
  const kind = definitions.method(method ?? '')?.kind;
  if (shape === 'request' && kind === 'notification') {
    const text = `${method} is a notification, yet it carries an id`;
    found.push({ aspect: 'kind', key: 'id on notification', path: '/id', message: text, ...there(message.id) });
  } else if (shape === 'request' && !isUsableId(message.id)) {
    const text = `the id of a request is ${showValue(message.id)}; it must be a string or an integer`;
    const aspect = message.id === null ? 'null-id' : typeof message.id === 'number' ? 'fraction-id' : 'id';
    found.push({ aspect, key: 'request id', path: '/id', message: text, ...there(message.id) });
  } else if (shape === 'notification' && kind === 'request') {
    found.push({
      aspect: 'missing-id',
      key: 'no id',
      path: '/id',
      message: `${method} is a request, yet it carries no id`,
    });
  }
  const { params } = message;
  if (params !== undefined && !isObject(params) && (named || !Array.isArray(params))) {
    const text = `\`params\` is ${showValue(params)}; it must be an object${named ? '' : ', or an array'}`;
    found.push({ aspect: 'params', key: 'params', path: '/params', message: text, actual: params });
  }
  return found;
}

function ofResponse(facts: Facts, message: JsonObject): Found[] {
  const found: Found[] = [];
  if ('result' in message && 'error' in message)
    found.push({ aspect: 'shape', key: 'both', message: 'a response with both `result` and `error`' });
  const { id, error } = message;
  if (!isUsableId(id)) found.push(...wrongResponseId(facts, id));
  if ('error' in message) found.push(...ofError(error));
  return found;
}

/** An error that says that its request could not be read has no id to repeat; that the request stays unanswered is another matter. */
function isUnread(message: JsonObject | undefined): boolean {
  return isObject(message?.error) && message!.error.code === PARSE_ERROR;
}

/** What is missing an id because nothing it could answer had one is the business of other rules. */
function wrongResponseId({ addressee, message: answered }: Facts, id: Json | undefined): Found[] {
  if (id !== undefined && id !== null) {
    const message = `the id of a response is ${showValue(id)}; it must be the string or integer of the request`;
    return [{ aspect: 'response-id', key: 'response id', path: '/id', message, actual: id }];
  }
  if (addressee !== 'request' || isUnread(answered)) return [];
  const message = `a response ${id === null ? 'whose id is null' : 'without id'}, although a request was waiting for its answer`;
  return [{ aspect: 'response-id', key: 'response id', path: '/id', message, ...there(id) }];
}

function ofError(error: Json | undefined): Found[] {
  if (!isObject(error)) {
    const message = `\`error\` is ${showValue(error)}; it must be an object`;
    return [{ aspect: 'error', key: 'error', path: '/error', message, ...there(error) }];
  }
  const { code, message } = error;
  const found: Found[] = [];
  const wrong = (path: string, text: string, actual: Json | undefined) =>
    found.push({ aspect: 'error', key: path, path, message: text, ...there(actual) });
  if (typeof code !== 'bigint' && !(typeof code === 'number' && Number.isInteger(code)))
    wrong('/error/code', `the code of an error is ${showValue(code)}; it must be an integer`, code);
  if (typeof message !== 'string')
    wrong('/error/message', `the message of an error is ${showValue(message)}; it must be a text`, message);
  return found;
}

function there(actual: Json | undefined): { actual?: Json } {
  return actual === undefined ? {} : { actual };
}
