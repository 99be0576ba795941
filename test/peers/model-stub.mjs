/**
 * A model for agents that need one: a server on a loopback port that speaks the messages API of Anthropic, the chat completions of
 * OpenAI and the API of Gemini, as streams or whole. There is no thought behind it. The first word of what the user said last
 * decides what comes:
 *
 *   say TEXT             that text
 *   talk                 80 small pieces in 8 s
 *   wait                 nothing for 20 s, then a text
 *   think                a thought, then a text
 *   plan                 two steps, one after the other
 *   read FILE            reads it
 *   work FILE FILE       reads one after the other
 *   labour FILE          reads it again and again, for 8 s
 *   edit FILE FILE       writes one after the other
 *   mode                 goes over to planning
 *   call SERVER_TOOL JSON  calls a tool of an MCP server
 *
 * and a short text for whatever else is said. What it is asked without tools is the agent's own business, such as a title.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HELLO = [{ text: 'Hello. ' }, { text: 'What can I do?' }];
const DONE = [{ text: 'Done.' }];
const write = (file) => ({ tool: 'write', input: { file_path: file, content: 'new\n' } });
const read = (file, limit) => ({ tool: 'read', input: { file_path: file, ...(limit && { limit, end_line: limit }) } });
const todos = (...states) => ({
  tool: 'todowrite',
  input: {
    todos: states.map((status, at) => ({
      id: `${at}`,
      content: `Step ${at}`,
      description: `Step ${at}`,
      activeForm: `Step ${at}`,
      status,
      priority: 'medium',
    })),
  },
});

/** What each word brings, given what stands behind it and how often the model has answered since: the parts of one answer. */
const SCRIPTS = {
  say: (text) => Array.from(text, (piece) => ({ text: piece })),
  talk: () => Array.from({ length: 80 }, (_, at) => ({ text: `${at} `, after: 100 })),
  wait: () => [{ text: 'That took a while.', after: 20_000 }],
  think: () => [{ thought: 'Let me think. ' }, { thought: 'That is easy.' }, ...DONE],
  plan: (_, turn) =>
    [[todos('in_progress', 'pending')], [todos('completed', 'in_progress')], [todos('completed', 'completed')]][turn],
  work: (files, turn) =>
    files
      .split(' ')
      .slice(turn, turn + 1)
      .map((file) => read(file)),
  // No two calls are alike: some agents take such for a model that is stuck.
  labour: (file, turn) => (turn < 20 ? [{ ...read(file, turn + 1), after: 400 }] : DONE),
  mode: (_, turn) => (turn === 0 ? [{ tool: 'enterplanmode', input: {} }] : DONE),
  read: (file, turn) => (turn === 0 ? [read(file)] : DONE),
  edit: (files, turn) =>
    files
      .split(' ')
      .slice(turn, turn + 1)
      .map((file) => write(file)),
  call: (text, turn) => (turn === 0 ? [{ tool: split(text)[0], input: JSON.parse(split(text)[1]) }] : DONE),
};

/** A text at its first space, as a list of two. */
function split(text) {
  const at = text.indexOf(' ');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The texts of a message of either API, but for the notes that agents hang on what a user says. */
const texts = ({ content }) =>
  (typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []))
    .filter(({ type, text }) => type === 'text' && !text.startsWith('<'))
    .map(({ text }) => text);

/** Other names of a tool. */
const NAMES = { read: ['read', 'read_file'], write: ['write', 'write_file'], todowrite: ['todowrite', 'write_todos'] };

/** The parts of the answer to a conversation. `tools` are those on offer, as { name, schema }, `folder` is where they work. */
function answer({ messages, tools, folder }) {
  if (tools.length === 0) return [{ text: 'A talk' }];
  const last = messages.findLastIndex((message) => message.role === 'user' && texts(message).length > 0);
  const turn = messages.slice(last + 1).filter(({ role }) => role === 'assistant').length;
  const said = last < 0 ? undefined : texts(messages[last]).findLast((text) => Object.hasOwn(SCRIPTS, split(text)[0]));
  if (said === undefined) return HELLO;
  const [word, rest = ''] = split(said);
  const parts = SCRIPTS[word](rest, turn) ?? [];
  return parts.length === 0 ? DONE : parts.map((part) => (part.tool ? named(part, tools, folder) : part));
}

