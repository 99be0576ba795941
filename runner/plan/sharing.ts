import { isObject, type Json, type JsonObject } from '../../src/json/json.js';
import { getPointer } from '../../src/json/pointer.js';
import type { Case, Step } from '../../src/language/case.js';
import type { Role } from '../../src/language/role.js';
import { stepsOf } from '../../src/language/steps.js';
import type { TransportName } from '../../src/language/target.js';

/**
 * What of its target a case may share with those before it: the connection to its process, the process with a connection of
 * its own, or nothing, and why not.
 */
export type Sharing = 'connection' | 'process' | { fresh: string };

/**
 * What a case may share, by its steps in the version that is spoken. A case that starts, stops, breaks or looks at its process has one
 * of its own. Over stdio a process is one connection, so the case must also begin it as all do.
 */
export function sharingOf(subject: Case, role: Role, transport: TransportName): Sharing {
  const steps = stepsOf(subject.steps);
  if (subject.fresh !== undefined) return { fresh: subject.fresh };
  if (role.side !== 'server') return { fresh: 'a client is started for each case' };
  if (steps.some(({ verb }) => verb === 'start' || verb === 'stop')) return { fresh: 'it starts or stops the target' };
  if (steps.some((step) => isAboutProcess(step, transport))) return { fresh: 'it is about the process' };
  if (transport !== 'stdio') return 'process';
  const { shares } = role;
  if (!shares) return { fresh: `a connection to ${role.role} serves one case` };
  if ('faults' in subject.peer) return { fresh: 'its peer breaks messages' };
  if (!chosenIds(subject.steps)) return { fresh: 'it chooses ids that only a run knows' };
  if (!opensPlainly(subject.steps, shares.once)) return { fresh: 'it does not open the connection as others do' };
  if (steps.some(({ verb, body }) => verb === 'expect' && isObject(body) && isOneOf(body.request, shares.keeps)))
    return { fresh: 'it answers what the target may keep for a connection' };
  if (shares.marks !== undefined && !steps.flatMap(sentBy).every((sent) => leaves(sent, shares.marks!)))
    return { fresh: 'it writes messages that decide how a connection is taken' };
  return 'connection';
}

/** Whether a step waits for the end of the process, looks at its ports, or over stdio closes its pipes. */
function isAboutProcess({ verb, body, on }: Step, transport: TransportName): boolean {
  if (verb === 'assert' && isObject(body) && 'ports' in body) return true;
  if (verb === 'close') return transport === 'stdio' && (on === undefined || on === 'main');
  // That a process goes on can be seen of one that serves others, too.
  return verb !== 'never' && mentionsExit(body);
}

/** Whether the selector of a step, or of what it has seen, is the exit of a process. */
const mentionsExit = (body: Json): boolean => isObject(body) && ('exit' in body || mentionsExit(body.seen ?? null));

/** Whether steps open a connection with the messages of `once` in their order, as the peer has them, and say nothing before and none twice. */
function opensPlainly(steps: readonly Step[], once: readonly string[]): boolean {
  const all = stepsOf(steps).flatMap(sentBy);
  const first = steps.flatMap(sentBy).slice(0, once.length);
  // What is said first may decide how a target takes all that follows.
  if (once.length === 0) return isRequest(steps.flatMap(sentBy)[0]);
  const isOpening = once.every((method, index) => methodOf(first[index]) === method && isPlain(first[index]!));
  return isOpening && once.every((method) => all.filter((one) => methodOf(one) === method).length === 1);
}

const isPlain = ({ params, extra, message }: JsonObject): boolean =>
  extra === undefined && message === undefined && (params === undefined || /^\$\{peer\.\w+\}$/.test(String(params)));

/** Whether the peer makes a whole request of it. */
const isRequest = (sent: JsonObject | undefined): boolean =>
  typeof sent?.request === 'string' && sent.extra === undefined && sent.raw === undefined;

const isOneOf = (method: Json | undefined, methods: readonly string[]): boolean =>
  typeof method === 'string' && methods.includes(method);

/** Whether a message is the peer's but for params, and what is at a place in it is left to the peer. */
function leaves(sent: JsonObject, marks: string): boolean {
  const isByHand = [sent.raw, sent.message, sent.extra].some((one) => one !== undefined);
  // What a target file says of a behavior is no more than that.
  const isOpen = typeof sent.params === 'string' && !sent.params.startsWith('${behavior.');
  return !isByHand && !isOpen && getPointer(sent, marks) === undefined;
}

const methodOf = (sent: JsonObject | undefined): Json | undefined =>
  sent?.request ?? sent?.notify ?? (isObject(sent?.message) ? sent.message.method : undefined);

/** The method of the first message after those of `once`, as far as it is known. */
export function firstAfterOpening(steps: readonly Step[], once: readonly string[]): string | undefined {
  const method = methodOf(steps.flatMap(sentBy)[once.length]);
  return typeof method === 'string' ? method : undefined;
}

/** The ids that steps choose for requests themselves; undefined if only a run knows them. */
export function chosenIds(steps: readonly Step[]): Json[] | undefined {
  const ids = stepsOf(steps)
    .flatMap(sentBy)
    .flatMap(({ message, extra, raw }) => [
      ...[...[message].flat().filter(isMessage), extra].flatMap((one) => idOf(one)),
      ...idsIn(textOf(raw)),
    ]);
  return ids.some((id) => typeof id === 'string' && id.includes('${')) ? undefined : ids;
}

/** The ids in a text that need not be JSON. */
const idsIn = (text: string): Json[] =>
  [...text.matchAll(/"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*"|\$\{)/g)].map(([, id = '']) => idFrom(id));

/** What is no JSON is an id of its own. */
function idFrom(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Bytes that are sent as they are, as far as they are written as text. */
function textOf(raw: Json | undefined): string {
  if (typeof raw === 'string') return raw;
  if (Array.isArray(raw)) return raw.map(textOf).join('');
  return isObject(raw) && Array.isArray(raw.$pieces) ? textOf(raw.$pieces[0]) : '';
}

const isMessage = (value: Json | undefined): boolean => isObject(value) && value.method !== undefined;

const idOf = (value: Json | undefined): Json[] => (isObject(value) && value.id !== undefined ? [value.id] : []);

function sentBy({ verb, body, on }: Step): JsonObject[] {
  if (on !== undefined && on !== 'main') return [];
  return verb === 'send' || verb === 'call' ? [body].flat().filter(isObject) : [];
}
