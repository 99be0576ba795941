import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestParams,
  ElicitResult,
  EmptyResult,
  ListRootsResult,
  Root,
  SamplingMessage,
} from '../../../generated/types/mcp-2025-11-25.js';
import type { JsonObject } from '../../../json/json.js';
import { asObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { RequestHandlers } from '../../../jsonrpc/typed.js';
import { invalidParams } from '../errors.js';
import type { ServerRequests } from '../methods.js';
import { filledForm } from './form.js';
import type { ClientScript, Decisions } from './script.js';

/** What a client answers to its server, by method. */
export type ClientAnswers = RequestHandlers<ServerRequests, Asked>;

/** What a handler knows besides the params: `signal` aborts when the server takes its request back. */
export interface Asked {
  signal: AbortSignal;
  /** Reports progress, where the server wants it and the client does that. */
  report(progress: number, total: number): void;
}

/** How many steps a sampling has. */
const STEPS = 3;

/** The error with which a refused sampling is answered (MCP 2025-11-25, Sampling, Error Handling). */
const REFUSED = -1;

/** What the answers are made from, beside the script. */
interface Sources {
  /** The roots as they are at the moment. */
  roots(): Root[];
}

/** What the client answers to its server, by method: what it does not declare it does not have (MCP 2025-11-25, Client Features). */
export function answersOf({ offer, user }: ClientScript, { roots }: Sources): ClientAnswers {
  const { forms, pages } = offer;
  return {
    ping: (): EmptyResult => ({}),
    ...(offer.roots && { 'roots/list': (): ListRootsResult => ({ roots: roots() }) }),
    ...(offer.sampling && { 'sampling/createMessage': (params, asked) => sample(params, user, asked) }),
    ...((forms || pages) && {
      'elicitation/create': (params: ElicitRequestParams, asked: Asked) =>
        elicit(params, { forms, pages }, user, asked),
    }),
  };
}

async function sample(params: CreateMessageRequestParams, user: Decisions, asked: Asked): Promise<CreateMessageResult> {
  // Tools were not declared (Sampling, Tools in Sampling).
  if (params.tools !== undefined || params.toolChoice !== undefined)
    throw invalidParams('This client did not declare tools in sampling');
  checkToolResults(params.messages);
  asked.report(1, STEPS);
  const decision = await decided(user.sampling, asked);
  if (decision !== 'accept') throw new RpcError(REFUSED, 'User rejected sampling request');
  for (let step = 2; step <= STEPS; step++) asked.report(step, STEPS);
  return {
    role: 'assistant',
    model: 'proctor-reference',
    content: { type: 'text', text: 'Sampled by the reference client.' },
    stopReason: 'endTurn',
  };
}

/** Throws RpcError -32602 unless each tool use is answered in the next message, which holds nothing else. */
function checkToolResults(messages: readonly SamplingMessage[]): void {
  const blocksOf = (message: SamplingMessage | undefined): JsonObject[] =>
    message ? [message.content].flat().map((block) => asObject(block)) : [];
  for (const [index, message] of messages.entries()) {
    const results = blocksOf(message).filter(({ type }) => type === 'tool_result');
    if (results.length > 0 && results.length < blocksOf(message).length)
      throw invalidParams('A message with tool results holds something else');
    const uses = blocksOf(messages[index - 1]).filter(({ type }) => type === 'tool_use');
    const answered = uses.every(({ id }) => results.some(({ toolUseId }) => toolUseId === id));
    if (!answered || results.length > uses.length) throw invalidParams('Tool uses and tool results do not match');
  }
}

/** Exactly the modes that were declared (MCP 2025-11-25, Elicitation). */
async function elicit(
  params: ElicitRequestParams,
  offer: { forms: boolean; pages: boolean },
  user: Decisions,
  asked: Asked,
): Promise<ElicitResult> {
  if (params.mode === 'url') {
    if (!offer.pages) throw invalidParams('This client did not declare elicitation by URL');
    return { action: actionOf(await decided(user.pages, asked)) };
  }
  if (!offer.forms || !['form', undefined].includes(params.mode))
    throw invalidParams(`This client did not declare the mode ${params.mode ?? 'form'}`);
  const { requestedSchema } = params as ElicitRequestFormParams;
  if (user.answer) return user.answer as unknown as ElicitResult;
  const content = filledForm(asObject(requestedSchema));
  const action = actionOf(await decided(user.forms, asked));
  if (action !== 'accept') return { action };
  return content === undefined ? { action: 'decline' } : { action, content };
}

const actionOf = (decision: Decisions['forms']): ElicitResult['action'] => (decision === 'wait' ? 'cancel' : decision);

/** The decision of the user, who may take until the request is taken back. */
async function decided<Decision extends string>(decision: Decision, { signal }: Asked): Promise<Decision> {
  if (decision === 'wait' && !signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return decision;
}
