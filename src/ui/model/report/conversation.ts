import type { Line } from '../../../generated/types/control-v1.js';
import type { CaseResult, Check, Finding, Record } from '../../../generated/types/report-v1.js';
import { isObject, type Json, type JsonObject, stringifyJson } from '../../../json/json.js';
import { Entry } from '../entry.js';
import type { Mark } from '../message/json-lines.js';
import { visible } from '../visible.js';
import { brokenIn } from './cases.js';

/** A row of the picture of a conversation. */
export type Row =
  | { kind: 'record'; entry: Entry; chosen: readonly string[]; why?: string }
  | { kind: 'gap'; count: number }
  | { kind: 'missing'; entry: Entry };

/** The excerpt of a case as a picture: its records, what is left out between them, and the reply that never came. */
export function conversationOf(result: CaseResult): Row[] {
  const { transcript = [], leftOut = [], role } = result;
  const origin = { by: 'run', roles: { kit: '', target: role } } as const;
  const broken = brokenIn(result);
  const gaps = new Map(leftOut.map(({ before, count }) => [before, count]));
  const open = new Map<string, Entry>();
  const exchanges = new Map<string, Entry>();
  const rows: Row[] = [];
  for (const [index, record] of transcript.entries()) {
    const gap = gaps.get(record.seq);
    if (gap !== undefined) rows.push({ kind: 'gap', count: gap });
    const asked = open.get(`${record.from === 'kit' ? 'target' : 'kit'}\0${idOf(record)}`);
    const isHead = record.http?.status !== undefined && record.kind === 'http';
    const request = isReply(record) ? asked : isHead ? exchanges.get(exchangeOf(record)) : undefined;
    const about = broken.filter((check) => isAbout(check, record) || record.wrong !== undefined);
    const line: Line = {
      index,
      ...(request ? { replyTo: request.index } : {}),
      summary: summaryOf(record),
      line: { type: 'message', record, findings: about.map(findingOf) },
    };
    const entry = new Entry(line, origin, request);
    if (request) request.reply = index;
    if (record.from === 'kit') exchanges.set(exchangeOf(record), entry);
    if (entry.kind === 'request') open.set(`${record.from}\0${idOf(record)}`, entry);
    const [first] = about;
    rows.push({ kind: 'record', entry, chosen: chosenOf(record), ...(first ? { why: whyOf(first, record) } : {}) });
  }
  const atEnd = gaps.get(undefined);
  if (atEnd !== undefined) rows.push({ kind: 'gap', count: atEnd });
  const waited = broken.some(({ silence }) => silence === true);
  const missing = [...open.values()].findLast((entry) => entry.record?.from === 'kit' && entry.reply === undefined);
  if (waited && missing) rows.push({ kind: 'missing', entry: missing });
  // What came after the excerpt is not known here: only a wait that ran out says that a reply never came.
  for (const row of rows)
    if (row.kind === 'record' && !(waited && row.entry === missing)) row.entry.reply ??= row.entry.index;
  return rows;
}

/** What a request and the head of its response have in common. */
const exchangeOf = ({ channel, stream = '' }: Record): string => `${channel}\0${stream}`;

const idOf = ({ message }: Record): string =>
  isObject(message) && message.id !== undefined ? stringifyJson(message.id) : '';
const isReply = ({ message }: Record): boolean =>
  isObject(message) && message.id !== undefined && message.method === undefined;

/** Whether a check, or one of its differences, names a record. */
const isAbout = ({ seq, differences = [] }: Check, record: Record): boolean =>
  seq === record.seq || differences.some((one) => one.seq === record.seq);

const findingOf = ({ requirement, level, message = '' }: Check): Finding => ({
  ...{ rule: requirement, requirement, level, blame: 'target', label: 'invalid', message },
});

/** What is wrong with a record, in a few words. */
function whyOf(check: Check, record: Record): string {
  const difference = check.differences?.find(({ seq }) => seq === undefined || seq === record.seq);
  return short(difference?.message ?? check.message ?? check.text ?? '', 90);
}

