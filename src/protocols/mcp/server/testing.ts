import type { Json, JsonObject } from '../../../json/json.js';
import { type Connection, connect, type RequestHandler } from '../../../jsonrpc/connection.js';
import { type Link, memoryPair } from '../../../jsonrpc/link.js';
import { openBorder } from '../../../wire/carried.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { REVISION } from '../revision.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { loadScript } from './script/script.js';
import { type ServeOptions, type ServerSession, serveMcp } from './session/session.js';

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now = 0;
  #timers = new Map<object, { due: number; fire: () => void }>();

  now = () => this.#now;
  date = () => Date.UTC(2025, 10, 25) + this.#now;

  after(ms: number, fire: () => void): () => void {
    const key = {};
    this.#timers.set(key, { due: this.#now + ms, fire });
    return () => this.#timers.delete(key);
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Waits until so many timers wait. Throws when they don't within five seconds of real time. */
  async until(count: number): Promise<void> {
    const end = performance.now() + 5000;
    while (this.#timers.size < count) {
      if (performance.now() > end) throw new Error(`${this.#timers.size} timers wait, not ${count}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Moves on by `ms`, firing what falls due in its order, and lets the consequences happen after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, timer]) => timer.due <= end).sort(([, a], [, b]) => a.due - b.due)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = due[1].due;
      due[1].fire();
      await idle();
    }
    this.#now = end;
    await idle();
  }
}

/** Moves the clock until an answer is there. */
export async function settle<T>(clock: FakeClock, answer: Promise<T>): Promise<T> {
  let over = false;
  const end = () => {
    over = true;
  };
  answer.then(end, end);
  for (let turn = 0; turn < 100 && !over; turn += 1) {
    await idle();
    if (!over) await clock.advance(50);
  }
  return answer;
}

/** Lets everything happen that needs no time. */
export async function idle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The params of an initialize request with these client capabilities. */
export const initializeParams = (capabilities: JsonObject = {}): JsonObject => ({
  protocolVersion: REVISION,
  capabilities,
  clientInfo: { name: 'test', version: '1' },
});

export interface TestClient {
  connection: Connection;
  /** The raw link of the client's side. */
  link: Link;
  session: ServerSession;
  clock: FakeClock;
  /** Everything that the server sent, in order. */
  heard: JsonObject[];
  /** The params of the notifications of a method so far. */
  notified(method: string): (Json | undefined)[];
  call(name: string, args?: JsonObject, meta?: JsonObject): Promise<JsonObject>;
  request(method: string, params?: JsonObject): Promise<JsonObject>;
}

export interface TestOptions {
  script?: JsonObject;
  permissive?: boolean | readonly string[];
  capabilities?: JsonObject;
  /** What the client answers, by method. */
  answers?: Record<string, RequestHandler>;
  /** Stop before initialize (`new`) or before initialized (`open`). Default: `ready`. */
  phase?: 'new' | 'open' | 'ready';
  serve?: Partial<ServeOptions>;
}

/** A client in memory, joined to a session of its own. */
export async function openClient(options: TestOptions = {}): Promise<TestClient> {
  const clock = new FakeClock();
  const [near, far] = memoryPair(openBorder);
  const script = await loadScript(options.script);
  const parts = permitting(PERMISSIVE_OPTIONS.read(options.permissive));
  const session = serveMcp(far, { script, clock, parts, ...options.serve });
  const heard: JsonObject[] = [];
  near.listen((carried) => {
    if (carried.kind === 'message') heard.push(carried.message as JsonObject);
  });
  const connection = connect(near, { requests: { ping: () => ({}), ...options.answers } });
  const request = async (method: string, params?: JsonObject) =>
    (await connection.request(method, params)) as JsonObject;
  const client: TestClient = {
    connection,
    link: near,
    session,
    clock,
    heard,
    notified: (method) => heard.filter((message) => message.method === method).map(({ params }) => params),
    call: (name, args, meta) =>
      request('tools/call', { name, ...(args && { arguments: args }), ...(meta && { _meta: meta }) }),
    request,
  };
  if (options.phase === 'new') return client;
  await settle(clock, request('initialize', initializeParams(options.capabilities)));
  if (options.phase === 'open') return client;
  connection.notify('notifications/initialized');
  await idle();
  return client;
}
