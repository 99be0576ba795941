import type {
  CallToolResult,
  ClientCapabilities,
  CreateMessageRequestParams,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
} from '../../../../generated/types/mcp-2025-11-25.js';
import { asObject, isObject, stringifyJson } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import type { ClientAnswer, RequestParams, ServerRequests } from '../../methods.js';
import { CallError } from '../call.js';
import { answer, failure, text } from '../content.js';
import { ownSchema } from '../json-schema.js';
import { type Tool, type ToolCall, tool } from './tool.js';

/** A form with one field of each primitive kind (MCP 2025-11-25, Elicitation, Requested Schema). */
export const FORM: ElicitRequestFormParams['requestedSchema'] = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', description: 'How to address you', minLength: 1 },
    age: { type: 'integer', title: 'Age', minimum: 0, maximum: 150 },
    color: { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'], default: 'green' },
    agree: { type: 'boolean', title: 'Agree', default: true },
  },
  required: ['name'],
};

const judgeForm = ownSchema(asObject(FORM));

/** The shipped tools that ask the client something, if it declared that it can be asked. */
export const askingTools: readonly Tool[] = [
  tool(
    'ask_roots',
    { title: 'Ask for roots', description: 'Asks the client for its roots.', streams: true },
    (_args, call) =>
      ask(call, 'roots', 'roots/list', [], ({ roots }) =>
        answer(
          text(roots.length === 0 ? 'The client has no roots.' : `Roots: ${roots.map(({ uri }) => uri).join(', ')}`),
        ),
      ),
  ),
  tool(
    'ask_sampling',
    {
      title: 'Ask a model',
      description: "Asks the client's model.",
      takes: { prompt: { type: 'string', description: 'What to ask.' } },
      needs: ['prompt'],
      streams: true,
    },
    ({ prompt }, call) => {
      const params: CreateMessageRequestParams = {
        messages: [{ role: 'user', content: text(String(prompt)) }],
        maxTokens: 100,
      };
      return ask(call, 'sampling', 'sampling/createMessage', [params], ({ model, content }) => {
        const blocks = Array.isArray(content) ? content : [content];
        const said = blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
        return answer(text(`${model} said: ${said.join(' ')}`));
      });
    },
  ),
  tool(
    'ask_elicitation',
    {
      title: 'Ask the user',
      description: 'Asks the user to fill in a form, or to visit a URL.',
      takes: {
        message: { type: 'string', description: 'What to tell the user.' },
        mode: { enum: ['form', 'url'], default: 'form' },
      },
      needs: ['message'],
      streams: true,
    },
    ({ message, mode }, call) => (mode === 'url' ? askVisit(String(message), call) : askForm(String(message), call)),
  ),
];

/** Asks for input by a form, where the client can show one. */
export function askForm(message: string, call: ToolCall): Promise<CallToolResult> {
  const { elicitation } = call.session.capabilities;
  // A client that names no mode has the form mode (MCP 2025-11-25, Elicitation, Capabilities).
  const able = isObject(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation);
  if (isObject(elicitation) && !able) return Promise.resolve(failure('The client did not declare forms.'));
  const params: ElicitRequestFormParams = { mode: 'form', message, requestedSchema: FORM };
  return ask(call, 'elicitation', 'elicitation/create', [params], ({ action, content }) => {
    if (action !== 'accept') return answer(text(`The user chose ${action}.`));
    const wrong = judgeForm(content ?? {});
    if (wrong !== undefined) return failure(`The content does not match the requested schema: ${wrong}`);
    return answer(text(`The user sent ${stringifyJson(content ?? {})}`));
  });
}

async function askVisit(message: string, call: ToolCall): Promise<CallToolResult> {
  const { session } = call;
  const { elicitation } = session.capabilities;
  if (!isObject(elicitation) || !('url' in elicitation))
    return failure('The client did not declare elicitation by URL.');
  const elicitationId = session.uuid();
  const url = `https://elicitation.example/consent/${elicitationId}`;
  const params: ElicitRequestURLParams = { mode: 'url', message, url, elicitationId };
  return ask(call, 'elicitation', 'elicitation/create', [params], ({ action }) => {
    if (action === 'accept') session.announce('notifications/elicitation/complete', { elicitationId }, call);
    return answer(text(`The user chose ${action}.`));
  });
}

/** Asks only what the client declared, and only once it is initialized (MCP 2025-11-25, Lifecycle). */
async function ask<M extends keyof ServerRequests>(
  call: ToolCall,
  capability: keyof ClientCapabilities,
  method: M,
  params: RequestParams<M>,
  use: (result: ClientAnswer<M>) => CallToolResult,
): Promise<CallToolResult> {
  const { capabilities, phase } = call.session;
  if (!isObject(capabilities[capability])) return failure(`The client did not declare ${capability}.`);
  if (phase !== 'ready') return failure('The client did not say notifications/initialized yet.');
  try {
    return use(await call.request(method, ...params));
  } catch (error) {
    if (error instanceof RpcError)
      return failure(`The client answered ${method} with error ${error.code}: ${error.message}`);
    if (error instanceof CallError) return failure(error.message);
    throw error;
  }
}
