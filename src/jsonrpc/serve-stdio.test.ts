import { PassThrough } from 'node:stream';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Border, Carried } from '../wire/carried.js';
import { openBorder } from '../wire/carried.js';
import { bundle, removeBundles } from '../wire/fixtures/bundle.js';
import { endAll, startProcess } from '../wire/process/process.js';
import { connect } from './connection.js';
import { serveStdio } from './serve-stdio.js';

afterEach(endAll);
afterAll(removeBundles);

const turn = () => new Promise((resolve) => setImmediate(resolve));

function served(border: Border = openBorder) {
  const input = new PassThrough();
  const output = new PassThrough();
  const exits: [number | null, string | null][] = [];
  const link = serveStdio({ input, output, border, exit: (code, signal) => exits.push([code, signal]) });
  let written = '';
  output.on('data', (chunk) => {
    written += chunk;
  });
  return { input, output, link, exits, written: () => written };
}

describe('serveStdio', () => {
  it('answers lines with lines, and still after the end of its input', async () => {
    const { input, link, written } = served();
    const connection = connect(link, { requests: { echo: (params) => params } });
    input.write('{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":"é"}}\r\nnoise\n{"jsonrpc":"2.0","id":2,');
    input.end('"method":"echo"}');
    await connection.closed;
    await connection.settled();
    expect(written()).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"a":"é"}}\n' +
        `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error","data":"not JSON: JSON value expected but got 'n' (at offset 0)"}}\n` +
        '{"jsonrpc":"2.0","id":2,"result":null}\n',
    );
  });

  it('passes everything through the border, both ways', async () => {
    const heard: string[] = [];
    const { input, link, written } = served({
      sends(carried, emit) {
        emit({ kind: 'bytes', bytes: Buffer.from('banner\n') });
        emit({ ...carried, text: '{"a":1,"a":2}' });
      },
      hears(carried, deliver) {
        heard.push(carried.kind);
        if (carried.kind !== 'closed') deliver(carried);
      },
    });
    const delivered: Carried[] = [];
    link.listen((carried) => delivered.push(carried));
    input.end('{"x":1}\n');
    link.send({ a: 1 });
    await turn();
    await turn();
    expect(written()).toBe('banner\n{"a":1,"a":2}\n');
    expect(heard).toEqual(['message', 'closed']);
    expect(delivered.map(({ kind }) => kind)).toEqual(['message']);
  });

  it('ends its output and its process where the border says so, and writes nothing after it', async () => {
    for (const last of [{ kind: 'closed' }, { kind: 'exit', exit: { code: 3, signal: null } }] as Carried[]) {
      const { link, written, exits, output } = served({
        ...openBorder,
        sends: (carried, emit) => {
          emit(carried);
          emit(last);
        },
      });
      link.send({ a: 1 });
      link.send({ b: 1 });
      await turn();
      await turn();
      expect(written()).toBe('{"a":1}\n');
      if (last.kind === 'exit') expect(exits).toEqual([[3, null]]);
      else expect(output.writableFinished).toBe(true);
    }
  });

  it('closes where its reader is gone', async () => {
    const { link, output } = served();
    const heard: Carried[] = [];
    link.listen((carried) => heard.push(carried));
    output.destroy(Object.assign(new Error('EPIPE'), { code: 'EPIPE' }));
    await link.closed;
    link.send({ a: 1 });
    expect(heard).toEqual([{ kind: 'closed', closed: { how: 'reset' } }]);
  });

  it('closes from our side', async () => {
    const { link, output } = served();
    link.listen(() => {});
    link.close();
    link.close();
    await link.closed;
    await turn();
    expect(output.writableFinished).toBe(true);
  });

  it('answers what came in one piece in its order, whole, and counts bytes', async () => {
    const { input, output, link, written } = served();
    const connection = connect(link, {
      requests: {
        now: (params) => params,
        later: async (params) => {
          await Promise.resolve();
          return params;
        },
      },
    });
    const asked = Array.from({ length: 200 }, (_, index) => {
      const id = index + 1;
      const text = JSON.stringify({ jsonrpc: '2.0', id, method: id % 3 === 0 ? 'later' : 'now', params: { a: 'é😀' } });
      return `${text}\n`;
    }).join('');
    input.end(asked);
    await connection.closed;
    await connection.settled();
    connection.close();
    await turn();
    expect(output.writableFinished).toBe(true);
    const answers = written().trimEnd().split('\n');
    expect(answers).toEqual(
      Array.from({ length: 200 }, (_, index) => `{"jsonrpc":"2.0","id":${index + 1},"result":{"a":"é😀"}}`),
    );
    expect(link.traffic.heard()).toBe(Buffer.byteLength(asked));
    expect(link.traffic.said()).toBe(Buffer.byteLength(written()));
  });

  it('keeps a peer waiting that sends faster than it is answered', async () => {
    const { input, link } = served();
    const heard: number[] = [];
    let turns = 0;
    link.listen(({ message }) => {
      heard.push(turns);
      expect(message).toBe(heard.length);
    });
    const total = 500;
    // In one read, and a few more while that is delivered.
    input.write(Array.from({ length: total - 20 }, (_, index) => `${index + 1}\n`).join(''));
    for (let count = total - 19; count <= total; count++) input.write(`${count}\n`);
    for (; heard.length < total && turns < 10 * total; turns++) await turn();
    expect(heard).toHaveLength(total);
    // As fast as a connection serves, which is one in a turn, but for a few that may be ahead of it.
    heard.forEach((at, index) => void expect(index - at).toBeLessThanOrEqual(100));
  });

  it('reads nothing more from a peer that does not read', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ highWaterMark: 1024 });
    const link = serveStdio({ input, output });
    const heard: Carried[] = [];
    link.listen((carried) => {
      heard.push(carried);
      link.send({ text: 'x'.repeat(1024 * 1024) });
    });
    const ask = async (id: number) => {
      input.write(`{"id":${id}}\n`);
      await turn();
      await turn();
    };
    for (let id = 1; id <= 12; id++) await ask(id);
    expect(heard.length).toBeLessThan(8);
    output.resume();
    await vi.waitUntil(() => heard.length === 12);
  });

  it('does the same in a real process', async () => {
    const program = await bundle(`
      import { serveStdio } from './jsonrpc/serve-stdio.js';
      import { connect } from './jsonrpc/connection.js';
      const last = JSON.parse(process.argv[2]);
      const border = { hears: (c, deliver) => deliver(c), sends: (c, emit) => { emit(c); if (last) emit(last); } };
      connect(serveStdio({ input: process.stdin, output: process.stdout, border }), {
        requests: { big: () => 'x'.repeat(1000000) },
      });
      if (last?.kind === 'closed') setInterval(() => {}, 1000);`);
    const request = '{"jsonrpc":"2.0","id":1,"method":"big"}\n';
    for (const [last, exit] of [
      [null, { code: 0, signal: null }],
      [
        { kind: 'exit', exit: { code: 7, signal: null } },
        { code: 7, signal: null },
      ],
      [
        { kind: 'exit', exit: { code: null, signal: 'SIGKILL' } },
        { code: null, signal: 'SIGKILL' },
      ],
      [{ kind: 'closed' }, { code: null, signal: 'SIGKILL' }],
    ] as const) {
      const target = await startProcess({ argv: [process.execPath, program, JSON.stringify(last)] });
      const heard: string[] = [];
      const closed = new Promise<void>((resolve) => {
        target.listen((carried) => {
          heard.push(carried.kind);
          if (carried.kind === 'message' && last === null) target.end();
          if (carried.kind === 'closed') resolve();
        });
      });
      target.write(request);
      await closed;
      if (last?.kind === 'closed') await target.stop('kill');
      expect(heard).toEqual(['message', 'closed']);
      expect(await target.exited).toEqual(exit);
    }
  });
});
