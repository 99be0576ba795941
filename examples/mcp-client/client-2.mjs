// A client made with @modelcontextprotocol/client 2, over stdio and Streamable HTTP, of 2025-11-25, 2026-07-28 or either. Does what it is told
// (`told.mjs`), tells what came of it as one line of JSON.
//   node client-2.mjs --version V --url URL [FLAG…]      node client-2.mjs --version V [FLAG…] -- COMMAND ARG…
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { capabilities, elicit, flags, given, report, roots, sample, server, timeout } from './told.mjs';

const MODES = { '2025-11-25': 'legacy', either: 'auto' };
const transport =
  flags.url === undefined ? new StdioClientTransport(server) : new StreamableHTTPClientTransport(new URL(flags.url));
const client = new Client(
  { name: 'sdk-2-client', version: '1.0.0' },
  {
    capabilities,
    enforceStrictCapabilities: true,
    versionNegotiation: {
      mode: MODES[flags.version] ?? { pin: flags.version },
      // Servers of before may leave server/discover without an answer.
      probe: { timeoutMs: Math.min(timeout, 5000) },
    },
  },
);
client.setRequestHandler('roots/list', () => ({ roots }));
client.setRequestHandler('sampling/createMessage', sample);
client.setRequestHandler('elicitation/create', elicit);

/** Without a cursor the SDK collects all pages. */
const LISTS = {
  tools: async () => (await client.listTools({}, { timeout })).tools,
  resources: async () => (await client.listResources({}, { timeout })).resources,
  templates: async () => (await client.listResourceTemplates({}, { timeout })).resourceTemplates,
  prompts: async () => (await client.listPrompts({}, { timeout })).prompts,
};

function call(signal, onprogress) {
  return client.callTool({ name: flags.call, arguments: given }, { timeout, signal, onprogress });
}

async function callAndTakeBack() {
  const controller = new AbortController();
  const first = call(controller.signal).catch((error) => ({ cancelled: error.message }));
  await sleep(Number(flags['cancel-after']));
  controller.abort('no longer expected');
  return [await first, await call()];
}

async function calls() {
  if (flags['cancel-after'] !== undefined) return callAndTakeBack();
  if (flags['roots-after'] !== undefined) {
    void sleep(Number(flags['roots-after'])).then(() => {
      roots.push({ uri: 'file:///another/root' });
      return client.sendRootsListChanged();
    });
  }
  if (flags.times === undefined) return [await call()];
  return Promise.all(Array.from({ length: Number(flags.times) }, () => call(undefined, () => undefined)));
}

async function lists() {
  const all = [await LISTS[flags.list]()];
  if (flags['list-again-after'] === undefined) return all;
  await sleep(Number(flags['list-again-after']));
  return [...all, await LISTS[flags.list]()];
}

async function reads() {
  const all = [];
  for (let time = 0; time < Number(flags.times ?? 1); time++) all.push(await client.readResource({ uri: flags.read }));
  return all;
}

async function watch(uri) {
  const updated = new Promise((resolve) =>
    client.setNotificationHandler('notifications/resources/updated', () => resolve()),
  );
  if (client.getProtocolEra() === 'legacy') {
    await client.subscribeResource({ uri });
    await updated;
    return client.readResource({ uri });
  }
  const subscription = await client.listen({ resourceSubscriptions: [uri] }, { timeout });
  await updated;
  const result = await client.readResource({ uri });
  await subscription.close();
  return result;
}

/** What it did, in its order. */
async function act() {
  const listed = flags.list === undefined ? [] : await lists();
  if (flags.call !== undefined) return [...listed, ...(await calls())];
  if (flags.list !== undefined) return listed;
  if (flags.read !== undefined) return reads();
  if (flags.watch !== undefined) return [await watch(flags.watch)];
  if (flags.prompt !== undefined) return [await client.getPrompt({ name: flags.prompt, arguments: given })];
  if (flags.complete !== undefined) return [await client.complete(JSON.parse(flags.complete))];
  if (flags.level !== undefined) return [await client.setLoggingLevel(flags.level)];
  return [];
}

try {
  await client.connect(transport, { timeout });
  const results = await act();
  if (flags.url !== undefined) await transport.terminateSession();
  await client.close();
  report({ ok: true, value: { results } });
} catch (error) {
  await client.close().catch(() => undefined);
  report({ ok: false, error: String(error?.message ?? error) });
}
