import type { RpcError } from '../../../jsonrpc/rpc-error.js';
import { methodNotFound } from '../errors.js';

/** The errors with which a server says that it does not do something. */
export interface Refusals {
  /** The answer to a request of a method that it does not have. */
  method(method: string): RpcError;
  /** The answer to a call as a task of a tool that does not run as one. */
  taskless(tool: string): RpcError;
}

/** As MCP has them (2025-11-25, Overview, Error Handling; Tasks, Tool-Level Negotiation). */
export const usualRefusals: Refusals = {
  method: methodNotFound,
  taskless: (tool) => methodNotFound(`tools/call of ${tool} as a task`),
};
