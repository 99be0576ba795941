import type { ExplorableTarget, StepData } from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';
import type { Findings } from './findings.js';
import { LISTEN, PEER, SESSIONS } from './opening.js';

/** What a server shows of Streamable HTTP: sessions, streams, and that it goes on with one that broke. */
export async function recogniseHttp(target: ExplorableTarget, findings: Findings): Promise<void> {
  const { records } = await target.converse([...SESSIONS.opening, ...LISTEN], PEER);
  if (records.some(({ from, http }) => from === 'target' && http?.headers['mcp-session-id'] !== undefined))
    findings.show('http-sessions');
  if (opensStream(records, 'listening')) findings.show('get-stream');

  const slow = findings.shows.get('slow-tool')?.gives;
  if (!slow) return;
  const call: StepData = {
    send: {
      request: 'tools/call',
      as: 'slow',
      params: { $lit: { ...slow, _meta: { progressToken: 'slow' } } as JsonObject },
    },
  };
  const called = await target.converse([...SESSIONS.opening, call, { expect: { reply: 'slow' } }], PEER);
  const streamed = called.records.some(
    ({ channel, sse, message }) => channel === 'slow' && sse !== undefined && message !== undefined,
  );
  if (!streamed) return;
  findings.show('sse-answers');
  const resumed = await target.converse(
    [
      ...SESSIONS.opening,
      call,
      {
        expect: { notify: 'notifications/progress', sse: { id: { $type: 'string' } } },
        on: 'slow',
        save: { last: '/sse/id' },
      },
      { close: 'reset', on: 'slow' },
      { send: { http: { method: 'GET', headers: { 'last-event-id': '${last}' } }, as: 'resumed' } },
      { expect: { reply: 'slow' }, on: 'resumed' },
    ],
    PEER,
  );
  if (resumed.broken === undefined) findings.show('http-resumable');
}

function opensStream(records: readonly WireRecord[], channel: string): boolean {
  return records.some(
    (record) =>
      record.channel === channel &&
      record.http?.status === 200 &&
      /^text\/event-stream/i.test(record.http.headers['content-type'] ?? ''),
  );
}
