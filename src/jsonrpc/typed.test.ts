import { describe, expectTypeOf, it } from 'vitest';
import type { ClientRequests, ServerNotifications } from '../generated/methods/mcp-2025-11-25.js';
import type { CallToolResult, CreateTaskResult } from '../generated/types/mcp-2025-11-25.js';
import type { ParamsArgument, ParamsOf, RequestHandlers, ResultOf, TypedSender } from './typed.js';

describe('types of a method table', () => {
  it('give params and result of a method', () => {
    expectTypeOf<ParamsOf<ClientRequests, 'tools/call'>['name']>().toEqualTypeOf<string>();
    expectTypeOf<ResultOf<ClientRequests, 'tools/call'>>().toEqualTypeOf<CallToolResult | CreateTaskResult>();
  });

  it('let params out where the message may', () => {
    expectTypeOf<[]>().toExtend<ParamsArgument<ClientRequests, 'ping'>>();
    expectTypeOf<[]>().not.toExtend<ParamsArgument<ClientRequests, 'tools/call'>>();
  });

  it('refuse a wrong member', () => {
    type Prompt = ResultOf<ClientRequests, 'prompts/get'>;
    const handlers: RequestHandlers<ClientRequests, undefined> = {
      'prompts/get': (): Prompt => ({ messages: [], description: 'greets' }),
      // @ts-expect-error a member that the schema does not name
      'tools/list': (): ResultOf<ClientRequests, 'tools/list'> => ({ tools: [], nextCurser: 'a' }),
      // @ts-expect-error a member that the schema demands is missing
      initialize: () => ({ protocolVersion: '2025-11-25', capabilities: {} }),
    };
    expectTypeOf(handlers).toEqualTypeOf<RequestHandlers<ClientRequests, undefined>>();
    type Sender = TypedSender<ClientRequests, ServerNotifications>;
    expectTypeOf<Parameters<Sender['notify']>[0]>().toEqualTypeOf<keyof ServerNotifications>();
  });
});
