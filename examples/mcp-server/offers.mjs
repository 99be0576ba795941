// What the example server offers, for 2025-11-25 and 2026-07-28 alike: a tool that asks the client returns `inputRequired`, which version 2 of the
// SDK turns into a request of the server where the session is of 2025-11-25.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const CONFIG = 'memo://config';

const object = (properties, required = Object.keys(properties)) =>
  fromJsonSchema({ type: 'object', properties, required });
const text = (said) => ({ type: 'text', text: said });
const says = (said) => ({ content: [text(said)] });
const prompts = (content) => () => ({ messages: [{ role: 'user', content }] });
const greeting = { uri: 'memo://greeting', mimeType: 'text/plain', text: 'Hello.' };

/**
 * A server for one connection, session or request. `shown` says which extra tool, resource and prompt are there, and is shared by
 * whoever sees the same lists; `announce` tells subscribers that are none of its own connection.
 */
export function createServer({ shown, announce }) {
  const server = new McpServer(
    { name: 'example-server', version: '1.0.0' },
    { capabilities: { logging: {}, completions: {}, resources: { subscribe: true, listChanged: true } } },
  );
  addTools(server);
  addQuestions(server);
  addResources(server);
  addPrompts(server);
  addChanges(server, shown, announce);
  return server;
}

function addTools(server) {
  server.registerTool('echo', { inputSchema: object({ message: { type: 'string' } }) }, ({ message }) => says(message));
  const sum = {
    inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }),
    outputSchema: object({ sum: { type: 'number' } }),
  };
  server.registerTool('add', sum, ({ a, b }) => ({ ...says(String(a + b)), structuredContent: { sum: a + b } }));
  server.registerTool('fail', { inputSchema: object({}) }, () => ({ ...says('it failed'), isError: true }));
  server.registerTool('slow', { inputSchema: object({}) }, async (_, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (let progress = 1; progress <= 3; progress++) {
      await sleep(100);
      if (progressToken === undefined) continue;
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } });
    }
    return says('done');
  });
  const media = (name, block) => server.registerTool(name, { inputSchema: object({}) }, () => ({ content: [block] }));
  media('image', { type: 'image', data: DOT, mimeType: 'image/png' });
  media('audio', { type: 'audio', data: SILENCE, mimeType: 'audio/wav' });
  media('embedded', { type: 'resource', resource: greeting });
  media('link', { type: 'resource_link', uri: greeting.uri, name: 'greeting' });
  server.registerTool('log', { inputSchema: object({}) }, async (_, { mcpReq }) => {
    for (const level of ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'])
      await mcpReq.log(level, `this is of ${level}`);
    return says('logged');
  });
  const region = { type: 'string', 'x-mcp-header': 'region' };
  server.registerTool('route', { inputSchema: object({ region }) }, (given) => says(given.region));
}

function addQuestions(server) {
  const form = (name) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
  const elicit = (name) => inputRequired.elicit({ message: `Which ${name}?`, requestedSchema: form(name) });
  /** A tool that asks these questions, one after the other. What was answered so far it keeps in its state. */
  const asks = (name, questions) =>
    server.registerTool(name, { inputSchema: object({}) }, (_, { mcpReq }) => {
      const answered = Number(mcpReq.requestState() ?? 0);
      const known = inputResponse(mcpReq.inputResponses, `q${answered}`).kind !== 'missing';
      const next = known ? answered + 1 : answered;
      if (next === questions.length) return says(JSON.stringify(mcpReq.inputResponses));
      return inputRequired({ inputRequests: { [`q${next}`]: questions[next] }, requestState: String(next) });
    });
  const messages = [{ role: 'user', content: text('Say something.') }];
  asks('ask_roots', [inputRequired.listRoots()]);
  asks('ask_sampling', [inputRequired.createMessage({ messages, maxTokens: 10 })]);
  asks('ask_form', [elicit('name')]);
  asks('ask_twice', [elicit('name'), elicit('color')]);
  asks('ask_url', [inputRequired.elicitUrl({ message: 'Look', url: 'https://example.com/visit' })]);
}

function addResources(server) {
  const fixed = (name, contents) => server.registerResource(name, contents.uri, {}, () => ({ contents: [contents] }));
  fixed('greeting', greeting);
  fixed('pixel', { uri: 'memo://pixel', mimeType: 'image/png', blob: DOT });
  fixed('config', { uri: CONFIG, mimeType: 'text/plain', text: 'on' });
  const ids = (value) => Array.from({ length: 150 }, (_, id) => String(id)).filter((id) => id.startsWith(value));
  const notes = new ResourceTemplate('memo://notes/{id}', { list: undefined, complete: { id: ids } });
  server.registerResource('note', notes, {}, ({ href }, { id }) => ({ contents: [{ uri: href, text: `note ${id}` }] }));
}

function addPrompts(server) {
  server.registerPrompt('greeting', {}, prompts(text('Greet me.')));
  const code = { argsSchema: object({ code: { type: 'string' } }) };
  server.registerPrompt('review', code, (given) => prompts(text(`Review ${given.code}`))());
  server.registerPrompt('picture', {}, prompts({ type: 'image', data: DOT, mimeType: 'image/png' }));
  server.registerPrompt('recording', {}, prompts({ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }));
  server.registerPrompt('with_resource', {}, prompts({ type: 'resource', resource: greeting }));
}

/** Tools that change what the lists show, and a resource; the SDK tells the own connection of a list by itself. */
function addChanges(server, shown, announce) {
  const extra = {
    tool: server.registerTool('extra', { inputSchema: object({}) }, () => says('extra')),
    resource: server.registerResource('extra', 'memo://extra', {}, () => ({
      contents: [{ uri: 'memo://extra', text: '' }],
    })),
    prompt: server.registerPrompt('extra', {}, prompts(text('extra'))),
  };
  for (const [kind, registered] of Object.entries(extra)) {
    registered.update({ enabled: shown.has(kind) });
    server.registerTool(`toggle_${kind}`, { inputSchema: object({}) }, () => {
      if (!shown.delete(kind)) shown.add(kind);
      registered.update({ enabled: shown.has(kind) });
      announce?.[`${kind}sChanged`]();
      return says(shown.has(kind) ? 'there' : 'gone');
    });
  }
  const subscribed = new Set();
  server.server.setRequestHandler('resources/subscribe', ({ params }) => void subscribed.add(params.uri) ?? {});
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => void subscribed.delete(params.uri) ?? {});
  server.registerTool('touch', { inputSchema: object({}) }, async () => {
    announce?.resourceUpdated(CONFIG);
    if (announce === undefined && subscribed.has(CONFIG)) await server.server.sendResourceUpdated({ uri: CONFIG });
    return says('touched');
  });
}
