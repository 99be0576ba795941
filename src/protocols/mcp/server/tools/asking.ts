import type {
  CallToolResult,
  ClientCapabilities,
  CreateMessageRequestParams,
  CreateTaskResult,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  SamplingMessage,
  ToolResultContent,
} from '../../../../generated/types/mcp-2025-11-25.js';
import { asObject, isObject, stringifyJson } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { sleep } from '../../../../wire/clock/clock.js';
import type { ClientAnswer, RequestParams, ServerRequests } from '../../methods.js';
import { CODES } from '../../revision.js';
import { answer, failure, text } from '../content.js';
import { ownSchema } from '../json-schema.js';
import { CallError } from '../state/call.js';
import { type Tool, type ToolCall, tool } from '../state/tool.js';

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
      takes: {
        prompt: { type: 'string', description: 'What to ask.' },
        tools: { type: 'boolean', default: false, description: 'Whether the model may use a tool.' },
        as_task: { type: 'boolean', default: false, description: 'Whether the client shall do it as a task.' },
      },
      needs: ['prompt'],
      streams: true,
    },
    ({ prompt, tools, as_task: asTask }, call) =>
      asTask === true && runsSamplings(call)
        ? askAsTask(String(prompt), call)
        : askModel(String(prompt), tools === true, call),
  ),
  tool(
    'ask_elicitation',
    {
      title: 'Ask the user',
      description: 'Asks the user to fill in a form, or to visit a URL; or refuses until the user has visited one.',
      takes: {
        message: { type: 'string', description: 'What to tell the user.' },
        mode: { enum: ['form', 'url', 'url_first'], default: 'form' },
      },
      needs: ['message'],
      streams: true,
    },
    ({ message, mode }, call) => {
      if (mode === 'url') return askVisit(String(message), call);
      return mode === 'url_first' ? demandVisit(String(message), call) : askForm(String(message), call);
    },
  ),
];

/** What the model may use. */
const CLOCK = {
  name: 'clock',
  description: 'Tells the time in a city.',
  inputSchema: { type: 'object' as const, properties: { city: { type: 'string' } } },
};

/** Asks the model, and goes on with the results of the tools that it uses (MCP 2025-11-25, Sampling, Sampling with tools). */
function askModel(prompt: string, withTools: boolean, call: ToolCall): Promise<CallToolResult> {
  const { sampling } = call.session.capabilities;
  if (withTools && isObject(sampling) && !isObject(sampling.tools))
    return lacking(call, { sampling: { tools: {} } }, 'tools in sampling');
  const round = (messages: SamplingMessage[], left: number): Promise<CallToolResult> => {
    const params: CreateMessageRequestParams = { messages, maxTokens: 100, ...(withTools && { tools: [CLOCK] }) };
    return ask(call, 'sampling', 'sampling/createMessage', [params], ({ model, content }) => {
      const blocks = Array.isArray(content) ? content : [content];
      const results = blocks.flatMap((block): ToolResultContent[] =>
        block.type === 'tool_use' ? [{ type: 'tool_result', toolUseId: block.id, content: [text('Noon.')] }] : [],
      );
      if (withTools && results.length > 0 && left > 0)
        return round(
          [...messages, { role: 'assistant', content: blocks }, { role: 'user', content: results }],
          left - 1,
        );
      const said = blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
      return answer(text(`${model} said: ${said.join(' ')}`));
    });
  };
  return round([{ role: 'user', content: text(prompt) }], call.session.toolRounds);
}

/** How long the client shall keep a task, and how long the server waits between two questions if the client does not say, in ms. */
const TTL = 60_000;
const POLL_INTERVAL = 1_000;

/** Whether the client runs samplings as tasks. */
const runsSamplings = ({ session }: ToolCall) =>
  isObject(session.capabilities.tasks?.requests?.sampling?.createMessage);

