import { describe, expect, expectTypeOf, it } from 'vitest';
import type { HostToolList, PermissionGranted, ToolDescriptor } from '../../generated/types/bridge-v1.js';
import { connect } from '../../jsonrpc/connection.js';
import { memoryPair } from '../../jsonrpc/link.js';
import { checkingParams, type Handlers, type Params } from './params.js';
import type { Host } from './runtime/host/host.js';
import type { PromptTurn } from './runtime/prompt-turn.js';

describe('types of the references', () => {
  it('give a handler the params of its method', () => {
    type Fetch = Handlers<'skills/fetch'>['skills/fetch'];
    expectTypeOf<Fetch>().parameter(0).toEqualTypeOf<{ id: string }>();
    expectTypeOf<Params<'tool_search/query'>['strategy']>().toEqualTypeOf<'semantic' | 'host'>();
    expectTypeOf<Params<'agent/idle'>['backoff_ms']>().toEqualTypeOf<100 | 500 | 1000 | 2000>();
    // @ts-expect-error the method does not exist
    expectTypeOf<Params<'skills/drop'>>().toBeNever();
  });

  it('refuse a wrong result', () => {
    const tools: Handlers<'host/tools/list'>[] = [
      { 'host/tools/list': (): HostToolList => ({ tools: [{ name: 'a', deprecated: true }] }) },
      // @ts-expect-error a member that the schema does not name
      { 'host/tools/list': (): HostToolList => ({ tools: [{ name: 'a', descriptoin: 'A' }] }) },
      // @ts-expect-error a member that the schema demands is missing
      { 'host/tools/list': () => ({ tools: [{ description: 'A' }] }) },
      // @ts-expect-error a handler of another method
      { 'skills/list': () => [] },
    ];
    const grants: Handlers<'session/request_permission'>[] = [
      { 'session/request_permission': (): PermissionGranted => ({ granted: true, args: {} }) },
      // @ts-expect-error no word of the protocol
      { 'session/request_permission': () => ({ outcome: { outcome: 'approved' } }) },
    ];
    expect([tools.length, grants.length]).toEqual([4, 2]);
  });

  it('refuse wrong params of what a runtime sends', () => {
    const sends = async (host: Host, turn: PromptTurn) => {
      await host.request('host/call', { name: 'kit.echo', args: { n: 1 } });
      // @ts-expect-error a member that the schema does not name
      await host.request('host/call', { name: 'kit.echo', arguments: {} });
      // @ts-expect-error a request of the host
      await host.request('session/new', { cwd: '/', mcpServers: [] });
      turn.update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'edit', status: 'pending' });
      // @ts-expect-error a status that ACP does not have
      turn.update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'done' });
      // @ts-expect-error a variant that no schema has
      turn.update({ sessionUpdate: 'tool_called', toolCallId: 'c', title: 'edit' });
      turn.extension('skill_activated', { skillName: 'a', iteration: 1, reason: 'b' });
      // @ts-expect-error a member of another variant
      turn.extension('skill_deactivated', { skillName: 'a', iteration: 1, reason: 'b' });
      // @ts-expect-error a wait that the bridge does not know
      turn.notify('agent/idle', { iteration: 1, backoff_ms: 200 });
    };
    expectTypeOf(sends).parameter(0).toEqualTypeOf<Host>();
    expectTypeOf<ToolDescriptor>().toExtend<HostToolList['tools'][number]>();
  });
});

describe('handlers behind the check of params', () => {
  it('see only what fits', async () => {
    const seen: unknown[] = [];
    const [ours, theirs] = memoryPair();
    connect(theirs, {
      requests: checkingParams<'skills/fetch' | 'host/tools/list'>({
        'skills/fetch': ({ id }) => ({ name: String(seen.push(id)), description: '', body: '', manifest: {} }),
        'host/tools/list': (params) => ({ tools: [{ name: JSON.stringify(params) }] }),
      }),
    });
    const client = connect(ours, {});
    expect(await client.request('skills/fetch', { id: 'a' })).toMatchObject({ name: '1' });
    await expect(client.request('skills/fetch', { id: 7 })).rejects.toMatchObject({ code: -32602 });
    await expect(client.request('skills/fetch')).rejects.toMatchObject({ code: -32602 });
    expect(seen).toEqual(['a']);
    expect(await client.request('host/tools/list')).toEqual({ tools: [{ name: '{}' }] });
  });
});