/** What a step itself chose of a message that is otherwise sent as usual: `origin: https://evil.example`. */
function chosenOf(record: Record): string[] {
  return (record.set ?? []).slice(0, 3).flatMap((pointer) => {
    const tokens = pointer
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
    let value: Json | undefined = { ...(isObject(record.message) ? record.message : {}), ...record } as Json;
    for (const token of tokens) value = isObject(value) ? value[token] : undefined;
    const name = tokens.at(-1) ?? '';
    return [value === undefined ? `without ${name}` : `${name}: ${short(plain(value), 60)}`];
  });
}

/** Longest text beside a method, in characters. */
const LONGEST = 72;

/** What stands in the picture beside the method: the members that tell most, whatever the method is. */
function summaryOf({ message, http, kind, problem, body, sse, frame, closed, exit, text }: Record): string {
  if (problem !== undefined) return short(problem, LONGEST);
  if (kind === 'http' && http !== undefined) {
    if (typeof http.path === 'string') return short(http.path, LONGEST);
    const headers = http.headers as JsonObject | undefined;
    return short(String(headers?.['content-type'] ?? ''), LONGEST);
  }
  if (isObject(message)) {
    const { error } = message;
    if (isObject(error)) return short(`error ${plain(error.code ?? null)} ${plain(error.message ?? '')}`, LONGEST);
    const inner = message.params ?? message.result;
    return inner === undefined ? '' : short(membersOf(inner), LONGEST);
  }
  const rest = message ?? body ?? sse ?? frame ?? closed ?? exit ?? text;
  return rest === undefined ? '' : short(membersOf(rest), LONGEST);
}

function membersOf(value: Json): string {
  if (!isObject(value)) return plain(value);
  return Object.entries(value)
    .slice(0, 6)
    .map(([name, inner]) => `${name} ${plain(inner)}`)
    .join(', ');
}

function plain(value: Json): string {
  if (typeof value === 'string') return `“${value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value}”`;
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.length}]`;
  if (isObject(value)) return Object.keys(value).length === 0 ? '{}' : '{…}';
  return stringifyJson(value);
}

function short(text: string, width: number): string {
  const characters = [...text.slice(0, 2 * width + 2)];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

/** A record as the page shows it, with what is wrong in it. */
export interface ShownRecord {
  record: Record;
  value: Json;
  marks: Mark[];
}

/** How many records of a case are shown whole. */
const SHOWN = 3;

/** The records that a case failed by, each with its marks. */
export function wrongRecords(result: CaseResult): ShownRecord[] {
  const broken = brokenIn(result);
  const wrong = (result.transcript ?? []).filter(
    (record) => record.wrong !== undefined || broken.some((check) => isAbout(check, record)),
  );
  return wrong.slice(0, SHOWN).map((record) => shownRecord(record, broken));
}

function shownRecord(record: Record, broken: readonly Check[]): ShownRecord {
  const marks = broken.flatMap((check) => marksOf(check, record));
  const part = partOf(record, marks[0]?.pointer ?? '');
  const value = (record as unknown as JsonObject)[part] ?? null;
  return {
    record,
    value,
    marks: marks.flatMap((mark) => {
      const [, first = ''] = mark.pointer.split('/', 2);
      return first === part ? [{ ...mark, pointer: mark.pointer.slice(part.length + 1) }] : [{ ...mark, pointer: '' }];
    }),
  };
}

/** The member of a record that is shown: the one that the first mark is in. */
function partOf(record: Record, pointer: string): string {
  const [, first = ''] = pointer.split('/', 2);
  if (first !== '' && Object.hasOwn(record, first)) return first;
  const parts = ['message', record.kind, 'text', 'body', 'bytes', 'kind'];
  return parts.find((name) => Object.hasOwn(record, name))!;
}

function marksOf(check: Check, record: Record): Mark[] {
  const why = visible(check.message?.split('\n')[0] ?? '');
  if (record.wrong !== undefined) {
    const whole = record.message === undefined ? record.wrong : `/message${record.wrong}`;
    return [{ pointer: whole, tone: 'bad', why }];
  }
  const differences = (check.differences ?? []).filter(({ seq = check.seq }) => seq === record.seq);
  if (differences.length > 0)
    return differences.map((one) => ({
      pointer: one.pointer ?? (record.message === undefined ? one.path : `/message${one.path}`),
      tone: 'bad',
      why: visible(one.message),
    }));
  return check.seq === record.seq ? [{ pointer: '', tone: 'bad', why }] : [];
}