/** Asks the model by a task of the client, and for its status until it is over (MCP 2025-11-25, Tasks). */
function askAsTask(prompt: string, call: ToolCall): Promise<CallToolResult> {
  const params: CreateMessageRequestParams = {
    messages: [{ role: 'user', content: text(prompt) }],
    maxTokens: 100,
    task: { ttl: TTL },
  };
  return ask(call, 'sampling', 'sampling/createMessage', [params], async (made) => {
    const { task } = made as object as Partial<CreateTaskResult>;
    if (!task) return answer(text('The client answered at once.'));
    const { taskId } = task;
    let { status, pollInterval } = task;
    while (status === 'working') {
      if (!(await sleep(call.session.clock, pollInterval ?? POLL_INTERVAL, call.signal))) return failure('Cancelled.');
      ({ status, pollInterval } = await call.request('tasks/get', { taskId }));
    }
    const sampled = asObject(await call.request('tasks/result', { taskId }));
    return answer(text(`${String(sampled.model)} answered in a task.`));
  });
}

/** Asks for input by a form, where the client can show one. */
export function askForm(message: string, call: ToolCall): Promise<CallToolResult> {
  const { elicitation } = call.session.capabilities;
  // A client that names no mode has the form mode (MCP 2025-11-25, Elicitation, Capabilities).
  const able = isObject(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation);
  if (isObject(elicitation) && !able) return lacking(call, { elicitation: { form: {} } }, 'forms');
  const params: ElicitRequestFormParams = { mode: 'form', message, requestedSchema: FORM };
  return ask(call, 'elicitation', 'elicitation/create', [params], ({ action, content }) => {
    if (action !== 'accept') return answer(text(`The user chose ${action}.`));
    const wrong = judgeForm(content ?? {});
    if (wrong !== undefined) return failure(`The content does not match the requested schema: ${wrong}`);
    return answer(text(`The user sent ${stringifyJson(content ?? {})}`));
  });
}

/** A visit of the user to a page, or undefined where the client can't be asked for one. */
function visitOf(message: string, { session }: ToolCall): ElicitRequestURLParams | undefined {
  const { elicitation } = session.capabilities;
  if (!isObject(elicitation) || !('url' in elicitation)) return undefined;
  const elicitationId = session.uuid();
  return { mode: 'url', message, url: `https://elicitation.example/consent/${elicitationId}`, elicitationId };
}

const noVisits = ({ session }: ToolCall) =>
  session.lacking({ elicitation: { url: {} } }, 'The client did not declare elicitation by URL.');

/** Refuses the call until the user has visited a page, which happens never (MCP 2025-11-25, Elicitation, URL Elicitation Required Error). */
function demandVisit(message: string, call: ToolCall): CallToolResult {
  const visit = visitOf(message, call);
  if (!visit) return noVisits(call);
  const data = { elicitations: [asObject(visit)] };
  throw new RpcError(CODES.urlElicitationRequired, 'The user has to visit a page first', data);
}

async function askVisit(message: string, call: ToolCall): Promise<CallToolResult> {
  const { session } = call;
  const params = visitOf(message, call);
  if (!params) return noVisits(call);
  const { elicitationId } = params;
  return ask(call, 'elicitation', 'elicitation/create', [params], ({ action }) => {
    if (action === 'accept') session.announce('notifications/elicitation/complete', { elicitationId }, call);
    return answer(text(`The user chose ${action}.`));
  });
}

/** Ends a call that needs what the client did not declare. */
async function lacking({ session }: ToolCall, needed: ClientCapabilities, what: string): Promise<CallToolResult> {
  return session.lacking(needed, `The client did not declare ${what}.`);
}

/** Asks only what the client declared, and only once it is initialized (MCP 2025-11-25, Lifecycle). */
async function ask<M extends keyof ServerRequests>(
  call: ToolCall,
  capability: keyof ClientCapabilities,
  method: M,
  params: RequestParams<M>,
  use: (result: ClientAnswer<M>) => CallToolResult | Promise<CallToolResult>,
): Promise<CallToolResult> {
  const { capabilities, phase } = call.session;
  if (!isObject(capabilities[capability])) return lacking(call, { [capability]: {} }, capability);
  if (phase !== 'ready') return failure('The client did not say notifications/initialized yet.');
  try {
    return await use(await call.request(method, ...params));
  } catch (error) {
    if (error instanceof RpcError)
      return failure(`The client answered ${method} with error ${error.code}: ${error.message}`);
    if (error instanceof CallError) return failure(error.message);
    throw error;
  }
}
