import { count } from '../../../../reports/text/words.js';
import { stringifyJson } from '../../../../src/json/json.js';
import type { Change } from '../../../schemas/diff/change.js';
import type { SchemaDiff } from '../../../schemas/diff/diff.js';
import type { MessageDiff, Sender } from '../../../schemas/diff/messages.js';
import { brokenBy, partAt, wordsOf } from '../../../schemas/diff/words.js';

/** One change, as a person reads it. */
export interface ChangeLine {
  isBreaking: boolean;
  place: string;
  words: string;
  /** Whom it breaks. */
  breaks?: string;
  /** A value that shows it. */
  example?: string;
}

/** The changes of a message or a definition. */
export interface ChangeGroup {
  title: string;
  lines: ChangeLine[];
}

/** Longest example in a line, in characters. */
const WIDTH = 100;

/** The changes in groups: those of methods, then those of each message, then those of definitions that several messages have. */
export function groupsOf({ changes, messages, methods, errors, definitions }: SchemaDiff): ChangeGroup[] {
  const byDefinition = new Map<string, Change[]>();
  for (const change of changes)
    byDefinition.set(change.definition, [...(byDefinition.get(change.definition) ?? []), change]);
  const breaks = (name: string) => byDefinition.get(name)?.some(({ effect }) => effect === 'breaking') ?? false;
  const groups: ChangeGroup[] = [
    { title: 'Methods', lines: methods.map((one) => lineOf(one.method, one)) },
    { title: 'Errors', lines: errors.map((one) => lineOf(one.error, one)) },
  ];
  const shown = new Set<string>();
  const usedBy = (name: string) => messages.filter((one) => one.definition === name || one.uses.includes(name));
  const linesFor = (name: string) => {
    shown.add(name);
    return linesOf(byDefinition.get(name) ?? [], new Set(usedBy(name).map(({ sender }) => sender)));
  };
  for (const message of messages) {
    const { definition, uses } = message;
    const lines = usedBy(definition).length === 1 || !shown.has(definition) ? linesFor(definition) : [];
    // What no other message has is said here.
    for (const one of uses.filter((name) => usedBy(name).length === 1))
      lines.push(...linesFor(one).map((line) => ({ ...line, place: `${one}${line.place}` })));
    const elsewhere = uses.filter((name) => usedBy(name).length > 1);
    if (elsewhere.length > 0)
      lines.push({ isBreaking: elsewhere.some(breaks), place: '', words: `has ${elsewhere.join(', ')}, see below` });
    groups.push({ title: titleOf(message), lines });
  }
  for (const name of byDefinition.keys()) {
    if (shown.has(name)) continue;
    const isUsed = usedBy(name).length > 0 || messages.length === 0;
    groups.push({ title: isUsed ? name : `${name}, which no message names`, lines: linesFor(name) });
  }
  for (const [change, title] of [
    ['removed', 'Removed definitions'],
    ['added', 'Added definitions'],
  ] as const) {
    const names = definitions.filter((one) => one.change === change).map(({ name }) => name);
    if (names.length > 0) groups.push({ title, lines: [{ isBreaking: false, place: '', words: names.join(', ') }] });
  }
  return groups.filter(({ lines }) => lines.length > 0);
}

/** How much changed, in one line. */
export function totalsOf({ changes, methods, errors, messages }: SchemaDiff): string {
  const isBad = ({ effect }: { effect: string }) => effect === 'breaking';
  const unproven = changes.filter((one) => isBad(one) && one.proven === false).length;
  const bad = [...changes, ...methods, ...errors].filter(isBad).length;
  const harmless = new Set(
    changes.filter((one) => one.note !== undefined).map(({ definition, pointer }) => `${definition} ${pointer}`),
  ).size;
  const touched = messages.filter(isBreaking).length;
  const parts = [count(bad, 'breaking change')];
  if (unproven > 0) parts.push(`${unproven} of them not proven`);
  if (messages.length > 0) parts.push(`in ${touched} of ${count(messages.length, 'message')}`);
  return `${parts.join(', ').replace(', in', ' in')}; ${count(harmless, 'optional member')} added or removed`;
}

const isBreaking = ({ sent, received }: MessageDiff) => sent === 'breaking' || received === 'breaking';

function titleOf({ method, kind, sender }: MessageDiff): string {
  if (sender === 'unknown') return kind === 'error' ? `data of the error ${method}` : `${method} ${kind}`;
  const way = sender === 'both' ? 'both ways' : sender === 'client' ? 'client to server' : 'server to client';
  return `${method} ${kind}, ${way}`;
}

const lineOf = (place: string, { effect, note }: Pick<Change, 'effect'> & { note: string }): ChangeLine => ({
  isBreaking: effect === 'breaking',
  place,
  words: note,
});

/** A line for each breaking change, and for each optional member that came or went. */
function linesOf(changes: readonly Change[], senders: ReadonlySet<Sender>): ChangeLine[] {
  const said = new Set<string>();
  return changes.flatMap((change): ChangeLine[] => {
    const place = change.pointer;
    if (change.effect === 'compatible') {
      if (change.note === undefined || change.note.endsWith('alternatives') || said.has(place)) return [];
      said.add(place);
      return [{ isBreaking: false, place, words: wordsOf(change) }];
    }
    const shown = change.example === undefined ? undefined : shortened(stringifyJson(partAt(change)!));
    return [
      {
        isBreaking: true,
        place,
        words: wordsOf(change),
        breaks: `breaks ${brokenBy(change, senders)}${change.proven === false ? ', not proven' : ''}`,
        ...(shown === undefined ? {} : { example: shown }),
      },
    ];
  });
}

const shortened = (text: string) => (text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text);
