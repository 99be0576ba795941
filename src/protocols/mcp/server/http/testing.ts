import { request as httpRequest } from 'node:http';
import type { Json, JsonObject } from '../../../../json/json.js';
import type { Border, Carried } from '../../../../wire/carried.js';
import { SseDecoder } from '../../../../wire/http/sse.js';
import { defaultLimits } from '../../../../wire/limits.js';
import type { McpServerOptions, RunningMcpServer } from '../running.js';
import { startMcpServer } from '../start.js';
import { FakeClock, idle, initializeParams } from '../testing.js';

export interface TestServer extends RunningMcpServer {
  url: string;
  clock: FakeClock;
  /** Waits until the server has noticed so many broken connections in all. Only where the test brings no border. */
  noticed(count: number): Promise<void>;
}

/** A server on a port of its own, with a clock that the test moves. */
export async function startHttp(options: Partial<McpServerOptions> = {}): Promise<TestServer> {
  const clock = new FakeClock();
  let broken = 0;
  const border: Border = {
    sends: (carried, emit) => emit(carried),
    hears: (carried, deliver) => {
      deliver(carried);
      if (carried.kind === 'closed') broken += 1;
    },
  };
  const server = await startMcpServer({ transport: 'http', clock, border, ...options });
  const noticed = async (count: number) => {
    while (broken < count) await new Promise((resolve) => setTimeout(resolve, 1));
    await idle();
  };
  return { ...server, url: server.url!, clock, noticed };
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The JSON body, if it is one. */
  json: Json | undefined;
  text: string;
}

type Headers = Record<string, string>;

export const POST_HEADERS: Headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Sends one HTTP request as it is, with a Host header of any kind, and reads the whole answer. */
export function raw(url: string, method: string, headers: Headers, body?: string | Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers['content-type'] === 'application/json';
        const json = isJson ? (JSON.parse(text) as Json) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers as Headers, json, text });
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** An event stream that is being read. */
export class Reading {
  readonly items: Carried[] = [];
  #over = false;
  #wake: () => void = () => {};

  constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    void this.#read();
  }

  get messages(): JsonObject[] {
    return this.items.filter(({ kind }) => kind === 'message').map(({ message }) => message as JsonObject);
  }

  /** Waits until so many messages are there; throws when the stream ends before. */
  async take(count: number): Promise<JsonObject[]> {
    while (this.messages.length < count) {
      if (this.#over) throw new Error(`The stream ended with ${JSON.stringify(this.items)}`);
      await this.#news();
    }
    return this.messages;
  }

  /** Waits for the end of the stream and returns its messages. */
  async all(): Promise<JsonObject[]> {
    while (!this.#over) await this.#news();
    return this.messages;
  }

  /** Waits until something came, such as a priming event. */
  async any(): Promise<Carried> {
    while (this.items.length === 0) await this.#news();
    return this.items[0]!;
  }

  get lastId(): string {
    return this.items.findLast(({ sse }) => sse?.id !== undefined)?.sse?.id ?? '';
  }

  /** Breaks the connection. */
  break(): void {
    this.abort.abort();
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #read(): Promise<void> {
    const decoder = new SseDecoder(defaultLimits);
    try {
      for await (const chunk of this.response.body ?? []) {
        this.items.push(...decoder.push(chunk as Uint8Array));
        this.#wake();
      }
    } catch {
      // A broken connection ends the stream too.
    }
    this.#over = true;
    this.#wake();
  }
}

/** A client that speaks HTTP by hand. */
export class HttpClient {
  #id = 0;
  sessionId: string | undefined;

  constructor(readonly url: string) {}

  get headers(): Headers {
    return {
      'mcp-protocol-version': '2025-11-25',
      ...(this.sessionId !== undefined && { 'mcp-session-id': this.sessionId }),
    };
  }

  /** Initializes a session. */
  async begin(capabilities: JsonObject = {}): Promise<this> {
    const { headers } = await this.post({
      jsonrpc: '2.0',
      id: 'begin',
      method: 'initialize',
      params: initializeParams(capabilities),
    });
    this.sessionId = headers['mcp-session-id'];
    await this.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return this;
  }

  /** Posts a message and reads the whole answer. */
  post(message: Json, headers: Headers = {}): Promise<Answer> {
    return raw(this.url, 'POST', { ...POST_HEADERS, ...this.headers, ...headers }, JSON.stringify(message));
  }

  /** Posts a request that must be answered by JSON, and returns the response. */
  async ask(method: string, params?: JsonObject): Promise<JsonObject> {
    this.#id += 1;
    const { json } = await this.post({ jsonrpc: '2.0', id: this.#id, method, ...(params && { params }) });
    return json as JsonObject;
  }

  /** Posts a request and reads its answer as a stream. */
  stream(method: string, params?: JsonObject, id: Json = 'stream'): Promise<Reading> {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, ...(params && { params }) });
    return this.#read({ method: 'POST', headers: { ...POST_HEADERS, ...this.headers }, body });
  }

  /** Calls a tool and reads its answer as a stream. */
  call(name: string, args: JsonObject = {}, id: Json = 'call', meta?: JsonObject): Promise<Reading> {
    return this.stream('tools/call', { name, arguments: args, ...(meta && { _meta: meta }) }, id);
  }

  /** Opens a stream with GET. */
  get(lastEventId?: string): Promise<Reading> {
    const headers = {
      accept: 'text/event-stream',
      ...this.headers,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    };
    return this.#read({ method: 'GET', headers });
  }

  async #read(init: RequestInit): Promise<Reading> {
    const abort = new AbortController();
    return new Reading(await fetch(this.url, { ...init, signal: abort.signal }), abort);
  }
}
