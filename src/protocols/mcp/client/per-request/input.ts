import type { InputResponses } from '../../../../generated/types/mcp-2026-07-28.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject, isObject } from '../../../../json/json.js';
import { loadValidators } from '../../../../schemas/index.js';
import type { PerRequestRevision } from '../../per-request.js';

/** What answers a question of a server, by method: its params, and a signal that aborts when nobody wants the answer any more. */
export interface InputHandlers {
  [method: string]: (params: JsonObject, asked: { signal: AbortSignal; report(): void }) => object | Promise<object>;
}

/** The members with which a request comes again. */
export interface Again {
  inputResponses?: InputResponses;
  requestState?: string;
}

/** Whether the user has declined a question, or closed it without an answer. */
export const isRefusal = ({ inputResponses = {} }: Again): boolean =>
  Object.values(inputResponses).some((answer) => ['decline', 'cancel'].includes(String(asObject(answer).action)));

/** The methods that may be answered with a question (MCP 2026-07-28, Multi round-trip requests). */
const MAY_ASK: readonly string[] = ['tools/call', 'prompts/get', 'resources/read'];

/**
 * Answers what a server wants before it goes on with a request, and says how the request comes again. Rejects where it wants what the
 * client did not declare, where its result is none that asks, or the user refuses what has no other answer.
 */
export async function answered(
  method: string,
  { inputRequests, requestState }: JsonObject,
  handlers: InputHandlers,
  how: { revision: PerRequestRevision; signal: AbortSignal },
): Promise<Again> {
  if (!MAY_ASK.includes(method)) throw new Error(`the server asks for input in answer to ${method}`);
  if (!isObject(inputRequests) && typeof requestState !== 'string')
    throw new Error('the server asks for input, but for nothing');
  const asked = Object.entries(isObject(inputRequests) ? inputRequests : {});
  const answers = await Promise.all(
    asked.map(async ([key, request]) => [key, asObject(await answerTo(request, handlers, how))] as const),
  );
  return {
    ...(isObject(inputRequests) && { inputResponses: Object.fromEntries(answers) as unknown as InputResponses }),
    // To the client it is text without a meaning, and goes back as it came.
    ...(typeof requestState === 'string' && { requestState }),
  };
}

/**
 * What answers one question of a server: the result that the method of the question has. Rejects where the question is none, wants what
 * the client did not declare, or the user refuses what has no other answer.
 */
export async function answerTo(
  request: Json,
  handlers: InputHandlers,
  { revision, signal }: { revision: PerRequestRevision; signal: AbortSignal },
): Promise<object> {
  const [wrong] = (await loadValidators('mcp', revision.name)).validate('InputRequest', request);
  if (wrong) throw new Error(`the server asks for input in a way that is wrong: ${wrong.path}: ${wrong.message}`);
  const { method, params } = request as JsonObject;
  const handler = Object.hasOwn(handlers, String(method)) ? handlers[String(method)] : undefined;
  if (!handler) throw new Error(`the server asks for ${String(method)}, which this client did not declare`);
  return handler(isObject(params) ? params : {}, { signal, report: () => undefined });
}
