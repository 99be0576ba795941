import { randomUUID } from 'node:crypto';
import { ClientFactory as OlderFactory } from '@a2a-js/sdk/client';
import { Role, TaskState } from 'a2a-sdk-1';
import { ClientFactory, ClientFactoryOptions } from 'a2a-sdk-1/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { hurried } from './hurried.test-support.js';
import { startServer } from './start.js';

let running: RunningMock | undefined;
afterEach(() => running?.close());

async function started(version = '0.3.0,1.0.1'): Promise<string> {
  running = await startServer({ clock: hurried, version });
  return running.url!;
}

async function asked(url: string, method: string, params: object, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return response.json() as Promise<{ result?: { task?: object }; error?: { code: number } }>;
}

const older = (text: string) => ({
  message: {
    kind: 'message' as const,
    messageId: randomUUID(),
    role: 'user' as const,
    parts: [{ kind: 'text' as const, text }],
  },
});
const later = (text: string) => ({ message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }] } });
const V1 = { 'a2a-version': '1.0' };

describe('one address for 0.3.0 and 1.0', () => {
  it('has one card, with the members of both', async () => {
    const url = await started();
    const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as Record<string, unknown>;
    expect(card).toMatchObject({
      protocolVersion: '0.3.0',
      url: `${url}/`,
      preferredTransport: 'JSONRPC',
      supportsAuthenticatedExtendedCard: true,
      capabilities: { streaming: true, stateTransitionHistory: false, extendedAgentCard: true },
      securitySchemes: { token: { type: 'http', httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    });
    const interfaces = card.supportedInterfaces as { protocolVersion: string }[];
    expect(interfaces.map(({ protocolVersion }) => protocolVersion)).toEqual(['1.0', '1.0', '0.3', '0.3', '0.3']);
  });

  it('takes a request that names no version as one of 0.3.0', async () => {
    const url = await started();
    expect(await asked(url, 'message/send', older('say hello'))).toMatchObject({
      result: { kind: 'task', status: { state: 'completed' } },
    });
    expect(await asked(url, 'SendMessage', later('say hello'))).toMatchObject({ error: { code: -32601 } });
    for (const [version, code] of [
      ['1.0', -32601],
      ['0.3', -32001],
      ['0.3.0', -32001],
      ['0.5', -32009],
    ] as const)
      expect(await asked(url, 'tasks/get', { id: 'x' }, { 'a2a-version': version })).toMatchObject({ error: { code } });
  });

  it('has each task in both versions', async () => {
    const url = await started();
    const { result } = await asked(url, 'SendMessage', later('ask'), V1);
    expect(result).toMatchObject({ task: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } } });
    const { id } = result!.task as { id: string };
    expect(await asked(url, 'tasks/get', { id })).toMatchObject({
      result: { id, status: { state: 'input-required' } },
    });
    const more = older('blue');
    const answer = { message: { ...more.message, taskId: id } };
    expect(await asked(url, 'message/send', answer)).toMatchObject({ result: { status: { state: 'completed' } } });
    expect(await asked(url, 'GetTask', { id }, V1)).toMatchObject({
      result: { status: { state: 'TASK_STATE_COMPLETED' } },
    });
  });

  it('speaks with the clients of both versions of the official SDK', async () => {
    const url = await started();
    const before = await new OlderFactory().createFromUrl(url);
    expect(await before.sendMessage(older('say hello'))).toMatchObject({ status: { state: 'completed' } });
    for (const preferredTransports of [['JSONRPC'], ['HTTP+JSON']]) {
      const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { preferredTransports });
      const now = await new ClientFactory(options).createFromUrl(url);
      const parts = [
        { content: { $case: 'text' as const, value: 'say hello' }, metadata: undefined, filename: '', mediaType: '' },
      ];
      const message = {
        ...{ messageId: randomUUID(), role: Role.ROLE_USER, parts, taskId: '', contextId: '' },
        ...{ extensions: [], referenceTaskIds: [], metadata: undefined },
      };
      const said = await now.sendMessage({ message, configuration: undefined, metadata: undefined, tenant: '' });
      expect(said).toMatchObject({ status: { state: TaskState.TASK_STATE_COMPLETED } });
    }
  });
});
