import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import type { MockOptions, RoleEntry } from '../../src/conversation/role-entry.js';
import { type Connection, connect } from '../../src/jsonrpc/connection.js';
import { linkToProcess } from '../../src/jsonrpc/process-link.js';
import { during, sleep } from '../../src/wire/clock/clock.js';
import { isKept } from '../../src/wire/fixtures/kept.js';
import { playClient, roleOfTest } from '../testing/clients.js';

/** The peer leaves what a client asks to the steps. */
const role = roleOfTest('test', () => ({ values: {}, requests: {}, notifications: {} }));

type Act = (connection: Connection, options: MockOptions) => Promise<unknown>;

/** A client that spawns its peer, does something, and says that it went well. */
const clientThat =
  (act: Act): RoleEntry['mock'] =>
  async (options) => {
    const peer = await options.spawn!(options.command!, '/');
    const connection = connect(linkToProcess(peer.pipes), { requests: { ask: () => ({ you: 'hi' }) } });
    const done = act(connection, options).then(async () => {
      connection.close();
      await peer.stop('eof', { eof: 0, term: 0 });
      options.print?.('{"ok":true}');
    });
    return { done, close: async () => connection.close() };
  };

const play = (act: Act, steps: string) =>
  playClient({ ...role, transport: 'stdio', mock: clientThat(act), outcome: { stdout: 'json' } }, steps);

describe('the time of a client inside this process', () => {
  it('is moved while a step waits, and it is that of all that the client says', async () => {
    const began = performance.now();
    const { ending, judged, records } = await play(
      async (connection, { clock }) => {
        connection.notify('first');
        await sleep(clock, 600_000);
        connection.notify('second');
      },
      `
      - expect: { notify: first }
      - expect: { notify: second }
        after: 10m
        check: T-1
      - expect: { outcome: true, is: { ok: true } }
        check: T-2
`,
    );
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(judged).toEqual(['T-1 pass', 'T-2 pass']);
    expect(records.filter(({ from }) => from === 'target').map(({ time }) => time)).toEqual([
      0,
      ...records.slice(1).map(() => 600_000),
    ]);
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it('tells at once that nothing can come any more: neither a message, nor the outcome', async () => {
    const waits: Act = () => new Promise(() => undefined);
    const silent = await play(waits, '      - expect: { notify: nothing }\n        within: 10m\n        check: T-1\n');
    expect(silent.judged).toEqual([expect.stringContaining('and the target has nothing left to do')]);
    const { judged } = await play(
      waits,
      '      - expect: { outcome: true }\n        within: 10m\n        check: T-1\n',
    );
    expect(judged).toEqual([expect.stringContaining('and the target has nothing left to do')]);
  });

  it('does not overtake what the steps have sent, nor work of the machine', async () => {
    const { judged } = await play(
      async (connection, { clock }) => {
        let turns = 0;
        const work = async () => {
          while (turns < 500) {
            await new Promise((resolve) => setImmediate(resolve));
            turns++;
          }
        };
        await connection.request('go');
        await Promise.race([during(clock, work()), sleep(clock, 1_000)]);
        connection.notify('worked', { turns });
      },
      `
      - expect: { request: go, as: go }
      - send: { reply: go, result: {} }
      - call: { request: ask, result: { you: hi } }
      - expect: { notify: worked, params: { turns: 500 } }
        check: T-1
`,
    );
    expect(judged).toEqual(['T-1 pass']);
  });

  it('goes on as that of the machine while something runs by itself', async () => {
    const { judged } = await play(
      async (connection, { clock }) => {
        const over = clock.keepPace?.();
        for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve));
        over?.();
        connection.notify('ran');
      },
      `
      - expect: { notify: ran }
        check: T-1
`,
    );
    expect(judged).toEqual(['T-1 pass']);
  });
});

describe('what a case leaves', () => {
  it('is none of its messages, though its signal was never aborted', async () => {
    const first = async () => {
      const { ending, records } = await play(
        async (connection) => connection.notify('first'),
        '      - expect: { notify: first }\n        check: T-1\n',
      );
      expect(ending).toMatchObject({ outcome: { kind: 'held' } });
      return new WeakRef(records[0]!);
    };
    expect(await isKept(await first())).toBe(false);
  });
});
