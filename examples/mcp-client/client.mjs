// A client made with @modelcontextprotocol/sdk 1, over stdio and Streamable HTTP. Does what it is told, tells what came of it as one line of JSON.
//   node client.mjs --url URL [FLAG…]      node client.mjs [FLAG…] -- COMMAND ARG…
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  McpError,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

const text = { type: 'string' };
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: text,
    call: text, // a tool, with --arguments JSON
    arguments: text,
    times: text, // so many calls at the same time, with progress
    'cancel-after': text, // ms until the user takes the call back
    task: { type: 'boolean' }, // the call is a task
    'roots-after': text, // ms until the roots change
    list: text, // tools, resources, templates or prompts
    read: text,
    watch: text,
    prompt: text,
    complete: text, // the params as JSON
    level: text,
    user: text, // refuse, dismiss or ponder; agrees otherwise
    timeout: text, // ms for which each answer is waited for
  },
});

const [command, ...args] = positionals;
const transport =
  flags.url === undefined
    ? new StdioClientTransport({ command, args })
    : new StreamableHTTPClientTransport(new URL(flags.url));
const timeout = Number(flags.timeout ?? 100_000);
const given = JSON.parse(flags.arguments ?? '{}');
const roots = [{ uri: pathToFileURL(process.cwd()).href, name: 'work' }];

const client = new Client(
  { name: 'sdk-client', version: '1.0.0' },
  {
    capabilities: {
      roots: { listChanged: true },
      sampling: {},
      elicitation: { form: { applyDefaults: true }, url: {} },
    },
    enforceStrictCapabilities: true,
  },
);

/** The decision of the user: what it is called in each case. */
async function decide(refused) {
  if (flags.user === 'ponder') await new Promise(() => undefined);
  return flags.user === undefined ? 'accept' : flags.user === 'dismiss' ? 'cancel' : refused;
}
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => {
  if (params.tools ?? params.toolChoice) throw new McpError(-32602, 'This client did not declare tools in sampling');
  if ((await decide('decline')) === 'decline') throw new McpError(-1, 'User rejected sampling request');
  return {
    role: 'assistant',
    model: 'of-the-example',
    content: { type: 'text', text: 'Hello.' },
    stopReason: 'endTurn',
  };
});
client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
  const action = await decide('decline');
  if (action !== 'accept' || params.mode === 'url') return { action };
  const { properties, required = [], $schema = DIALECT } = params.requestedSchema;
  if ($schema !== DIALECT) throw new McpError(-32602, `The dialect ${$schema} is not supported`);
  return { action, content: Object.fromEntries(required.map((name) => [name, simplest(properties[name])])) };
});

/** The simplest value that the schema of a field allows, or its default. */
function simplest({ type, format, minimum, minItems = 0, minLength = 0, ...field }) {
  if (field.default !== undefined) return field.default;
  const choices = field.enum ?? field.oneOf?.map((one) => one.const);
  if (type === 'array') return (field.items.enum ?? field.items.anyOf.map((one) => one.const)).slice(0, minItems);
  if (choices) return choices[0];
  if (type === 'boolean') return true;
  if (type === 'string') return FORMATS[format] ?? 'text'.padEnd(minLength, '.');
  return minimum ?? 1;
}
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const FORMATS = {
  email: 'a@example.com',
  uri: 'https://example.com/',
  date: '2025-11-25',
  'date-time': '2025-11-25T00:00:00Z',
};

const LISTS = {
  tools: [(params) => client.listTools(params, { timeout }), 'tools'],
  resources: [(params) => client.listResources(params, { timeout }), 'resources'],
  templates: [(params) => client.listResourceTemplates(params, { timeout }), 'resourceTemplates'],
  prompts: [(params) => client.listPrompts(params, { timeout }), 'prompts'],
};
async function list([ask, member]) {
  const all = [];
  let page = {};
  do {
    page = await ask(page.nextCursor === undefined ? {} : { cursor: page.nextCursor });
    all.push(...page[member]);
  } while (page.nextCursor !== undefined);
  return all;
}

function call(signal, onprogress) {
  return client.callTool({ name: flags.call, arguments: given }, undefined, { timeout, signal, onprogress });
}

async function callAsTask() {
  const tools = await list(LISTS.tools);
  const mode = tools.find(({ name }) => name === flags.call)?.execution?.taskSupport ?? 'forbidden';
  if (mode === 'forbidden' || !client.getServerCapabilities()?.tasks?.requests?.tools?.call) return call();
  const options = { timeout, task: { ttl: 60_000 } };
  const stream = client.experimental.tasks.callToolStream(
    { name: flags.call, arguments: given },
    CallToolResultSchema,
    options,
  );
  for await (const message of stream) {
    if (message.type === 'taskCreated' && flags['cancel-after'] !== undefined) {
      await sleep(Number(flags['cancel-after']));
      await client.experimental.tasks.cancelTask(message.task.taskId);
      return { cancelled: true };
    }
    if (message.type === 'result') return message.result;
    if (message.type === 'error') throw message.error;
  }
}

async function callAndTakeBack() {
  const controller = new AbortController();
  const first = call(controller.signal).catch((error) => ({ cancelled: error.message }));
  await sleep(Number(flags['cancel-after']));
  controller.abort('no longer wanted');
  return [await first, await call()];
}

async function watch(uri) {
  const updated = new Promise((resolve) => client.setNotificationHandler(ResourceUpdatedNotificationSchema, resolve));
  await client.subscribeResource({ uri });
  await updated;
  return client.readResource({ uri });
}

async function act() {
  if (flags.list !== undefined) return list(LISTS[flags.list]);
  if (flags.read !== undefined) return client.readResource({ uri: flags.read });
  if (flags.watch !== undefined) return watch(flags.watch);
  if (flags.prompt !== undefined) return client.getPrompt({ name: flags.prompt, arguments: given });
  if (flags.complete !== undefined) return client.complete(JSON.parse(flags.complete));
  if (flags.level !== undefined) return client.setLoggingLevel(flags.level);
  if (flags.call === undefined) return undefined;
  if (flags.task) return callAsTask();
  if (flags['cancel-after'] !== undefined) return callAndTakeBack();
  if (flags['roots-after'] !== undefined) {
    void sleep(Number(flags['roots-after'])).then(() => {
      roots.push({ uri: 'file:///another/root' });
      return client.sendRootsListChanged();
    });
  }
  if (flags.times === undefined) return call();
  return Promise.all(Array.from({ length: Number(flags.times) }, () => call(undefined, () => undefined)));
}

const report = (outcome) =>
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(outcome.ok ? 0 : 1));
try {
  await client.connect(transport, { timeout });
  const result = await act();
  if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
  await client.close();
  report({ ok: true, value: { results: result === undefined ? [] : [result] } });
} catch (error) {
  await client.close().catch(() => undefined);
  report({ ok: false, error: String(error?.message ?? error) });
}
