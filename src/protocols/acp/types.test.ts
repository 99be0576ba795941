import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ClientRequests, ServerRequests } from '../../generated/methods/acp-1.21.0.js';
import type { SessionUpdate } from '../../generated/types/acp-1.21.0.js';
import type { RequestContext } from '../../jsonrpc/connection.js';
import { connect } from '../../jsonrpc/connection.js';
import { memoryPair } from '../../jsonrpc/link.js';
import type { RequestHandlers, ResultOf } from '../../jsonrpc/typed.js';
import { completed } from './agent/script.js';
import { serveAgent } from './agent/server.js';
import type { TurnClient } from './agent/sessions/client.js';
import { Session } from './agent/sessions/session.js';
import type { ServedClient } from './client/serve.js';
import { checkedHandlers } from './handlers.js';
import type { Unchecked } from './unchecked.js';

// `npm run check` compiles this file: each line below a directive must be a compile error.
describe('types of ACP', () => {
  it('refuse a wrong member in a handler of the agent', () => {
    type Result<M extends keyof ClientRequests> = ResultOf<ClientRequests, M>;
    const handlers: RequestHandlers<ClientRequests, RequestContext> = {
      // @ts-expect-error a member that the schema does not name
      'session/new': (): Result<'session/new'> => ({ sessionId: 's', mode: 'ask' }),
      // @ts-expect-error a value that the schema does not name
      'session/prompt': (): Result<'session/prompt'> => ({ stopReason: 'done' }),
      // @ts-expect-error params have no such member
      'session/set_mode': ({ mode }): Result<'session/set_mode'> => ({ _meta: { mode } }),
      // @ts-expect-error a method that there is not
      'session/fork': () => ({}),
    };
    expectTypeOf(handlers).toEqualTypeOf<RequestHandlers<ClientRequests, RequestContext>>();
  });

  it('refuse a wrong member in a handler of the client', () => {
    type Result<M extends keyof ServerRequests> = ResultOf<ServerRequests, M>;
    const handlers: RequestHandlers<ServerRequests, RequestContext> = {
      // @ts-expect-error a member that the schema does not name
      'terminal/wait_for_exit': (): Result<'terminal/wait_for_exit'> => ({ exitCode: 0, code: 0 }),
      // @ts-expect-error a member that the schema demands is missing
      'terminal/output': (): Result<'terminal/output'> => ({ output: '' }),
    };
    expectTypeOf(handlers).toEqualTypeOf<RequestHandlers<ServerRequests, RequestContext>>();
  });

  it('refuse a wrong member in what is sent', () => {
    const tell = (session: Pick<Session, 'announce'>, client: TurnClient, agent: ServedClient) => {
      // @ts-expect-error an update that there is not
      session.announce({ sessionUpdate: 'agent_message', content: { type: 'text', text: '' } });
      // @ts-expect-error a member that this update has not
      session.announce({ sessionUpdate: 'current_mode_update', currentModeId: 'ask', modeId: 'ask' });
      // @ts-expect-error a member that the request has not
      void client.request('fs/read_text_file', { path: '/a', from: 1 });
      // @ts-expect-error a method of the other side
      void client.request('session/prompt', { prompt: [] });
      // @ts-expect-error a member that the request demands is missing
      void agent.ask('session/new', { cwd: '/' });
    };
    expectTypeOf(tell).toBeFunction();
    expectTypeOf<Parameters<Session['tell']>>().toEqualTypeOf<[SessionUpdate]>();
  });

  it('refuse a member that no result has, and promise nothing of the others', () => {
    expectTypeOf<Unchecked<ResultOf<ServerRequests, 'terminal/create'>>>().toHaveProperty('terminalId');
    const read = (result: Unchecked<ResultOf<ServerRequests, 'terminal/create'>>) => {
      // @ts-expect-error a member that the result has not
      expectTypeOf(result.id).toBeNever();
      // @ts-expect-error nobody has checked that it is a text
      const id: string = result.terminalId;
      return id;
    };
    expectTypeOf(read).returns.toEqualTypeOf<string>();
  });
});

describe('an agent of a protocol that extends ACP', () => {
  it('serves handlers beside those of ACP and around them, and has scenes and sessions of its own', async () => {
    interface Extension {
      '_kit/count': { params: { sessionId: string }; result: { sessions: number } };
    }
    const [mine, theirs] = memoryPair();
    const agent = serveAgent(theirs, {
      script: completed({}),
      extension: () => ({
        scenes: { kit: { description: 'Says where it is.', play: async (turn) => void turn.say(turn.session.cwd) } },
        makeSession: (parts) => new Session({ ...parts, id: `kit-${parts.id}` }),
        handlers: (handlers, { sessions }) => ({
          ...handlers,
          ...checkedHandlers<Extension>(async (_method, params) => params as { sessionId: string }, {
            '_kit/count': ({ sessionId }): Extension['_kit/count']['result'] => {
              sessions.get({ sessionId }, { open: true });
              return { sessions: [...sessions].length };
            },
          }),
          initialize: async (params, context) => ({
            ...((await handlers.initialize!(params, context)) as object),
            _meta: { kit: true },
          }),
        }),
      }),
    });
    const said: unknown[] = [];
    const client = connect(mine, { notifications: { 'session/update': (params) => void said.push(params) } });
    expect(await client.request('initialize', { protocolVersion: 1 })).toMatchObject({
      protocolVersion: 1,
      _meta: { kit: true },
    });
    await client.request('session/new', { cwd: '/', mcpServers: [] });
    expect(await client.request('_kit/count', { sessionId: 'kit-session_1' })).toEqual({ sessions: 1 });
    await client.request('session/prompt', { sessionId: 'kit-session_1', prompt: [{ type: 'text', text: 'kit' }] });
    expect(said).toContainEqual(
      expect.objectContaining({ update: expect.objectContaining({ content: { type: 'text', text: '/' } }) }),
    );
    expect(said[0]).toMatchObject({
      update: { availableCommands: expect.arrayContaining([{ name: 'kit', description: expect.any(String) }]) },
    });
    await expect(client.request('_kit/count', { sessionId: 'x' })).rejects.toMatchObject({ code: -32002 });
    await agent.close();
  });
});
