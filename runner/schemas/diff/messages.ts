import type { Bundle, JsonSchema } from '../../../src/schemas/json-schema.js';
import type { Both, Change, Compared } from './change.js';
import { nameIn } from './expand.js';
import { type ErrorTable, errorData } from './method-changes.js';
import type { KnownMethod, KnownMethods } from './methods.js';

/** Who sends a message; unknown if no file says it. */
export type Sender = 'client' | 'server' | 'both' | 'unknown';

/** A message of both versions, or the data of an error, and what changed in it. */
export interface MessageDiff {
  /** The name of the method, or of the error. */
  method: string;
  kind: 'request' | 'notification' | 'result' | 'error';
  sender: Sender;
  definition: string;
  sent: Change['effect'] | 'same';
  received: Change['effect'] | 'same';
  /** Definitions with changes of their own that the message has in it. */
  uses: string[];
}

/** The definitions of the message of a method, and of its results. */
interface Roles {
  request: string | undefined;
  result: string | undefined;
}

/**
 * Both bundles with a definition under the same name for each message of both versions: a message whose definition has another name now, or
 * that has other results, gets one under the name of its method.
 */
export function withMessages(
  old: Bundle,
  now: Bundle,
  methods: Both<KnownMethods>,
  errors: Both<ErrorTable>,
): Both<Bundle> {
  const added: Both<{ [name: string]: JsonSchema }> = { old: {}, now: {} };
  for (const method of shared(methods)) {
    const [before, after] = [methods.old[method]!, methods.now[method]!];
    const roles = rolesOf(method, before, after);
    if (roles.request === method) {
      added.old[method] = reference(requestOf(before)!);
      added.now[method] = reference(requestOf(after)!);
    }
    if (roles.result === resultName(method)) {
      added.old[roles.result] = { anyOf: before.results.map(reference) };
      added.now[roles.result] = { anyOf: after.results.map(reference) };
    }
  }
  for (const data of errorData(errors))
    if (data.old !== data.now) {
      added.old[dataName(data.error)] = reference(data.old);
      added.now[dataName(data.error)] = reference(data.now);
    }
  const both = ({ $defs }: Bundle, more: { [name: string]: JsonSchema }): Bundle => ({ $defs: { ...$defs, ...more } });
  return { old: both(old, added.old), now: both(now, added.now) };
}

/** The messages of both versions, with what the comparison of all definitions says of each. */
export function messagesOf(
  bundles: Both<Bundle>,
  methods: Both<KnownMethods>,
  errors: Both<ErrorTable>,
  compared: ReadonlyMap<string, Compared>,
): MessageDiff[] {
  const all: MessageDiff[] = [];
  for (const method of shared(methods)) {
    const [before, after] = [methods.old[method]!, methods.now[method]!];
    const roles = rolesOf(method, before, after);
    const sender = senderOf(after.direction ?? before.direction);
    const answers = sender === 'client' ? 'server' : sender === 'server' ? 'client' : sender;
    const add = (definition: string | undefined, kind: MessageDiff['kind'], from: Sender) => {
      if (definition === undefined || !compared.has(definition)) return;
      all.push({ method, kind, sender: from, definition, ...verdictOn(definition, compared) });
    };
    add(roles.request, after.kind, sender);
    add(roles.result, 'result', answers);
  }
  for (const { error, old, now } of errorData(errors)) {
    const definition = old === now ? now : dataName(error);
    if (compared.has(definition))
      all.push({ method: error, kind: 'error', sender: 'unknown', definition, ...verdictOn(definition, compared) });
  }
  const isAnswer = ({ kind }: MessageDiff) => kind === 'result';
  const known = new Set<string>();
  return all.filter((one) => {
    // One empty result is that of many methods.
    const key =
      isAnswer(one) && one.uses.length === 0 ? `${one.sender} ${one.definition}` : `${one.method} ${one.kind}`;
    if (known.has(key) && (one.sent === 'same' || isAnswer(one))) return false;
    known.add(key);
    return Object.hasOwn(bundles.now.$defs, one.definition);
  });
}

function senderOf(direction: KnownMethod['direction']): Sender {
  if (direction === undefined || direction === 'both') return direction ?? 'unknown';
  return direction === 'client-to-server' ? 'client' : 'server';
}

function verdictOn(name: string, compared: ReadonlyMap<string, Compared>) {
  const inside = new Set<string>();
  const visit = (one: string) => {
    if (inside.has(one)) return;
    inside.add(one);
    for (const next of compared.get(one)?.through ?? []) visit(next);
  };
  visit(name);
  const changes = [...inside].flatMap((one) => compared.get(one)?.changes ?? []);
  const effectOf = (direction: Change['direction']) => {
    const some = changes.filter((one) => one.direction === direction);
    if (some.length === 0) return 'same' as const;
    return some.some(({ effect }) => effect === 'breaking') ? ('breaking' as const) : ('compatible' as const);
  };
  const uses = [...inside].filter((one) => one !== name && (compared.get(one)?.changes.length ?? 0) > 0).sort();
  return { sent: effectOf('sent'), received: effectOf('received'), uses };
}

/**
 * Definitions that list the messages of a protocol, such as every request of a client. They are compared by their methods, so they are
 * no definitions of their own.
 */
export function listsOfMessages({ old, now }: Both<Bundle>, methods: Both<KnownMethods>): Set<string> {
  const messages = new Set(
    [methods.old, methods.now].flatMap((table) =>
      Object.values(table).flatMap((entry) => [entry.message, entry.params, ...entry.results]),
    ),
  );
  const isList = (schema: JsonSchema | undefined) => {
    const branches = typeof schema === 'object' ? (schema.anyOf ?? schema.oneOf ?? []) : [];
    const known = branches.filter((one) => typeof one === 'object' && messages.has(nameIn(one.$ref ?? '')));
    return branches.length > 1 && known.length * 2 > branches.length;
  };
  const names = Object.keys(old.$defs).filter((name) => isList(old.$defs[name]) && isList(now.$defs[name]));
  return new Set(names.filter((name) => !messages.has(name)));
}

const shared = ({ old, now }: Both<KnownMethods>) => Object.keys(old).filter((method) => now[method] !== undefined);

const requestOf = ({ message, params }: KnownMethod) => message ?? params;

const dataName = (error: string) => `data of ${error}`;

const resultName = (method: string) => `${method} result`;

function rolesOf(method: string, old: KnownMethod, now: KnownMethod): Roles {
  const [before, after] = [requestOf(old), requestOf(now)];
  const request = before === undefined || after === undefined ? undefined : before === after ? before : method;
  const isSame = old.results.length === now.results.length && old.results.every((one) => now.results.includes(one));
  if (old.results.length === 0 || now.results.length === 0) return { request, result: undefined };
  const named = old.results.find((one) => now.results.includes(one));
  if ((old.found || now.found) && named !== undefined) return { request, result: named };
  return { request, result: isSame && now.results.length === 1 ? now.results[0] : resultName(method) };
}

const reference = (name: string): JsonSchema => ({
  $ref: `#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
});
