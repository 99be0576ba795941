import type { ExplorableTarget, StepData } from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';
import type { Findings } from './findings.js';
import { LISTEN, PEER, SESSIONS } from './opening.js';

/** What a server shows of Streamable HTTP: sessions, streams, and ids by which it promises to go on with one that broke. */
export async function recogniseHttp(target: ExplorableTarget, findings: Findings): Promise<void> {
  const { records } = await target.converse([...SESSIONS.opening, ...LISTEN], PEER);
  if (records.some(({ from, http }) => from === 'target' && http?.headers['mcp-session-id'] !== undefined))
    findings.show('http-sessions');
  if (opensStream(records, 'listening')) findings.show('get-stream');

  const gives = CALLS.map((behavior) => findings.shows.get(behavior)?.gives).find((one) => one !== undefined);
  const called = gives ? await callWith(target, gives) : [];
  const streamed = called.filter(({ channel, sse }) => channel === 'called' && sse !== undefined);
  if (streamed.some(({ message }) => message !== undefined)) findings.show('sse-answers');
  // Ids are there to resume by. Whether that works is what the cases ask.
  if ([...records, ...streamed].some(({ sse }) => sse?.id !== undefined)) findings.show('http-resumable');
}

/** The calls that a server most likely answers by a stream, the likeliest first. */
const CALLS = ['slow-tool', 'logs', 'tool'];

async function callWith(
  target: ExplorableTarget,
  { name, arguments: args = {} }: JsonObject,
): Promise<readonly WireRecord[]> {
  const params: JsonObject = { name: name!, arguments: args, _meta: { progressToken: 'called' } };
  const call: StepData = { send: { request: 'tools/call', as: 'called', params: { $lit: params } } };
  const { records } = await target.converse([...SESSIONS.opening, call, { expect: { reply: 'called' } }], PEER);
  return records;
}

function opensStream(records: readonly WireRecord[], channel: string): boolean {
  return records.some(
    (record) =>
      record.channel === channel &&
      record.http?.status === 200 &&
      /^text\/event-stream/i.test(record.http.headers['content-type'] ?? ''),
  );
}
