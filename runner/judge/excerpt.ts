import type { Driven } from '../../src/conversation/case/drive.js';
import { isObject } from '../../src/json/json.js';
import { idKey } from '../../src/jsonrpc/ledger.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { CaseResult, LeftOut } from '../events.js';

/** How many records before the end are shown, whatever they are about. */
const LAST = 10;

/**
 * What of a conversation shows why a case did not hold: the records that broke it, the last ones of the channel up to there, the requests
 * that they belong to, and what opened the streams that carried them. With how many records are left out, and where.
 */
export function excerptOf({
  records,
  ending,
  judged,
}: Pick<Driven, 'records' | 'ending' | 'judged'>): Required<Pick<CaseResult, 'transcript'>> &
  Pick<CaseResult, 'leftOut'> {
  const failed = judged.filter(({ status }) => status === 'fail');
  const [first] = failed;
  const name = ending.channel ?? first?.record?.channel ?? 'main';
  const mine = records.filter(({ channel }) => channel === name || name === 'main');
  const end = first?.record === undefined ? mine.length : Math.max(mine.indexOf(first.record) + 1, 1);
  const chosen = new Set(mine.slice(0, end).slice(-LAST));
  const named = new Set(failed.flatMap(({ record, differences = [] }) => [record?.seq, ...differences.map(seqOf)]));
  for (const record of records) if (named.has(record.seq)) chosen.add(record);
  if (first?.record === undefined) for (const record of unanswered(mine)) chosen.add(record);
  for (const record of [...chosen]) {
    // What opened the connection, each request, and the exchange that carried it, with its head.
    for (const opened of [requestOf(record, records), ...openingOf(record, records)])
      if (opened) for (const one of [opened, ...openingOf(opened, records)]) chosen.add(one);
  }
  const transcript = records.filter((record) => chosen.has(record));
  const leftOut = gaps(transcript, records);
  return { transcript, ...(leftOut.length > 0 ? { leftOut } : {}) };
}

const seqOf = ({ seq }: { seq?: number }) => seq;

/** The request that a reply answers. */
function requestOf(record: WireRecord, records: readonly WireRecord[]): WireRecord | undefined {
  const { message } = record;
  if (!isObject(message) || message.method !== undefined || message.id === undefined) return undefined;
  const key = idKey(message.id);
  return records.findLast(
    (one) =>
      one.seq < record.seq &&
      one.from !== record.from &&
      one.channel === record.channel &&
      isObject(one.message) &&
      one.message.method !== undefined &&
      one.message.id !== undefined &&
      idKey(one.message.id) === key,
  );
}

/** The head of the request and of the response of the exchange that carried a record. */
function openingOf({ stream, channel, seq }: WireRecord, records: readonly WireRecord[]): WireRecord[] {
  if (stream === undefined) return [];
  const heads = records.filter(
    (one) => one.stream === stream && one.channel === channel && one.kind === 'http' && one.seq <= seq,
  );
  return heads.slice(0, 2);
}

/** The last request of Proctor that has no reply. */
function unanswered(records: readonly WireRecord[]): WireRecord[] {
  const keyOf = ({ channel, message }: WireRecord) =>
    isObject(message) && message.id !== undefined ? `${channel}\0${idKey(message.id)}` : undefined;
  const isRequest = ({ message }: WireRecord) => isObject(message) && message.method !== undefined;
  const answered = new Set(records.flatMap((one) => (one.from === 'kit' || isRequest(one) ? [] : keyOf(one))));
  const open = records.findLast((one) => {
    const key = keyOf(one);
    return one.from === 'kit' && isRequest(one) && key !== undefined && !answered.has(key);
  });
  return open === undefined ? [] : [open];
}

/** Where records are left out between those that are shown, and how many. */
function gaps(shown: readonly WireRecord[], all: readonly WireRecord[]): LeftOut[] {
  const left: LeftOut[] = [];
  const isShown = new Set(shown);
  let count = 0;
  for (const record of all) {
    if (!isShown.has(record)) count += 1;
    else {
      if (count > 0) left.push({ before: record.seq, count });
      count = 0;
    }
  }
  return count > 0 ? [...left, { count }] : left;
}

/**
 * The records of a conversation as its bytes have the messages: a case may be written in the form of another version of its protocol, and
 * whoever reads a report looks for what was on the wire.
 */
export function asCarried(records: readonly WireRecord[]): WireRecord[] {
  /** The methods of requests by their ids, as they were carried. */
  const methods = new Map<string, string>();
  return records.map((record) => {
    const { native, method: answered, ...rest } = record;
    if (native === undefined) return record;
    const { id, method } = isObject(native) ? native : {};
    const key = id === undefined ? undefined : idKey(id);
    if (key !== undefined && typeof method === 'string') methods.set(key, method);
    const asked = answered === undefined || key === undefined ? answered : (methods.get(key) ?? answered);
    return { ...rest, message: native, ...(asked === undefined ? {} : { method: asked }) };
  });
}
