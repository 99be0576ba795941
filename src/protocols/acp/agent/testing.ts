import type { Json, JsonObject } from '../../../json/json.js';
import { type Connection, connect } from '../../../jsonrpc/connection.js';
import { settle, TestClock } from '../../../jsonrpc/fixtures/wired.js';
import { memoryPair } from '../../../jsonrpc/link.js';
import { PARTS } from './parts.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { completed, readScript } from './script.js';
import { type AgentServer, serveAgent } from './server.js';

/** An agent and a client that is connected to it in memory. */
export interface Wired {
  agent: AgentServer;
  client: Connection;
  clock: TestClock;
  /** The payloads of every session/update so far. */
  updates: JsonObject[];
  /** What came, in its order: methods, and `reply METHOD`. */
  order: string[];
  ask(method: string, params?: JsonObject): Promise<JsonObject>;
  /** Opens a session; resolves with its id. */
  session(params?: JsonObject): Promise<string>;
  prompt(sessionId: string, text: string): Promise<JsonObject>;
  /** Lets time pass in steps of 100 ms, and everything happen that it brings. */
  pass(ms: number): Promise<void>;
}

/** Starts an agent and greets it. `serves` are the client's methods; those of files and terminals are advertised. */
export async function wire(
  script: JsonObject = {},
  serves: { [method: string]: (params: JsonObject) => Json | Promise<Json> } = {},
): Promise<Wired> {
  const [mine, theirs] = memoryPair();
  const clock = new TestClock();
  const written = await readScript(script);
  const { manner, rewrites } = permitting(PARTS, PERMISSIVE_OPTIONS.read(written.permissive));
  const agent = serveAgent(theirs, {
    script: completed(written, undefined, manner),
    rewrites: rewrites(clock),
    clock,
  });
  const updates: JsonObject[] = [];
  const order: string[] = [];
  const client = connect(mine, {
    requests: Object.fromEntries(
      Object.entries(serves).map(([method, serve]) => [
        method,
        (params) => {
          order.push(method);
          return serve(params as JsonObject);
        },
      ]),
    ),
    notifications: {
      'session/update': (params) => {
        const { update } = params as { update: JsonObject };
        order.push(String(update.sessionUpdate));
        updates.push(update);
      },
    },
  });
  const ask = async (method: string, params: JsonObject = {}) => {
    const result = await client.request(method, params);
    order.push(`reply ${method}`);
    return result as JsonObject;
  };
  const clientCapabilities = {
    fs: { readTextFile: 'fs/read_text_file' in serves, writeTextFile: 'fs/write_text_file' in serves },
    terminal: 'terminal/create' in serves,
  };
  await ask('initialize', { protocolVersion: 1, clientCapabilities });
  return {
    agent,
    client,
    clock,
    updates,
    order,
    ask,
    session: async (params = {}) =>
      String((await ask('session/new', { cwd: '/project', mcpServers: [], ...params })).sessionId),
    prompt: (sessionId, text) => ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    pass: async (ms) => {
      for (let passed = 0; passed < ms; passed += 100) {
        clock.advance(100);
        await settle();
      }
    },
  };
}
