import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { connect } from '../../jsonrpc/connection.js';
import { memoryPair } from '../../jsonrpc/link.js';
import { completed } from './agent/script.js';
import { serveAgent } from './agent/server.js';
import { revisionIn, revisionOf, VERSIONS } from './revision.js';

/** A client of an agent that speaks a version and has everything on. */
async function clientOf(version: string) {
  const [mine, theirs] = memoryPair();
  const surroundings = { cwd: process.cwd(), overStdio: true, revision: revisionOf(version) };
  const agent = serveAgent(theirs, { script: completed({ abilities: { delete: true } }, surroundings) });
  const client = connect(mine, {});
  const clientCapabilities = { session: { configOptions: { boolean: {} } } };
  const hello = (await client.request('initialize', { protocolVersion: 1, clientCapabilities })) as JsonObject;
  return { agent, client, capabilities: hello.agentCapabilities as JsonObject };
}

describe('revisions of ACP', () => {
  it('are the versions that the references speak, and 0.12.2 if none is named', () => {
    expect(VERSIONS).toEqual(['0.12.2', '1.21.0']);
    expect(revisionOf().name).toBe('0.12.2');
    expect(revisionIn({ name: 'extensions-v1' }).name).toBe('0.12.2');
    expect(() => revisionOf('2.0')).toThrow('do not speak 2.0');
  });

  it('0.12.2 has nothing of what came later, whatever a script says', async () => {
    const { agent, client, capabilities } = await clientOf('0.12.2');
    expect(capabilities).not.toHaveProperty('auth');
    expect(capabilities.sessionCapabilities).toEqual({ list: {}, resume: {}, close: {} });
    for (const method of ['session/delete', 'logout'])
      await expect(client.request(method, { sessionId: 'x' })).rejects.toMatchObject({ code: -32601 });
    const { configOptions } = (await client.request('session/new', { cwd: '/', mcpServers: [] })) as JsonObject;
    expect(configOptions).toHaveLength(2);
    await agent.close();
  });

  it('1.21.0 deletes sessions, signs out and has a setting that is on or off', async () => {
    const { agent, client, capabilities } = await clientOf('1.21.0');
    expect(capabilities).toMatchObject({ auth: { logout: {} }, sessionCapabilities: { delete: {} } });
    const made = (await client.request('session/new', { cwd: '/', mcpServers: [] })) as JsonObject;
    expect(made.configOptions).toContainEqual(expect.objectContaining({ type: 'boolean', currentValue: false }));
    const { sessionId } = made as { sessionId: string };
    for (const _ of ['once', 'twice']) expect(await client.request('session/delete', { sessionId })).toEqual({});
    expect(await client.request('session/list', {})).toEqual({ sessions: [] });
    expect(await client.request('logout', {})).toEqual({});
    await agent.close();
  });
});