/** A call of a tool under the name that this agent has for it, with the names of its arguments, and the absolute paths that it wants. */
function named(part, tools, folder) {
  const plain = (name) =>
    name
      .toLowerCase()
      .replace(/^mcp_+/, '')
      .replaceAll('_', '');
  const names = (NAMES[part.tool] ?? [part.tool]).map(plain);
  const found = tools.find(({ name }) => names.includes(plain(name)));
  if (!found) return { text: `There is no ${part.tool}.`, after: part.after };
  const camel = (key) => key.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const known = found.schema?.properties ?? {};
  const pairs = Object.entries(part.input).map(([key, value]) => [
    key in known ? key : camel(key),
    key === 'file_path' ? resolve(folder, value) : value,
  ]);
  const input = Object.fromEntries(
    pairs.filter(([key]) => key in known).map(([key, value]) => [key, fitted(value, known[key])]),
  );
  return { ...part, tool: found.name, input, id: `call_${randomUUID().replaceAll('-', '')}` };
}

/** A list without the members of its items that its schema does not have. */
function fitted(value, { items: { properties } = {} }) {
  if (!Array.isArray(value) || !properties) return value;
  return value.map((item) => Object.fromEntries(Object.entries(item).filter(([key]) => key in properties)));
}

/** The messages API: what is asked for, and the events of an answer. */
const anthropic = {
  messages: ({ messages }) => messages,
  streams: ({ stream }) => stream,
  tools: (tools) => tools.map(({ name, input_schema: schema }) => ({ name, schema })),
  whole: (model, parts) => ({
    ...anthropic.frame(model),
    content: parts.map((part) =>
      part.tool
        ? { type: 'tool_use', id: part.id, name: part.tool, input: part.input }
        : part.thought
          ? { type: 'thinking', thinking: part.thought, signature: 'c3R1Yg==' }
          : { type: 'text', text: part.text },
    ),
    stop_reason: parts.some(({ tool }) => tool) ? 'tool_use' : 'end_turn',
  }),
  frame: (model) => ({
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  }),
  async *events(model, parts) {
    yield { type: 'message_start', message: anthropic.frame(model) };
    let index = -1;
    let open;
    const close = function* () {
      if (open === 'thinking')
        yield { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature: 'c3R1Yg==' } };
      if (open) yield { type: 'content_block_stop', index };
    };
    for await (const part of parts) {
      const type = part.tool ? 'tool_use' : part.thought ? 'thinking' : 'text';
      if (type !== open || part.tool) {
        yield* close();
        index += 1;
        open = type;
        const blank = { text: { text: '' }, thinking: { thinking: '', signature: '' } };
        const block = blank[type] ?? { id: part.id, name: part.tool, input: {} };
        yield { type: 'content_block_start', index, content_block: { type, ...block } };
      }
      const delta = part.tool
        ? { type: 'input_json_delta', partial_json: JSON.stringify(part.input) }
        : part.thought
          ? { type: 'thinking_delta', thinking: part.thought }
          : { type: 'text_delta', text: part.text };
      yield { type: 'content_block_delta', index, delta };
    }
    yield* close();
    const reason = open === 'tool_use' ? 'tool_use' : 'end_turn';
    yield { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 10 } };
    yield { type: 'message_stop' };
  },
  line: (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  end: '',
};

