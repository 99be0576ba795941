import { validateHeaderName, validateHeaderValue } from 'node:http';
import { connect } from 'node:net';
import { HttpLane } from '../../src/conversation/lanes/http-lane.js';
import type { HttpCarrier, HttpRequest } from '../../src/conversation/peer/peer-reference.js';
import type { Outgoing } from '../../src/conversation/stage.js';
import type { JsonObject } from '../../src/json/json.js';
import type { Headers } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import type { HttpClient } from '../../src/wire/http/client.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { Host } from './host.js';
import type { Judge } from './judge.js';
import { type ByteMutation, mutateBytes } from './mutate-bytes.js';
import type { Request } from './mutate-http.js';
import { turnOfLoop } from './patience.js';
import type { Step } from './plan.js';
import type { Reference } from './reference.js';
import type { Sent, Side } from './side.js';

/** Exchanges that may be open at once. */
const MOST_OPEN = 12;
/** Real ms that a server gets for bytes that are no HTTP; it may take them for the beginning of something. */
const RAW_PATIENCE = 40;
/** Real ms that a step waits for a server that lives in real time. */
const PAUSE = 50;
/** Turns of the event loop before time is moved for what waits. */
const TURNS = 40;

/** The fuzzer's end of HTTP: requests as they are, well-formed through the kit's client, others as bytes. */
export class HttpSide implements Side {
  readonly sent: Sent[] = [];
  private readonly lane: HttpLane;
  private readonly origin: URL;
  /** Open exchanges by name: what was asked for, and whether its answer is under way. */
  private readonly open = new Map<string, { stream: boolean; begun: boolean }>();
  private readonly loose = new Set<string>();
  private readonly raws = new Set<Promise<void>>();
  private count = 0;
  /** Headers with which our own side speaks: those of the last request that was accepted. */
  private usual: Headers = {};
  private path = '/';
  private over = false;

  constructor(
    private readonly host: Host,
    client: HttpClient,
    private readonly reference: Reference,
    private readonly judge: Judge,
  ) {
    this.origin = new URL(reference.url!);
    this.path = this.origin.pathname;
    const traffic = { sent: () => 0, received: () => 0 };
    this.lane = new HttpLane(host, client, new Bare(this.origin), realClock, traffic, false);
  }

  send(body: Uint8Array, request: Request | undefined, { bytes, pause }: Step): void {
    if (!request) return;
    this.sent.push({ bytes: body, http: request });
    const [first] = bytes;
    // Half of the requests with changed bytes have them changed once more as a whole, head and all.
    const whole = first && first.what % 2 === 0 ? bytes : [];
    const raw = whole.length > 0 || !this.isPlain(request);
    const reset = pause === 'reset';
    if (raw) {
      this.raw(mutated(textOf(request, this.origin.host, body), whole));
      this.judge.noteUnseen(body);
    } else this.exchange(request, body, reset);
    // It may have ended the session, or taken over a stream, of which what is said is lost with the connection.
    if (request.method !== 'POST' && (raw || reset)) this.judge.excuseAll();
  }

  say(body: Uint8Array): void {
    if (this.over) return;
    const request = { method: 'POST', path: this.path, headers: { ...this.usual } };
    this.sent.push({ bytes: body, http: request });
    this.exchange(request, body, false);
  }

  complete(): void {}

  /** Nobody is owed an answer where the exchange is torn down, or by a method that carries no message. */
  owed({ channel, http }: WireRecord): boolean {
    return http?.method === 'POST' && !this.loose.has(channel);
  }

  /** Learns from a record of the target how far an exchange is, and with which headers it is spoken to. */
  learn({ kind, channel, http }: WireRecord): void {
    const entry = this.open.get(channel);
    if (!entry) return;
    entry.begun ||= kind === 'http';
    if (kind === 'http' && (http?.status ?? 500) < 300) {
      const request = this.host.channel(channel).records[0]?.http;
      if (request?.method === 'POST') this.usual = { ...request.headers };
    }
    if (kind !== 'closed') return;
    this.open.delete(channel);
    this.host.forget(channel);
  }

  async pause(how: Step['pause']): Promise<void> {
    const { clock } = this.reference;
    if (how === 'reset') return;
    const pending = () =>
      [...this.open.values()].filter(({ stream, begun }) => !(stream && begun) && !(how !== 'time' && begun)).length;
    const most = how === 'go' ? MOST_OPEN : 0;
    const end = performance.now() + PAUSE;
    // What nothing can bring any more is reported at the end.
    for (let turn = 1; pending() > most && turn < 200 * TURNS; turn += 1) {
      if (clock) {
        await turnOfLoop();
        if (turn % TURNS === 0 && !clock.jump() && turn >= 5 * TURNS) return;
      } else {
        if (how === 'go' || performance.now() > end) return;
        await this.host.news(end - performance.now());
      }
    }
  }

  /** Tears down what is open. */
  close(): void {
    this.over = true;
    for (const name of this.open.keys()) this.loose.add(name);
    void this.lane.close(this.host.main, 'reset');
  }

  private isPlain({ path, headers }: Request): boolean {
    try {
      for (const [name, value] of Object.entries(headers)) {
        validateHeaderName(name);
        validateHeaderValue(name, value);
      }
      const url = new URL(path, this.origin);
      return url.origin === this.origin.origin && url.pathname + url.search === path;
    } catch {
      return false;
    }
  }

  private exchange(request: Request, body: Uint8Array, reset: boolean): void {
    this.count += 1;
    const name = `x${this.count}`;
    this.open.set(name, { stream: request.method === 'GET', begun: false });
    if (reset) this.loose.add(name);
    void this.lane.send([{ raw: [body], http: request as unknown as JsonObject, as: name }]);
    if (reset) void this.lane.close(this.host.channel(name), 'reset');
  }

  private raw(bytes: Uint8Array): void {
    const done = exchangeBytes(Number(this.origin.port), this.origin.hostname, bytes).then((answer) =>
      this.judge.judgeRaw(answer),
    );
    this.raws.add(done);
    void done.then(() => this.raws.delete(done));
  }
}

/** Builds requests with nothing but what it is told. */
class Bare implements HttpCarrier {
  constructor(private readonly origin: URL) {}

  request({ http, raw = [] }: Outgoing): HttpRequest {
    const { method, path, headers } = http as unknown as Request;
    const body = Buffer.concat(raw);
    return { method, url: new URL(path, this.origin).href, headers, ...(body.length > 0 ? { body } : {}) };
  }

  learn(): void {}

  goodbye(): undefined {
    return undefined;
  }
}

function textOf({ method, path, headers }: Request, host: string, body: Uint8Array): Uint8Array {
  const lines = [`${method} ${path} HTTP/1.1`];
  if (!('host' in headers)) lines.push(`host: ${host}`);
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body.length > 0) lines.push(`content-length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`, 'latin1'), body]);
}

function mutated(bytes: Uint8Array, mutations: readonly ByteMutation[]): Uint8Array {
  return mutations.reduce((changed, mutation) => mutateBytes(changed, mutation), bytes);
}

/** Writes bytes on a connection of their own; resolves with what came back once it is closed. Never rejects. */
function exchangeBytes(port: number, host: string, bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    const socket = connect({ port, host });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks)));
    socket.setTimeout(RAW_PATIENCE, () => socket.destroy());
    socket.write(bytes);
  });
}
