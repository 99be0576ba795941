import { describe, expect, it } from 'vitest';
import type { CaseResult, Reporter, RunEvent } from '../runner/events.js';
import type { Json } from '../src/json/json.js';
import { REDACTED, redact } from './redact.js';
import { events, results } from './testing/fixture.js';
import { judged } from './testing/judged.js';
import { report } from './testing/memory.js';

/** What a reporter behind the redaction gets to see. */
function seen(secrets: string[], ...list: RunEvent[]): RunEvent[] {
  const got: RunEvent[] = [];
  const keep: Reporter = { event: (event) => void got.push(event), close: async () => {} };
  const reporter = redact(secrets, keep);
  for (const event of list) reporter.event(event);
  return got;
}

const message = (value: Json, more = {}): RunEvent => ({
  type: 'message',
  case: 'a.b',
  record: { seq: 0, time: 0, from: 'kit', channel: 'main', kind: 'message', message: value, ...more },
});

describe('a curl command', () => {
  it('has no secret, in its address, its headers or its body', async () => {
    const secret = 'pa"ss wörd/1';
    const request = {
      method: 'POST',
      url: `http://h/mcp?access_token=abcdef123456&x=${encodeURIComponent(secret)}`,
      headers: { authorization: 'Bearer 0123456789abcdef', cookie: 'sid=0123456789abcdef', accept: '*/*' },
      body: JSON.stringify({ jsonrpc: '2.0', params: { password: 'hunter22222', text: secret } }),
    };
    const result: CaseResult = { ...results[1]!, request };
    const run = judged([events[0]!, { type: 'case.finished', result }, events.at(-1)!]);
    for (const name of ['pretty', 'json', 'ndjson', 'markdown', 'junit']) {
      const text = await report(name, seen([secret], ...run));
      expect(text).toContain('curl -i');
      for (const hidden of ['0123456789abcdef', 'abcdef123456', 'hunter22222', encodeURIComponent(secret), 'wörd'])
        expect(text).not.toContain(hidden);
    }
  });
});

describe('redact', () => {
  it('finds a secret in values, names, headers, text and bytes', () => {
    const secret = 'pa"ss wörd/1';
    const event = message(
      { a: [secret, { [`x ${secret}`]: `Bearer ${secret}` }], id: 5n },
      {
        text: JSON.stringify({ a: secret }),
        bytes: Buffer.concat([Buffer.from([0xff]), Buffer.from(secret), Buffer.from([0xfe])]),
        http: {
          path: `/x?key=${encodeURIComponent(secret)}`,
          headers: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` },
        },
      },
    );
    const [clean] = seen([secret], event);
    const record = (clean as Extract<RunEvent, { type: 'message' }>).record;
    expect(record.message).toEqual({ a: [REDACTED, { [`x ${REDACTED}`]: `Bearer ${REDACTED}` }], id: 5n });
    expect(record.text).toBe(`{"a":"${REDACTED}"}`);
    expect([...record.bytes!]).toEqual([0xff, ...Buffer.from(REDACTED), 0xfe]);
    expect(record.http).toEqual({ path: `/x?key=${REDACTED}`, headers: { authorization: `Basic ${REDACTED}` } });
  });

  it('finds a secret that was sent as a number', () => {
    const [clean] = seen(['123456'], message({ pin: 123456, other: 12 }));
    expect((clean as Extract<RunEvent, { type: 'message' }>).record.message).toEqual({ pin: REDACTED, other: 12 });
  });

  it('hides the longer of two secrets whole', () => {
    const [clean] = seen(['abc1', 'abc1def2'], message('abc1def2 abc1'));
    expect((clean as Extract<RunEvent, { type: 'message' }>).record.message).toBe(`${REDACTED} ${REDACTED}`);
  });

  it('leaves ids, verdicts and levels alone, even where a secret is one of their words', () => {
    const got = seen(['pass', 'must', 'target', 'fail', 'case.finished'], ...events);
    expect(got.map(({ type }) => type)).toEqual(events.map(({ type }) => type));
    const verdicts = got.flatMap((event) => (event.type === 'case.finished' ? [event.result.verdict] : []));
    expect(new Set(verdicts)).toEqual(new Set(results.map(({ verdict }) => verdict)));
  });

  it('survives nesting of 100 000 levels, and does not change what it was given', () => {
    let deep: Json = 'hunter2';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const event = message(deep);
    let at: unknown = (seen(['hunter2'], event)[0] as Extract<RunEvent, { type: 'message' }>).record.message;
    while (Array.isArray(at)) at = at[0];
    expect(at).toBe(REDACTED);
    while (Array.isArray(deep)) deep = deep[0]!;
    expect(deep).toBe('hunter2');
  });

  it('keeps secrets out of every report', async () => {
    const secret = 'hunter2';
    const [first] = results;
    const told: CaseResult = {
      ...first!,
      verdict: 'fail',
      reason: `got ${secret}`,
      stderr: `token ${secret}`,
      checks: [
        {
          ...first!.checks[0]!,
          status: 'fail',
          message: secret,
          expected: secret,
          actual: { a: secret },
          differences: [{ path: `/${secret}`, expected: secret, actual: secret, message: secret }],
        },
      ],
      transcript: [{ seq: 0, time: 0, from: 'kit', channel: 'main', kind: 'message', message: { secret } }],
    };
    const [start, ...rest] = events as [Extract<RunEvent, { type: 'run.started' }>, ...RunEvent[]];
    const list = judged([
      { ...start, rerun: `npx proctor run --token ${secret}`, target: { ...start.target, calls: secret } },
      { type: 'case.finished', result: told },
      { type: 'case.finished', result: { ...results[7]!, verdict: 'skipped', reason: `no ${secret}` } },
      { type: 'problem', message: `no ${secret}`, detail: secret, exit: 2 },
      rest.at(-1)!,
    ]);
    const clean = seen([secret], ...list);
    for (const name of ['pretty', 'ndjson', 'json', 'junit', 'markdown', 'github']) {
      expect(await report(name, list), name).toContain(secret);
      expect(await report(name, clean), name).not.toContain(secret);
    }
  });

  it('hides what headers and members of credentials say, although nobody declared them', () => {
    const headers = {
      authorization: 'Bearer abc1',
      cookie: 'sid=aaaa',
      'x-api-key': 'kkkk',
      'mcp-session-id': 's1',
      'sec-websocket-key': 'dGhlIHNhbXBsZQ==',
    };
    const body = {
      servers: [
        {
          headers: [
            { name: 'X-Auth-Token', value: 'tttt' },
            { name: 'accept', value: '*/*' },
          ],
        },
      ],
    };
    const [clean] = seen([], message(body, { http: { path: '/mcp?access_token=qqqq&page=2', headers } }));
    const { record } = clean as Extract<RunEvent, { type: 'message' }>;
    expect(record.http).toEqual({
      path: `/mcp?access_token=${REDACTED}&page=2`,
      headers: {
        ...headers,
        authorization: `Bearer ${REDACTED}`,
        cookie: REDACTED,
        'x-api-key': REDACTED,
      },
    });
    expect(record.message).toEqual({
      servers: [
        {
          headers: [
            { name: 'X-Auth-Token', value: REDACTED },
            { name: 'accept', value: '*/*' },
          ],
        },
      ],
    });
  });

  it('gives back what has no secret as it is', () => {
    const event = message({ a: [1, { b: 'plain' }] });
    const [clean] = seen(['hunter2'], event);
    expect((clean as Extract<RunEvent, { type: 'message' }>).record.message).toBe(
      (event as Extract<RunEvent, { type: 'message' }>).record.message,
    );
  });
});
