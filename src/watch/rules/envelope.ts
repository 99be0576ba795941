import { showValue } from '../../json/display.js';
import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { Issue } from '../finding.js';
import { type Facts, isUsableId } from '../memory.js';
import { type Definitions, onlySettings, type RuleMaker, SettingsError, textsOf } from '../rule.js';
import { isNoise } from './stdout.js';

/** The parts of the envelope that can be given to entries of their own, so that each proves its own requirement. */
const ASPECTS = [
  'batch',
  'version',
  'message',
  'shape',
  'id',
  'null-id',
  'response-id',
  'params',
  'error',
  'kind',
] as const;
type Aspect = (typeof ASPECTS)[number];

/** Aspects that belong to another one unless an entry claims them. */
const PARTS: ReadonlyMap<Aspect, Aspect> = new Map([
  ['message', 'shape'],
  ['response-id', 'id'],
]);

/**
 * `envelope`: every message is one JSON-RPC 2.0 object (sections 4, 4.2, 5, 5.1): `jsonrpc` is "2.0"; a request has an id
 * that is a string or an integer, never null; a response has exactly one of `result` and `error` and repeats an id, which an
 * error may lack or have as null where the request could not be read; an error has an integer code and a text; a batch is
 * no message. `kind`: what the method table calls a notification has no id, what it calls a request has one.
 *
 * `with.params` says what params may be: `any` (default), an object or an array, or `object` alone.
 *
 * `with.aspects` limits an entry to some of: batch, version, message (it is a call or a response), shape (a response has
 * either `result` or `error`), id (of a request), null-id (of a request, which JSON-RPC only advises against), response-id,
 * params, error, kind. An entry without it judges every aspect that no other entry claims. `shape` includes `message`, and
 * `id` includes `response-id`, unless another entry claims them.
 */
export const envelope: RuleMaker = (settings, { definitions, transport }, siblings) => {
  onlySettings(settings, ['aspects', 'params']);
  const { params = 'any' } = settings;
  if (params !== 'any' && params !== 'object') throw new SettingsError('`params` must be any or object');
  const own = aspectsOf(settings);
  const claimed = new Set(siblings.flatMap(aspectsOf));
  const all = new Set([...own, ...claimed]);
  const judges = new Set(
    own.length > 0 ? withParts(own, all) : ASPECTS.filter((aspect) => !isClaimed(aspect, claimed)),
  );
  return (facts) => {
    const { record, side } = facts;
    if (record.kind !== 'message' || facts.forgiven) return undefined;
    if (transport === 'stdio' && side === 'target' && isNoise(record)) return undefined;
    const found = facts.message ? ofObject(facts, definitions, params === 'object') : [ofOther(record.message as Json)];
    return { subject: side, issues: found.filter(({ aspect }) => judges.has(aspect)) };
  };
};

type Found = Issue & { aspect: Aspect };

function aspectsOf(settings: JsonObject): Aspect[] {
  const aspects = textsOf(settings, 'aspects');
  for (const aspect of aspects)
    if (!(ASPECTS as readonly string[]).includes(aspect))
      throw new SettingsError(`\`${aspect}\` is no aspect of the envelope; there are ${ASPECTS.join(', ')}`);
  return aspects as Aspect[];
}

/** The aspects of an entry, and those that belong to them because no entry claims them. */
function withParts(own: readonly Aspect[], claimed: ReadonlySet<Aspect>): Aspect[] {
  const parts = [...PARTS].filter(([part, whole]) => own.includes(whole) && !claimed.has(part));
  return [...own, ...parts.map(([part]) => part)];
}

function isClaimed(aspect: Aspect, claimed: ReadonlySet<Aspect>): boolean {
  const whole = PARTS.get(aspect);
  return claimed.has(aspect) || (whole !== undefined && claimed.has(whole));
}

function ofOther(message: Json): Found {
  if (Array.isArray(message))
    return { aspect: 'batch', key: 'batch', message: 'a batch; each message must stand alone' };
  return { aspect: 'message', key: 'scalar', message: `${showValue(message)} is no message; a message is an object` };
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
  return {
    // With an id it is a response that says nothing; without one nobody can say what it is.
    aspect: 'id' in message ? 'shape' : 'message',
    key: 'shape',
    message: 'neither `method` nor `result` nor `error`: no message of JSON-RPC',
  };
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
    const aspect = message.id === null ? 'null-id' : 'id';
    found.push({ aspect, key: 'request id', path: '/id', message: text, ...there(message.id) });
  } else if (shape === 'notification' && kind === 'request') {
    found.push({ aspect: 'kind', key: 'no id', path: '/id', message: `${method} is a request, yet it carries no id` });
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

/** What is missing an id because nothing it could answer had one is the business of other rules. */
function wrongResponseId({ addressee }: Facts, id: Json | undefined): Found[] {
  if (id !== undefined && id !== null) {
    const message = `the id of a response is ${showValue(id)}; it must be the string or integer of the request`;
    return [{ aspect: 'response-id', key: 'response id', path: '/id', message, actual: id }];
  }
  if (addressee !== 'request') return [];
  const message = `a response ${id === null ? 'whose id is null' : 'without id'}, although the request had one`;
  return [{ aspect: 'response-id', key: 'response id', path: '/id', message, ...there(id) }];
}

function ofError(error: Json | undefined): Found[] {
  if (!isObject(error as Json)) {
    const message = `\`error\` is ${showValue(error)}; it must be an object`;
    return [{ aspect: 'error', key: 'error', path: '/error', message, ...there(error) }];
  }
  const { code, message } = error as JsonObject;
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
