import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.js';
import { errorsOf, methodTable } from '../methods.js';
import { loadValidators } from '../validators.js';

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
const task = { id: 't', status: { state: 'TASK_STATE_WORKING' } };

describe('A2A 1.0.1', async () => {
  const [core, rest, old] = await Promise.all(
    ['1.0.1', '1.0.1-rest', '0.3.0'].map((version) => loadValidators('a2a', version)),
  );
  const fits = (definition: string, value: Json) => core!.validate(definition, value).length === 0;

  it('has the same methods, params, results and codes over HTTP+JSON', () => {
    const [ofRpc, ofRest] = [methodTable('a2a', '1.0.1'), methodTable('a2a', '1.0.1-rest')];
    expect(Object.keys(ofRest)).toEqual(Object.keys(ofRpc));
    for (const [name, { params, results, capability }] of Object.entries(ofRpc))
      expect(ofRest[name], name).toMatchObject({ params, results, ...(capability && { capability }) });
    expect(errorsOf('a2a', '1.0.1-rest')).toEqual(errorsOf('a2a', '1.0.1'));
  });

  it('refuses what only 0.3 has: results without a name, states and roles in lower case, files in an object', () => {
    const before = { kind: 'task', id: 't', contextId: 'c', status: { state: 'working' } };
    expect(old!.validate('Task', before)).toEqual([]);
    expect(fits('Task', before)).toBe(false);
    expect(fits('SendMessageResponse', task)).toBe(false);
    expect(fits('SendMessageResponse', { task })).toBe(true);
    expect(fits('Message', { ...message, role: 'user' })).toBe(false);
    expect(fits('Part', { kind: 'file', file: { bytes: 'aGk=' } })).toBe(false);
  });

  it('wants exactly one content, result and event, and at most one scheme and flow', () => {
    expect(fits('Part', { text: 'a', data: null })).toBe(false);
    expect(fits('Part', { data: null })).toBe(true);
    expect(fits('StreamResponse', { task, message })).toBe(false);
    expect(fits('StreamResponse', {})).toBe(false);
    expect(fits('SecurityScheme', { mtlsSecurityScheme: {}, httpAuthSecurityScheme: { scheme: 'Basic' } })).toBe(false);
    expect(fits('SecurityScheme', { passkeySecurityScheme: {} })).toBe(true);
    expect(fits('OAuthFlows', { implicit: {}, password: {} })).toBe(false);
    expect(fits('OAuthFlows', {})).toBe(true);
  });

  it.each([
    ['2026-11-02T09:30:00Z', true],
    ['2026-11-02T09:30:00.123456789Z', true],
    ['2026-11-02T09:30:00+00:00', false],
    ['2026-11-02T09:30:00', false],
    ['2026-11-02', false],
  ])('takes %s as a time: %s', (text, expected) => {
    expect(fits('Timestamp', text)).toBe(expected);
  });

  it('lets a list of tasks and the skills of a card be empty, and no other list that is required', () => {
    expect(fits('ListTasksResponse', { tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 })).toBe(true);
    expect(fits('ListTasksResponse', { tasks: [], pageSize: 50, totalSize: 0 })).toBe(false);
    expect(fits('Message', { ...message, parts: [] })).toBe(false);
  });

  it('ignores members that it does not know', () => {
    expect(fits('Message', { ...message, kind: 'message', mood: 'good' })).toBe(true);
  });

  it('knows details of errors by their type, in a response of JSON-RPC and in a body of HTTP', () => {
    const detail = {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'TASK_NOT_FOUND',
      domain: 'a2a-protocol.org',
    };
    const rpc = (data: Json) => fits('JSONRPCError', { code: -32001, message: 'no such task', data });
    expect([rpc([detail]), rpc([{}]), rpc('more')]).toEqual([true, false, false]);
    const http = (details: Json) =>
      rest!.validate('ErrorBody', { error: { code: 404, message: 'no such task', details } });
    expect(http([detail])).toEqual([]);
    expect(http([{}])).toHaveLength(1);
    expect(rest!.validate('ErrorBody', { type: 'about:blank', title: 'no such task' })).not.toEqual([]);
  });
});
