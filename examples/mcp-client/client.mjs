// A client made with @modelcontextprotocol/sdk 1, over stdio and Streamable HTTP. Does what it is told, tells what came of it as one line of JSON.
//   node client.mjs --url URL [FLAG…]      node client.mjs [FLAG…] -- COMMAND ARG…
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { capabilities, elicit, flags, given, report, roots, sample, server, timeout } from './told.mjs';

const transport =
  flags.url === undefined ? new StdioClientTransport(server) : new StreamableHTTPClientTransport(new URL(flags.url));
const client = new Client({ name: 'sdk-client', version: '1.0.0' }, { capabilities, enforceStrictCapabilities: true });
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
client.setRequestHandler(CreateMessageRequestSchema, sample);
client.setRequestHandler(ElicitRequestSchema, elicit);

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
      // The SDK does not check this capability, not even with enforceStrictCapabilities.
      if (client.getServerCapabilities().tasks.cancel) await client.experimental.tasks.cancelTask(message.task.taskId);
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
  controller.abort('no longer expected');
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
