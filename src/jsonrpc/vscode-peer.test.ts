import { PassThrough, type Readable, type Writable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  CancellationTokenSource,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  ErrorCodes,
  type Message,
  NullLogger,
  ParameterStructures,
  ResponseError,
} from 'vscode-jsonrpc/node';
import { type Json, type JsonObject, parseJson, stringifyJson } from '../json/json.js';
import { type Connection, ConnectionClosed, type ConnectOptions, connect, RpcError } from './connection.js';
import { settle } from './fixtures/wired.js';
import { serveStdio } from './serve-stdio.js';

/** Lines of JSON for vscode-jsonrpc, which brings only the framing with Content-Length. */
class LineReader extends AbstractMessageReader {
  #rest = '';

  constructor(private readonly input: Readable) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    this.input.setEncoding('utf8');
    this.input.on('data', (chunk: string) => {
      const lines = (this.#rest + chunk).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) callback(JSON.parse(line) as Message);
    });
    this.input.on('end', () => this.fireClose());
    return { dispose: () => this.input.removeAllListeners('data') };
  }
}

class LineWriter extends AbstractMessageWriter {
  constructor(private readonly output: Writable) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.output.write(`${JSON.stringify(message)}\n`);
  }

  end(): void {
    this.output.end();
  }
}

const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A connection of ours and a JSON-RPC implementation that we did not write, joined by two streams of lines. */
function joined(options: ConnectOptions = {}) {
  const toUs = new PassThrough();
  const toIt = new PassThrough();
  const link = serveStdio({ input: toUs, output: toIt });
  const us = connect(link, options);
  const peer = createMessageConnection(new LineReader(toIt), new LineWriter(toUs), NullLogger);
  peer.listen();
  open.push(
    () => us.close(),
    () => peer.dispose(),
  );
  return { us, peer };
}

const caught = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);

describe('a client that we did not write', () => {
  it('is answered, whatever form its params have', async () => {
    const { peer } = joined({ requests: { echo: (params) => ({ params: params ?? 'none' }) } });
    expect(await peer.sendRequest('echo')).toEqual({ params: 'none' });
    expect(await peer.sendRequest('echo', { a: [null] })).toEqual({ params: { a: [null] } });
    expect(await peer.sendRequest('echo', ParameterStructures.byPosition, 1, 'b')).toEqual({ params: [1, 'b'] });
  });

  it('gets our errors with code, message and data', async () => {
    const { peer } = joined({
      requests: {
        refuse: () => {
          throw new RpcError(-32002, 'gone', { uri: 'a' });
        },
        break: () => {
          throw new Error('bug');
        },
      },
    });
    const errors = await Promise.all(['refuse', 'break', 'nothing'].map((name) => caught(peer.sendRequest(name))));
    expect(errors.every((error) => error instanceof ResponseError)).toBe(true);
    expect(errors).toMatchObject([
      { code: -32002, message: 'gone', data: { uri: 'a' } },
      { code: ErrorCodes.InternalError },
      { code: ErrorCodes.MethodNotFound },
    ]);
  });

  it('pairs what is answered in another order', async () => {
    const release: (() => void)[] = [];
    const { peer } = joined({
      requests: { hold: (params) => new Promise((resolve) => release.push(() => resolve(params))) },
    });
    const asked = Array.from({ length: 150 }, (_, n) => peer.sendRequest('hold', { n }));
    for (let turn = 0; release.length < asked.length && turn < 1000; turn += 1) await settle(1);
    for (const act of release.reverse()) act();
    expect(await Promise.all(asked)).toEqual(asked.map((_, n) => ({ n })));
  });

  it('hears what a handler says before the answer', async () => {
    const { peer } = joined({
      requests: {
        work: (_, { notify }) => {
          for (const step of [1, 2, 3]) notify('step', { step });
          return 'done';
        },
      },
    });
    const heard: unknown[] = [];
    peer.onNotification('step', ({ step }: { step: number }) => void heard.push(step));
    heard.push(await peer.sendRequest('work'));
    expect(heard).toEqual([1, 2, 3, 'done']);
  });

  it('is heard in the order in which it speaks', async () => {
    const heard: (Json | undefined)[] = [];
    const { peer } = joined({
      notifications: { say: (params) => void heard.push((params as JsonObject).n ?? null) },
      requests: { ask: () => heard.push('asked') },
    });
    void peer.sendNotification('say', { n: 1 });
    const asked = peer.sendRequest('ask');
    void peer.sendNotification('say', { n: 2 });
    await asked;
    await peer.sendRequest('ask');
    expect(heard).toEqual([1, 'asked', 2, 'asked']);
  });

  it('cancels in its way where a protocol gives that a meaning', async () => {
    let us: Connection | undefined;
    let aborted = false;
    const pair = joined({
      notifications: { '$/cancelRequest': (params) => void us?.cancel(Number((params as JsonObject).id)) },
      requests: {
        wait: (_, { signal }) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => {
              aborted = true;
              resolve('late');
            }),
          ),
        ping: () => 'pong',
      },
    });
    us = pair.us;
    const source = new CancellationTokenSource();
    let answered = false;
    void caught(pair.peer.sendRequest('wait', source.token)).then(() => {
      answered = true;
    });
    await pair.peer.sendRequest('ping');
    source.cancel();
    // Our answer to what was cancelled is kept back; the connection serves on.
    expect(await pair.peer.sendRequest('ping')).toBe('pong');
    expect([aborted, answered]).toEqual([true, false]);
  });
});

