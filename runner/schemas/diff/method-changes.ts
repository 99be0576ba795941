import type { ErrorCode, MethodsFile } from '../../../src/generated/types/methods-v1.js';
import type { Both, Change } from './change.js';
import type { KnownMethod, KnownMethods } from './methods.js';

/** A method that only one version has, or of which another side, another kind or another capability is said now. */
export interface MethodChange {
  method: string;
  change: 'added' | 'removed' | 'direction' | 'kind' | 'capability';
  direction: Change['direction'];
  effect: Change['effect'];
  note: string;
}

/** An error code that only one version has, or of which something else is said now. */
export interface ErrorChange {
  /** The name of the error in the newest version that has it. */
  error: string;
  code: number;
  change: 'added' | 'removed' | 'code' | 'name' | 'data' | 'methods';
  direction: Change['direction'];
  effect: Change['effect'];
  note: string;
}

/** Methods that only one version has, and those that others send now, or that are answered now. */
export function methodChanges({ old, now }: Both<KnownMethods>): MethodChange[] {
  const changes: MethodChange[] = [];
  for (const [method, entry] of Object.entries(old)) {
    const after = now[method];
    if (after) changes.push(...changesOf(method, entry, after));
    else
      changes.push({
        method,
        change: 'removed',
        direction: 'received',
        effect: 'breaking',
        note: `removed ${entry.kind}: an older side still sends it, and a newer one does not know it`,
      });
  }
  for (const [method, entry] of Object.entries(now))
    if (!old[method])
      changes.push({
        method,
        change: 'added',
        direction: 'sent',
        effect: 'compatible',
        note: `added ${entry.kind}, ${gateOf(entry) ?? 'which an older side does not know'}`,
      });
  return changes;
}

function changesOf(method: string, entry: KnownMethod, after: KnownMethod): MethodChange[] {
  const changes: MethodChange[] = [];
  const gains = after.direction === 'both' && entry.direction !== 'both';
  // A file that does not say who sends a message says nothing else than the other version.
  if (after.direction && entry.direction && after.direction !== entry.direction)
    changes.push({
      method,
      change: 'direction',
      direction: gains ? 'sent' : 'received',
      effect: gains ? 'compatible' : 'breaking',
      note: `${entry.direction}, now ${after.direction}`,
    });
  if (after.kind !== entry.kind)
    changes.push({
      method,
      change: 'kind',
      direction: 'received',
      effect: 'breaking',
      note: `${entry.kind}, now ${after.kind}`,
    });
  const [before, gate] = [gateOf(entry), gateOf(after)];
  if (before !== gate && !entry.found && !after.found)
    changes.push({
      method,
      change: 'capability',
      direction: 'received',
      effect: gate === undefined ? 'compatible' : 'breaking',
      note: gate === undefined ? `no longer ${before}` : `now ${gate}${before === undefined ? '' : `, was ${before}`}`,
    });
  return changes;
}

const gateOf = ({ capability }: KnownMethod): string | undefined =>
  capability && `behind the capability ${capability.pointer} of the ${capability.side}`;

/** The errors of a protocol by name. */
export type ErrorTable = MethodsFile['errors'];

/**
 * What changed of error codes. Every receiver of JSON-RPC has to expect codes that it does not know, and an error without data (section 5.1),
 * so a code that comes or goes breaks nobody. A code that means something else now, or an error under another code, does.
 */
export function errorChanges(errors: Both<ErrorTable>, methods: Both<KnownMethods>): ErrorChange[] {
  const changes: ErrorChange[] = [];
  const byCode = (table: ErrorTable) =>
    new Map(Object.entries(table).map(([name, one]) => [one.code, { name, ...one }]));
  const [old, now] = [byCode(errors.old), byCode(errors.now)];
  const moved = new Set<number>();
  for (const [code, { name, meaning }] of old) {
    const other = errors.now[name];
    if (other && other.code !== code) {
      moved.add(other.code);
      changes.push({
        ...{ error: name, code: other.code, change: 'code', direction: 'sent', effect: 'breaking' },
        note: `code ${other.code}, was ${code}: an older side does not recognize it`,
      });
    } else if (!now.has(code))
      changes.push({
        ...{ error: name, code, change: 'removed', direction: 'received', effect: 'compatible' },
        note: `code ${code} removed: ${meaning}`,
      });
  }
  for (const [code, after] of now) {
    const before = old.get(code);
    if (before) changes.push(...sameCode(before, after, methods));
    else if (!moved.has(code))
      changes.push({
        ...{ error: after.name, code, change: 'added', direction: 'sent', effect: 'compatible' },
        note: `code ${code} added: ${after.meaning}`,
      });
  }
  return changes;
}

type Named = ErrorCode & { name: string };

/** The definitions of the data of each error that both versions define data of, by the code of the error. */
export function errorData({ old, now }: Both<ErrorTable>): { error: string; old: string; now: string }[] {
  return Object.entries(now).flatMap(([error, { code, data }]) => {
    const before = Object.values(old).find((one) => one.code === code)?.data;
    return data === undefined || before === undefined ? [] : [{ error, old: before, now: data }];
  });
}

function sameCode(before: Named, after: Named, methods: Both<KnownMethods>): ErrorChange[] {
  const changes: ErrorChange[] = [];
  const { name, code } = after;
  const add = (change: ErrorChange['change'], effect: Change['effect'], note: string) =>
    changes.push({ error: name, code, change, direction: 'sent', effect, note });
  if (before.name !== name && before.meaning !== after.meaning)
    add('name', 'breaking', `code ${code} was ${before.name}: an older side takes it for that`);
  if (before.data === undefined && after.data !== undefined) add('data', 'compatible', `data defined: ${after.data}`);
  if (before.data !== undefined && after.data === undefined)
    add('data', 'compatible', `data no longer defined, was ${before.data}`);
  const answers = (table: KnownMethods, error: string) =>
    new Set(Object.keys(table).filter((method) => table[method]!.errors.includes(error)));
  const [first, second] = [answers(methods.old, before.name), answers(methods.now, name)];
  const isShared = (method: string) => methods.old[method] !== undefined && methods.now[method] !== undefined;
  const gained = [...second].filter((method) => !first.has(method) && isShared(method));
  const lost = [...first].filter((method) => !second.has(method) && isShared(method));
  if (gained.length > 0) add('methods', 'compatible', `now also of ${gained.join(', ')}`);
  if (lost.length > 0) add('methods', 'compatible', `no longer of ${lost.join(', ')}`);
  return changes;
}
