import { randomUUID } from 'node:crypto';
import { ClientFactory, ClientFactoryOptions } from '@a2a-js/sdk/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { hurried } from './hurried.test-support.js';
import { startServer } from './start.js';

let running: RunningMock | undefined;
afterEach(() => running?.close());

/** The client of the official SDK, at the reference. */
async function client(...preferredTransports: string[]) {
  running = await startServer({ clock: hurried });
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { preferredTransports });
  return new ClientFactory(options).createFromUrl(running.url!);
}

const said = (text: string, taskId?: string) => ({
  message: {
    kind: 'message' as const,
    messageId: randomUUID(),
    role: 'user' as const,
    parts: [{ kind: 'text' as const, text }],
    ...(taskId === undefined ? {} : { taskId }),
  },
});

describe('the client of the official SDK', () => {
  it('puts /v1 behind the address of REST that the card has, and gets its answers', async () => {
    const sdk = await client('HTTP+JSON');
    const done = await sdk.sendMessage(said('say hello'));
    expect(done).toMatchObject({ kind: 'task', status: { state: 'completed' } });
    const id = 'id' in done ? done.id : '';
    expect(await sdk.getTask({ id })).toMatchObject({ id, artifacts: [{ parts: [{ text: 'hello' }] }] });
    await expect(sdk.getTask({ id: 'nobody' })).rejects.toThrow('Task not found');
  });

  it('sends a message, reads the task, and goes on with one that waits', async () => {
    const sdk = await client();
    const done = await sdk.sendMessage(said('say hello'));
    expect(done).toMatchObject({
      kind: 'task',
      status: { state: 'completed' },
      artifacts: [{ parts: [{ text: 'hello' }] }],
    });
    const waiting = await sdk.sendMessage(said('ask'));
    expect(waiting).toMatchObject({ status: { state: 'input-required' } });
    const id = 'id' in waiting ? waiting.id : '';
    await sdk.sendMessage(said('blue', id));
    expect(await sdk.getTask({ id })).toMatchObject({
      status: { state: 'completed' },
      artifacts: [{ parts: [{ text: 'blue' }] }],
      history: [{ taskId: id }, { taskId: id }],
    });
  });

  it('follows a stream to its end', async () => {
    const sdk = await client();
    const kinds: string[] = [];
    for await (const event of sdk.sendMessageStream(said('slow'))) kinds.push(event.kind);
    expect(kinds).toEqual(['task', 'status-update', ...Array(3).fill('artifact-update'), 'status-update']);
  });

  it('tells apart what is not there and what can not be cancelled', async () => {
    const sdk = await client();
    await expect(sdk.getTask({ id: 'nobody' })).rejects.toThrow('Task not found');
    const done = await sdk.sendMessage(said('say hello'));
    await expect(sdk.cancelTask({ id: 'id' in done ? done.id : '' })).rejects.toThrow('Task cannot be canceled');
  });
});