describe('a server that we did not write', () => {
  it('answers us, and gets our params as they are', async () => {
    const { us, peer } = joined();
    const got: unknown[] = [];
    peer.onRequest('do', (...args: unknown[]) => {
      // Behind the params it hands over a token.
      got.push(args.slice(0, -1));
      return got.length;
    });
    peer.onRequest('nothing', () => undefined);
    expect(await us.request('do')).toBe(1);
    expect(await us.request('do', { a: 1 })).toBe(2);
    expect(await us.request('do', [1, 2])).toBe(3);
    expect(await us.request('nothing')).toBeNull();
    expect(got).toEqual([[], [{ a: 1 }], [1, 2]]);
  });

  it('refuses us with errors that we read', async () => {
    const { us, peer } = joined();
    peer.onRequest('refuse', () => new ResponseError(-32002, 'gone', { uri: 'a' }));
    peer.onRequest('break', () => {
      throw new Error('bug');
    });
    const errors = await Promise.all(['refuse', 'break', 'nothing'].map((name) => caught(us.request(name))));
    expect(errors.every((error) => error instanceof RpcError)).toBe(true);
    expect(errors).toMatchObject([
      { code: -32002, message: 'gone', data: { uri: 'a' } },
      { code: -32603 },
      { code: -32601 },
    ]);
  });

  it('answers in another order than it was asked', async () => {
    const { us, peer } = joined();
    const release: (() => void)[] = [];
    peer.onRequest('hold', (params: unknown) => new Promise((resolve) => release.push(() => resolve(params))));
    const asked = Array.from({ length: 150 }, (_, n) => us.request('hold', { n }));
    for (let turn = 0; release.length < asked.length && turn < 1000; turn += 1) await settle(1);
    for (const act of release.reverse()) act();
    expect(await Promise.all(asked)).toEqual(asked.map((_, n) => ({ n })));
  });

  it('hears our notifications in order', async () => {
    const { us, peer } = joined();
    const heard: number[] = [];
    peer.onNotification('say', ({ n }: { n: number }) => void heard.push(n));
    peer.onRequest('ping', () => 'pong');
    for (const n of [1, 2, 3]) us.notify('say', { n });
    expect(await us.request('ping')).toBe('pong');
    expect(heard).toEqual([1, 2, 3]);
  });

  it('is told in its way to cancel, and answers that it did', async () => {
    const { us, peer } = joined();
    peer.onRequest(
      'wait',
      (token) =>
        new Promise((resolve) =>
          token.onCancellationRequested(() => resolve(new ResponseError(-32800, 'the request was cancelled'))),
        ),
    );
    peer.onRequest('ping', () => 'pong');
    const outcome = caught(us.request('wait', undefined, { id: 'w' }));
    await us.request('ping');
    us.notify('$/cancelRequest', { id: 'w' });
    expect(await outcome).toMatchObject({ code: -32800 });
  });

  it('asks back while it serves', async () => {
    const { us, peer } = joined({ requests: { double: (params) => Number((params as JsonObject).n) * 2 } });
    peer.onRequest('quadruple', async (params: { n: number }) =>
      peer.sendRequest('double', { n: await peer.sendRequest<number>('double', params) }),
    );
    expect(await us.request('quadruple', { n: 5 })).toBe(20);
  });

  it('leaves, and what waits is rejected', async () => {
    const { us, peer } = joined();
    peer.onRequest('wait', () => new Promise(() => {}));
    const outcome = caught(us.request('wait'));
    peer.end();
    expect(await outcome).toBeInstanceOf(ConnectionClosed);
    await us.closed;
  });
});

describe('any JSON', () => {
  it('comes through to it and back, and to us and back', async () => {
    const { us, peer } = joined({ requests: { echo: (params) => params } });
    peer.onRequest('echo', (params: unknown) => params);
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        // Compared as text: an integer beyond 2^53 is a bigint for us and a double for the peer.
        const text = JSON.stringify({ value });
        expect(stringifyJson(await us.request('echo', parseJson(text)))).toBe(text);
        expect(JSON.stringify(await peer.sendRequest('echo', JSON.parse(text)))).toBe(text);
      }),
      { numRuns: 50 },
    );
  });
});
