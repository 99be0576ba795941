import { describe, expectTypeOf, it } from 'vitest';
import type { ElicitResult, GetPromptResult, InitializeResult } from '../../generated/types/mcp-2025-11-25.js';
import type { ClientHandlers } from './methods.js';
import type { Call, Handlers } from './server/state/call.js';
import type { Tool } from './server/state/tool.js';

describe('the server is held to the types of its messages', () => {
  it('refuses a wrong member of a result', () => {
    const handlers: Handlers = {
      'prompts/get': (): GetPromptResult => ({ messages: [], description: 'greets' }),
      // @ts-expect-error the input of a tool is an object
      'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'array' } }] }),
      // @ts-expect-error serverInfo is missing
      initialize: (): InitializeResult => ({ protocolVersion: '2025-11-25', capabilities: {} }),
    };
    // @ts-expect-error no method of the protocol
    const unknown: Handlers = { 'prompts/got': (): GetPromptResult => ({ messages: [] }) };
    expectTypeOf(unknown).toEqualTypeOf(handlers);
    // @ts-expect-error a member that the schema does not name
    const misspelt: GetPromptResult = { messages: [], descripton: 'greets' };
    expectTypeOf(misspelt).toEqualTypeOf<GetPromptResult>();
  });

  it('gives handlers the params of their method', () => {
    type Params = Parameters<NonNullable<Handlers['completion/complete']>>[0];
    expectTypeOf<Params['argument']>().toEqualTypeOf<{ name: string; value: string }>();
    expectTypeOf<Params>().not.toHaveProperty('arguments');
  });

  it('refuses a wrong member of what a handler sends', () => {
    const send = async (call: Call) => {
      call.notify('notifications/progress', { progressToken: 1, progress: 2 });
      // @ts-expect-error the member is called progressToken
      call.notify('notifications/progress', { token: 1, progress: 2 });
      // @ts-expect-error the params are missing
      call.notify('notifications/message');
      // @ts-expect-error a notification that only clients send
      call.notify('notifications/initialized');
      const { roots } = await call.request('roots/list');
      expectTypeOf(roots[0]!.uri).toEqualTypeOf<string>();
      // @ts-expect-error a request that only clients send
      await call.request('tools/list');
    };
    expectTypeOf(send).toBeFunction();
  });

  it('refuses a wrong member of what a tool returns', () => {
    const run: Tool['run'] = () => ({ content: [{ type: 'text', text: 'hi' }], isError: false });
    // @ts-expect-error a text block has a text
    const wrong: Tool['run'] = () => ({ content: [{ type: 'text', value: 'hi' }] });
    expectTypeOf(wrong).toEqualTypeOf(run);
  });
});

describe('the client is held to the types of its messages', () => {
  it('refuses a wrong member of an answer', () => {
    const handlers: ClientHandlers = {
      'elicitation/create': (): ElicitResult => ({ action: 'accept', content: { name: 'Ada' } }),
      // @ts-expect-error a root has a uri
      'roots/list': () => ({ roots: [{ url: 'file:///a' }] }),
    };
    // @ts-expect-error a request that only clients send
    const others: ClientHandlers = { 'tools/list': () => ({ tools: [] }) };
    expectTypeOf(others).toEqualTypeOf(handlers);
  });
});
