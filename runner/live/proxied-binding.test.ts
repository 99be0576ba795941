import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import { roleEntry } from '../../src/protocols/index.js';
import type { Border, Carried } from '../../src/wire/carried.js';
import { proxiedBinding } from './proxied-binding.js';

const headers = { 'content-type': 'application/json' };

async function bindingOf(transport: 'http' | 'rest' = 'rest', version = '0.3.0') {
  const said: string[] = [];
  const entry = (await roleEntry('a2a/server'))!;
  return { ...proxiedBinding([entry], transport, version, (line) => said.push(line)), said };
}

const asked = (method: string, path: string, message?: JsonObject): Carried => ({
  ...(message === undefined
    ? { kind: 'http' as const }
    : { kind: 'message' as const, message, text: JSON.stringify(message) }),
  ...{ http: { method, path, headers }, stream: 'request-1' },
});

const answered = (message: JsonObject, status = 200): Carried => ({
  ...{ kind: 'message', message, http: { status, headers }, stream: 'request-1' },
});

it('reads requests at any address, with the exchange as their id', async () => {
  const { read } = await bindingOf();
  for (const base of ['', '/v1', '/agents/7'])
    expect(read(asked('GET', `${base}/v1/tasks/t?historyLength=2`), 'client')).toMatchObject({
      kind: 'message',
      message: { jsonrpc: '2.0', id: 'request-1', method: 'tasks/get', params: { id: 't', historyLength: 2 } },
    });
  expect(read(answered({ code: -32001, message: 'none' }, 404), 'server').message).toEqual({
    ...{ jsonrpc: '2.0', id: 'request-1', error: { code: -32001, message: 'none' } },
  });
});

it('keeps the text that passed beside the message', async () => {
  const { read } = await bindingOf();
  const request = asked('POST', '/v1/message:send', { message: { role: 'user' } });
  expect(read(request, 'client')).toMatchObject({ text: request.text, message: { method: 'message/send' } });
});

it('takes what is none of REST for documents, which are not judged', async () => {
  const { read } = await bindingOf();
  const rpc = { jsonrpc: '2.0', id: 1, method: 'message/send' };
  expect(read(asked('POST', '/rpc', rpc), 'client')).toMatchObject({ kind: 'body', body: rpc });
  expect(read(answered({ jsonrpc: '2.0', id: 1, result: {} }), 'server')).toMatchObject({ kind: 'body' });
  const card = asked('GET', '/.well-known/agent-card.json');
  expect(read(card, 'client')).toBe(card);
});

it('reads the events of a stream, and not its head', async () => {
  const { read } = await bindingOf();
  read(asked('POST', '/v1/message:stream', { message: {} }), 'client');
  const head: Carried = { kind: 'http', http: { status: 200, headers: { 'content-type': 'text/event-stream' } } };
  expect(read({ ...head, stream: 'request-1' }, 'server').kind).toBe('http');
  const event: Carried = {
    kind: 'message',
    message: { task: { kind: 'task', id: 't' } },
    sse: {},
    stream: 'request-1',
  };
  expect(read(event, 'server').message).toEqual({ jsonrpc: '2.0', id: 'request-1', result: { kind: 'task', id: 't' } });
});

it('reads the paths of older callers in the version that has them', async () => {
  const older = asked('POST', '/tasks/send', { message: {} });
  expect((await bindingOf()).read(older, 'client').kind).toBe('body');
  const { read } = await bindingOf('rest', '0.3.0-harn');
  expect(read(older, 'client')).toMatchObject({ kind: 'message', message: { method: 'tasks/send' } });
});

it('sets requests over REST aside where JSON-RPC is judged, and nothing that only looks broken', async () => {
  const { read, said } = await bindingOf('http');
  const broken = asked('POST', '/', { method: 'message/send' });
  expect(read(broken, 'client')).toBe(broken);
  expect(said).toEqual([]);
  for (let time = 0; time < 2; time += 1) {
    expect(read(asked('POST', '/v1/message:send', { message: {} }), 'client').kind).toBe('body');
    expect(read(answered({ task: {} }), 'server').kind).toBe('body');
  }
  expect(said).toHaveLength(1);
});

/** What comes out for a request and its answer if a border changes both. */
async function changed(request: JsonObject, answer: JsonObject, change: (message: JsonObject) => JsonObject) {
  const inner: Border = {
    sends: (carried, emit) => emit({ ...carried, message: change(carried.message as JsonObject) }),
    hears: (carried, deliver) => deliver({ ...carried, message: change(carried.message as JsonObject) }),
  };
  const border = (await bindingOf()).border(inner);
  const out: Carried[] = [];
  border.hears(asked('POST', '/base/v1/message:send', request), (one) => out.push(one));
  border.sends(answered(answer), (one) => out.push(one));
  return out.map(({ message, http, text }) => ({ message, path: http?.path, text }));
}

it('writes what a fault changed in the form that it had', async () => {
  const change = ({ method, ...rest }: JsonObject): JsonObject =>
    method === undefined
      ? { ...rest, result: { kind: 'task', id: 'x', status: { state: 'working' } } }
      : { ...rest, method, params: { message: { role: 'agent', parts: [] } } };
  const core = await changed({ message: { role: 'user', parts: [] } }, { task: { kind: 'task', id: 't' } }, change);
  expect(core).toEqual([
    { message: { message: { role: 'agent', parts: [] } }, path: '/base/v1/message:send', text: undefined },
    { message: { task: { kind: 'task', id: 'x', status: { state: 'working' } } }, path: undefined, text: undefined },
  ]);
  const proto = await changed({ message: { role: 'ROLE_USER', content: [] } }, { task: { id: 't' } }, change);
  expect(proto.map(({ message }) => message)).toEqual([
    { message: { role: 'ROLE_AGENT', content: [] } },
    { task: { id: 'x', status: { state: 'TASK_STATE_WORKING' } } },
  ]);
});

it('lets what a fault does not change pass as it came', async () => {
  const passing: Border = { sends: (one, emit) => emit({ ...one }), hears: (one, deliver) => deliver({ ...one }) };
  const border = (await bindingOf()).border(passing);
  const request = asked('GET', '/v1/tasks/t');
  const answer = answered({ kind: 'task', id: 't' });
  const out: Carried[] = [];
  border.hears(request, (one) => out.push(one));
  border.sends(answer, (one) => out.push(one));
  expect(out[0]).toBe(request);
  expect(out[1]).toBe(answer);
});
