import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pathCodec } from '../../src/conversation/fixtures/path-codec.js';
import type { Header, Message } from '../../src/generated/types/recording-v1.js';
import type { JsonObject } from '../../src/json/json.js';
import { toCase } from './to-case.js';
import { toHar } from './to-har.js';

let seq = 0;
const line = (from: 'kit' | 'target', message: object, more: object = {}): Message => ({
  ...{ type: 'message', session: 'one', findings: [] },
  record: {
    ...{ seq: seq++, time: seq * 10, from, channel: 'main', kind: 'message' },
    message: { jsonrpc: '2.0', ...message } as JsonObject,
    ...more,
  },
});
const stepsOf = (lines: Message[]) => parse(toCase(lines).steps.join('\n')) as JsonObject[];

describe('toCase', () => {
  it('sends what the client said, and expects what the server said', () => {
    const steps = stepsOf([
      line('kit', { id: 1, method: 'a', params: { x: 1 } }),
      line('target', { id: 1, result: { list: [1, 'two', null], at: 1_700_000_000_000, took: 1.5 } }),
      line('kit', { method: 'note' }),
      line('kit', { id: 2, method: 'slow' }),
      line('target', { id: 'q', method: 'ask', params: { what: 'this' } }),
      line('kit', { id: 'q', result: { yes: true } }),
      line('target', { method: 'progress', params: { of: 2 } }),
      line('target', { id: 2, error: { code: -32602, message: 'no 7f' } }),
      line('kit', { id: 3, method: 'never' }),
    ]);
    const check = 'REQUIREMENT';
    expect(steps).toEqual([
      {
        call: {
          request: 'a',
          params: { x: 1 },
          result: { list: [1, 'two', null], at: { $type: 'number' }, took: { $type: 'number' } },
        },
        check,
      },
      { send: { notify: 'note' } },
      { send: { request: 'slow', as: 'call-2' } },
      { expect: { request: 'ask', as: 'ask-3', params: { what: 'this' } }, check },
      { send: { reply: 'ask-3', result: { yes: true } } },
      { expect: { notify: 'progress', params: { of: 2 } }, check },
      { expect: { reply: 'call-2', error: { code: -32602 } }, check },
      { send: { request: 'never' } },
    ]);
  });

  it('captures what the server made and the client sends back', () => {
    const steps = stepsOf([
      line('kit', { id: 1, method: 'new' }),
      line('target', {
        id: 1,
        result: { sessionId: 'sess-1', name: 'echo', other: '0f8fad5b-d9cb-469f-a165-70867728950e' },
      }),
      line('kit', { id: 2, method: 'use', params: { sessionId: 'sess-1', name: 'echo' } }),
      line('target', { id: 2, result: { of: 'sess-1', when: 'at 2026-01-01T10:00:00Z' } }),
    ]);
    expect(steps).toMatchObject([
      {
        call: { result: { sessionId: { $type: 'string' }, name: 'echo', other: { $type: 'string' } } },
        save: { sessionId1: '/result/sessionId' },
      },
      {
        call: {
          params: { sessionId: '${sessionId1}', name: 'echo' },
          result: { of: '${sessionId1}', when: { $type: 'string' } },
        },
      },
    ]);
  });

  it('keeps what looks like the case language as it is', () => {
    const [step] = stepsOf([
      line('kit', { id: 1, method: 'a', params: { $type: 'x', text: '${y}' } }),
      line('target', { id: 1, result: { text: '${z}', schema: { $ref: '#' } } }),
    ]);
    expect(step).toMatchObject({
      call: {
        params: { $lit: { $type: 'x', text: '${y}' } },
        result: { text: { $lit: '${z}' }, schema: { $type: 'object' } },
      },
    });
  });

  it('takes one conversation, and says what it left out', () => {
    const other = { ...line('kit', { id: 1, method: 'b' }), session: 'two' };
    const heard = line('target', { method: 'news' }, { stream: 'request-9' });
    const { steps, left, checked } = toCase([line('kit', { id: 1, method: 'a' }), heard, other]);
    expect([steps, checked]).toEqual([['- send:', '    request: a'], 0]);
    expect(left).toEqual(['1 further conversations', expect.stringContaining('1 messages on a stream')]);
  });
});

describe('toHar', () => {
  const header: Header = {
    ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '1', transport: 'http' },
    ...{
      roles: { kit: 'mcp/client', target: 'mcp/server' },
      startedAt: '2026-01-01T00:00:00.000Z',
      url: 'http://h:1/mcp',
    },
  };

  it('has an entry for each exchange, its events as one text', () => {
    const stream = 'request-1';
    const ask = { http: { method: 'POST', path: '/mcp?q=1', headers: { 'content-type': 'application/json' } }, stream };
    const har = toHar(header, [
      line('kit', { id: 1, method: 'a' }, ask),
      line(
        'target',
        {},
        {
          kind: 'http',
          message: undefined,
          stream,
          http: { status: 200, headers: { 'content-type': 'text/event-stream' } },
        },
      ),
      line('target', { method: 'n' }, { stream, sse: { id: '7' } }),
      line('target', {}, { kind: 'closed', message: undefined, stream, closed: { how: 'end' } }),
      line(
        'kit',
        {},
        {
          kind: 'http',
          message: undefined,
          stream: 'request-2',
          http: { method: 'DELETE', path: '/mcp', headers: {} },
        },
      ),
    ]);
    const [first, second, ...rest] = (har as { log: { entries: JsonObject[] } }).log.entries;
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      time: 30,
      request: {
        method: 'POST',
        url: 'http://h:1/mcp?q=1',
        queryString: [{ name: 'q', value: '1' }],
        postData: { text: '{"jsonrpc":"2.0","id":1,"method":"a"}' },
      },
      response: { status: 200, content: { text: 'id: 7\ndata: {"jsonrpc":"2.0","method":"n"}\n\n' } },
      timings: { wait: 10, receive: 20 },
    });
    expect(second).toMatchObject({ request: { method: 'DELETE' }, response: { status: 0 } });
  });

  it('has the bodies of a binding that writes messages in its own way', () => {
    const at = { http: { method: 'POST', path: '/greet', headers: {} }, stream: 'request-1' };
    const lines = [
      line('kit', { id: 1, method: 'greet', params: { name: 'ada' } }, at),
      line('target', { id: 1, result: { text: 'hi' } }, { stream: 'request-1', http: { status: 200, headers: {} } }),
    ];
    const har = toHar({ ...header, transport: 'rest' }, lines, pathCodec);
    expect((har as { log: { entries: JsonObject[] } }).log.entries).toMatchObject([
      { request: { postData: { text: '{"name":"ada"}' } }, response: { content: { text: '{"text":"hi"}' } } },
    ]);
  });

  it('holds HTTP alone', () => {
    expect(toHar({ ...header, transport: 'stdio' }, [])).toBeUndefined();
  });
});