/** The same for chat completions. */
const openai = {
  messages: ({ messages }) => messages,
  streams: ({ stream }) => stream,
  tools: (tools) => tools.map(({ function: { name, parameters: schema } }) => ({ name, schema })),
  usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
  call: ({ tool: name, id, input }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }),
  whole: (model, parts) => {
    const calls = parts.filter(({ tool }) => tool).map(openai.call);
    const content = parts.map(({ text }) => text ?? '').join('');
    const message = { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) };
    const choice = { index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' };
    return { id: randomUUID(), object: 'chat.completion', created: 0, model, choices: [choice], usage: openai.usage };
  },
  async *events(model, parts) {
    const id = randomUUID();
    const chunk = (delta, reason = null) => ({
      id,
      object: 'chat.completion.chunk',
      created: 0,
      model,
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    let calls = 0;
    yield chunk({ role: 'assistant', content: '' });
    for await (const part of parts) {
      if (part.tool) yield chunk({ tool_calls: [openai.call(part, calls++)] });
      else yield chunk(part.thought ? { reasoning_content: part.thought } : { content: part.text });
    }
    yield { ...chunk({}, calls > 0 ? 'tool_calls' : 'stop'), usage: openai.usage };
  },
  line: (event) => `data: ${JSON.stringify(event)}\n\n`,
  end: 'data: [DONE]\n\n',
};

/** The same for Gemini, whose paths say whether they stream. */
const gemini = {
  messages: ({ contents }) =>
    contents.map(({ role, parts }) => ({
      role: role === 'model' ? 'assistant' : role,
      content: parts.filter(({ text }) => text !== undefined).map(({ text }) => ({ type: 'text', text })),
    })),
  streams: (_, path) => path.endsWith(':streamGenerateContent'),
  tools: (tools) =>
    tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, parametersJsonSchema, parameters }) => ({ name, schema: parametersJsonSchema ?? parameters })),
  part: ({ tool: name, input: args, text, thought }) =>
    name ? { functionCall: { name, args } } : { text: text ?? thought, ...(thought && { thought: true }) },
  frame: (parts, end) => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(end && { finishReason: 'STOP' }) }],
    ...(end && { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 } }),
  }),
  whole: (_, parts) => gemini.frame(parts.map(gemini.part), true),
  async *events(_, parts) {
    for await (const part of parts) yield gemini.frame([gemini.part(part)], false);
    yield gemini.frame([{ text: '' }], true);
  },
  // Its client takes U+2028 for the end of a line.
  line: (event) => `data: ${JSON.stringify(event).replaceAll('\u2028', '\\u2028')}\r\n\r\n`,
  end: '',
};

const APIS = { '/v1/messages': anthropic, '/v1/chat/completions': openai };
const apiAt = (path) => (/^\/v1beta\/models\/[^/]+:(stream)?generateContent$/i.test(path) ? gemini : APIS[path]);

/** Where agents work, as they tell the model in JSON. */
const WHERE = /(?:working directory: |working in the directory: |workspace directories:\*\*\\n *- )([^"\\]+)/i;

/** The parts, each when its time has come. */
async function* inTime(parts, signal) {
  for (const part of parts) {
    if (part.after) await sleep(part.after, undefined, { signal });
    yield part;
  }
}

async function serve(request, response) {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  const { pathname } = new URL(request.url, 'http://localhost');
  const json = (status, value) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (pathname === '/v1/messages/count_tokens') return json(200, { input_tokens: 10 });
  const api = apiAt(pathname);
  if (!api || request.method !== 'POST') return json(404, { error: { type: 'not_found_error', message: pathname } });

  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const asked = JSON.parse(body);
  // Agents tell the model where it works, in some sentence of their own.
  const messages = api.messages(asked);
  const [, folder = '/'] = WHERE.exec(JSON.stringify([asked.system, messages])) ?? [];
  const parts = answer({ messages, tools: api.tools(asked.tools ?? []), folder });
  if (!api.streams(asked, pathname)) return json(200, api.whole(asked.model, parts));
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).flushHeaders();
  for await (const event of api.events(asked.model, inTime(parts, gone.signal))) response.write(api.line(event));
  response.end(api.end);
}

/** Starts the model on a free port of the loopback device; resolves with its address and what ends it. */
export function startModel() {
  const server = createServer((request, response) => {
    // A talk that is broken off ends here; there is nobody left to tell.
    serve(request, response).catch(() => response.destroy());
  });
  return new Promise((settle, reject) => {
    server.on('error', reject).listen(0, '127.0.0.1', () =>
      settle({
        url: `http://127.0.0.1:${server.address().port}`,
        close() {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}
