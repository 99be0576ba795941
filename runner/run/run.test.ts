import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBorder } from '../../src/conversation/faults/faults.js';
import type { FaultRule } from '../../src/language/fault-rule.js';
import { openBorder } from '../../src/wire/carried.js';
import { targetFromCommand } from '../load/target/target-argv.js';
import type { ReferenceChanges } from '../targets/inside.js';
import { type RunOfTest, runCases } from './testing.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Played extends RunOfTest {
  /** The methods that each reference heard, in the order in which they were started. */
  heard: string[][];
}

/** What references do about pings instead of answering them. */
interface Defect {
  ping?: Pick<FaultRule, 'sends' | 'hears' | 'nth' | 'do'>;
  /** Only in the first reference that is pinged and is not the first of all. */
  once?: boolean;
  /** Not in the first of all, which is the probe's. */
  later?: boolean;
  /** Only in the one that was started as so manieth, from 0. */
  process?: number;
}

/** Beyond every budget, in the time of the reference. */
const HOLD: Defect['ping'] = { hears: { request: 'ping' }, do: [{ delay: '600s' }] };
const HOLD_FIRST: Defect['ping'] = { ...HOLD, nth: 1 };
const ERROR: Defect['ping'] = {
  sends: { reply: 'ping' },
  do: [{ remove: '/result' }, { set: { '/error': { code: -32603, message: 'no pong today' } } }],
};

/** Makes the borders of references that have a defect, and writes down what each of them hears. */
function defective(
  { ping, once = false, later = false, process }: Defect,
  heard: string[][],
): ReferenceChanges['border'] {
  /** The border of the one reference that has the defect. */
  let only: object | undefined;
  return (clock, exit) => {
    const methods: string[] = [];
    heard.push(methods);
    const isFirst = heard.length === 1;
    const isMeant = process === undefined || heard.length === process + 1;
    const faulty = createBorder(ping ? [{ id: 'ping', ...ping }] : [], { clock, exit });
    const inForce = () => (!once || only === faulty) && !(later && isFirst) && isMeant;
    return {
      hears(carried, deliver) {
        const { method } = (carried.message ?? {}) as { method?: string };
        if (method !== undefined) methods.push(method);
        if (method === 'ping' && !isFirst) only ??= faulty;
        (inForce() ? faulty : openBorder).hears(carried, deliver);
      },
      sends: (carried, emit) => (inForce() ? faulty : openBorder).sends(carried, emit),
    };
  };
}

/**
 * Plays cases of a test, by their steps, one at a time against the reference inside this process, whose time passes only
 * while it is waited for.
 */
async function play(
  steps: string[],
  defect: Defect = {},
  { strict = false, within = '5s', probed = false } = {},
): Promise<Played> {
  const argv = ['${node}', '${proctor}', 'mock', 'mcp/server'];
  const target = { ...targetFromCommand('mcp/server', argv, folder), within, clock: true };
  const heard: string[][] = [];
  const cases = steps.map((text) => `    steps:\n${text}`);
  const ran = await runCases(folder, cases, target, {
    ...{ strict, probed },
    inside: {
      plays: () => true,
      readScript: () => Promise.reject(new Error('there is none')),
      changes: { border: defective(defect, heard) },
    },
  });
  return { ...ran, heard };
}

const GREET = '      - call: { request: initialize, params: "${peer.initialize}", result: {} }\n        within: 20s\n';
const NEVER = '      - expect: { notify: notifications/never }\n        within: 200ms\n';
const PING = '      - call: { request: ping, result: {} }\n        check: MCP-PING-01\n';
const SHOULD = '      - call: { request: ping, result: {} }\n        check: MCP-LIFE-04\n';

it('a message that the kit composed itself and that breaks a schema is a defect of the kit: exit 4', async () => {
  const { exit, problems } = await play([
    `${GREET}      - call: { request: tools/call, params: {}, error: {} }\n${PING}`,
  ]);
  expect(problems).toEqual([]);
  expect(exit).toBe(0);
  const wrong = await play([`${GREET}      - send: { request: tools/call, params: {} }\n${PING}`]);
  expect(wrong.problems).toEqual([
    expect.stringMatching(/^a message of Proctor itself broke MCP-BASE-16 .*lacks `name` at \/params$/),
  ]);
  expect(wrong.exit).toBe(4);
});

describe('a wait that runs out', () => {
  it('for a should is repeated alone too, so that load does not decide under --strict', async () => {
    // What is held is never in the first process of all.
    const held = await play(
      [GREET + PING, GREET + SHOULD],
      { ping: HOLD_FIRST, once: true },
      {
        strict: true,
        within: '2s',
      },
    );
    expect(held.heard.slice(1)).toEqual([
      ['initialize', 'ping', 'ping'],
      ['initialize', 'ping', 'ping'],
    ]);
    expect(held.results[1]).toMatchObject({ verdict: 'fail', standing: 'flaky' });
    const failed = held.results[1]!.checks.filter(({ status }) => status === 'fail');
    expect(failed.map(({ requirement }) => requirement)).toEqual(['MCP-LIFE-04', 'MCP-BASE-25']);
  });

  it('for a should that never comes is a warning, and waits for it once', async () => {
    const never = `${GREET}${NEVER}        check: MCP-LIFE-04\n${PING}`;
    const { results, heard, exit } = await play([never]);
    expect(results[0]).toMatchObject({ verdict: 'pass', warned: true });
    expect(results[0]?.standing).toBeUndefined();
    expect(heard).toHaveLength(1);
    expect(exit).toBe(0);
  });

  it('costs one wait, and one or two when it is repeated alone: who is silent twice is not asked for life again', async () => {
    const cases = [1, 2, 3].map(() => GREET + PING);
    const { results, heard } = await play(cases, { ping: HOLD }, { within: '200ms' });
    expect(results.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail']);
    for (const { reason } of results)
      expect(reason).toMatch(/^MCP-PING-01: reply to ping\S* did not come within 200ms/);
    const pings = heard.map((methods) => methods.filter((method) => method === 'ping').length);
    expect(pings).toEqual([1, 1, 1, 2, 2, 1]);
  });

  it('where others are answered leaves the liveness check to each case', async () => {
    const silent = `${GREET}${NEVER}        check: MCP-LIFE-03\n`;
    const { results, heard } = await play([silent, silent, silent]);
    expect(results.map(({ verdict, checks }) => [verdict, checks.map(({ status }) => status)])).toEqual(
      [1, 2, 3].map(() => ['fail', ['fail', 'pass']]),
    );
    expect(heard.map((methods) => methods.includes('ping'))).toEqual([false, false, false, true, true, true]);
  });
});

describe('a target that takes the liveness check amiss from the first conversation on', () => {
  const sound = `${GREET}        check: MCP-LIFE-03\n`;
  const statuses = ({ results }: Played) =>
    results.map(({ verdict, checks }) => [
      verdict,
      ...checks.map(({ requirement, status }) => `${requirement} ${status}`),
    ]);

  it('lives by any answer; what is wrong with it, only the cases about it say', async () => {
    expect(statuses(await play([sound, GREET + PING], { ping: ERROR }, { probed: true }))).toEqual([
      ['pass', 'MCP-LIFE-03 pass'],
      ['fail', 'MCP-PING-01 fail'],
    ]);
  });

  it('is not asked at all where it is silent', async () => {
    const played = await play([sound, GREET + PING], { ping: HOLD }, { probed: true, within: '2s' });
    expect(statuses(played)).toEqual([
      ['pass', 'MCP-LIFE-03 pass'],
      ['fail', 'MCP-PING-01 fail'],
    ]);
    const pings = played.heard.map((methods) => methods.filter((method) => method === 'ping').length);
    // The probe, the probe once more, the case without a ping, the case with one, and that one again alone.
    expect(pings).toEqual([1, 1, 0, 1, 1]);
  });

  it('still fails where only a case brought it about', async () => {
    const defect = { ping: ERROR, once: true };
    expect(statuses(await play([sound, sound], defect, { probed: true }))).toEqual([
      ['fail', 'MCP-LIFE-03 pass', 'MCP-PING-01 fail'],
      ['pass', 'MCP-LIFE-03 pass', 'MCP-PING-01 pass'],
    ]);
  });
});

it('is judged by the wire rules too, and a case tells which of them broke in its conversation', async () => {
  const twice: Defect = { ping: { sends: { reply: 'ping' }, do: ['duplicate'] }, once: true };
  const { exit, results, wire } = await play([GREET + PING, GREET + PING], twice, { probed: true });
  expect(results.map(({ verdict, breaches }) => [verdict, breaches?.map((one) => one.case)])).toEqual([
    ['pass', ['mcp.server.wire.unmatched']],
    ['pass', undefined],
  ]);
  const broken = wire.filter(({ verdict }) => verdict === 'fail');
  expect(broken).toMatchObject([{ id: 'mcp.server.wire.unmatched', brokenIn: ['mcp.server.test.n0'] }]);
  expect(exit).toBe(1);
});

describe('a target that dies in a case', () => {
  const BYE = '      - send: { notify: notifications/cancelled, params: { requestId: 1 } }\n';
  const onBye: Defect = { ping: { hears: { notify: 'notifications/cancelled' }, do: [{ exit: 3 }] } };
  const onPing: Defect = { ping: { sends: { reply: 'ping' }, do: [{ exit: 3 }] } };

  it.each([
    ['under a should, not greeted', SHOULD, onPing],
    ['under a should', GREET + SHOULD, onPing],
    ['after its last step, not greeted', SHOULD + BYE, onBye],
    ['after its last step', GREET + SHOULD + BYE, onBye],
  ])('fails it: %s', async (_when, steps, defect) => {
    const { results, exit } = await play([steps], defect);
    expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['fail', expect.stringContaining('the target exited with code 3')],
    ]);
    expect(exit).toBe(1);
  });

  it('passes it where the case waited for that end', async () => {
    const waits = `${SHOULD}${BYE}      - expect: { exit: true }\n        check: MCP-LIFE-03\n`;
    expect((await play([waits], onBye)).results[0]).toMatchObject({ verdict: 'pass' });
  });
});

describe('a target on which no case can be played', () => {
  const asks = [GREET + PING, GREET + PING, GREET + PING, GREET + PING, GREET + PING];
  const hold = (delay: string): Defect => ({ ping: { hears: { request: 'initialize' }, do: [{ delay }] } });

  it('because it never replies is told after one wait, four times as long, and none is played', async () => {
    const { exit, results, problems, heard } = await play(asks, hold('600s'), { probed: true });
    expect(problems).toEqual([
      expect.stringMatching(/^the handshake failed: reply to initialize did not come within 20s/),
    ]);
    expect([exit, results, heard.length]).toEqual([3, [], 1]);
  });

  it('because each start takes longer than a wait of the cases is told with what helps, and none is played', async () => {
    const { exit, results, problems, heard } = await play(asks, hold('12s'), { probed: true });
    expect(problems).toEqual([
      expect.stringMatching(
        /^the handshake took 12\.0s, and a wait of the cases is over after 5s: give them longer with --within 24s \(in the target file `within: 24s`\), or with --slow$/,
      ),
    ]);
    expect([exit, results, heard.length]).toEqual([3, [], 2]);
  });

  it('is none whose processes start slowly now and then: the first reply of each may take four waits', async () => {
    const greet = GREET.replace(/ +within: 20s\n/, '');
    const slow = await play([greet + PING], { ...hold('7s'), later: true }, { probed: true });
    expect(slow.results).toMatchObject([{ verdict: 'pass' }]);
  });

  describe('in the case whose process is slower than that', () => {
    const greet = GREET.replace(/ +within: 20s\n/, '        check: MCP-LIFE-03\n');
    const told = expect.stringMatching(
      /^\S+ was slow to start (once|[2-4] times): nothing came within 20s, though other processes of it answered; more time comes with --within .* or --slow, less load with --jobs$/,
    );

    it('breaks nothing: an error says what helps, and one line says so for all', async () => {
      const { exit, results, problems } = await play([greet + PING], { ...hold('30s'), later: true }, { probed: true });
      expect(results).toMatchObject([
        {
          verdict: 'error',
          reason: expect.stringMatching(/^nothing came within 20s of the start of the process, though others/),
        },
      ]);
      expect(results[0]!.checks.map(({ status }) => status)).toEqual(['not-reached', 'not-reached']);
      expect(problems).toEqual([told]);
      expect(exit).toBe(1);
    });

    it('counts as it ends when it is played again alone', async () => {
      const slow = { ...hold('30s'), process: 1 };
      const { exit, results, problems } = await play([greet + PING, greet + PING], slow, { probed: true });
      expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
      expect(problems).toEqual([told]);
      expect(exit).toBe(0);
    });

    it('is a fail where what it was sent was answered by no other', async () => {
      const other = greet.replace(
        '"${peer.initialize}"',
        '{ protocolVersion: "1999-01-01", capabilities: {}, clientInfo: { name: a, version: b } }',
      );
      const { results } = await play([other + PING], { ...hold('30s'), later: true }, { probed: true });
      expect(results).toMatchObject([{ verdict: 'fail', reason: expect.stringContaining('MCP-LIFE-03') }]);
    });

    it('is played again alone until one that was alone was slow too', async () => {
      const cases = Array.from({ length: 3 }, () => greet + PING);
      const { results, heard } = await play(cases, { ...hold('30s'), later: true }, { probed: true });
      expect(results.map(({ verdict }) => verdict)).toEqual(['error', 'error', 'error']);
      // The probe, the cases, and the first of them once more.
      expect(heard).toHaveLength(5);
    });
  });

  it('because it answers nothing but the handshake is told after three cases that ended alike', async () => {
    const { exit, results, problems } = await play(asks, { ping: HOLD }, { probed: true });
    expect(problems).toEqual([
      'after the handshake the target answers nothing, whatever it is asked: 3 cases ended so',
    ]);
    expect(results).toMatchObject([{ id: 'mcp.server.test.n0', verdict: 'fail' }]);
    expect(exit).toBe(1);
  });

  it('is none that answers one case of three', async () => {
    const list = '      - call: { request: tools/list, result: {} }\n        check: MCP-PING-01\n';
    const { results, problems } = await play(
      [...asks.slice(0, 2), GREET + list, ...asks.slice(2)],
      { ping: HOLD },
      { probed: true },
    );
    expect(problems).toEqual([]);
    expect(results).toHaveLength(6);
    const passed = results.filter(({ verdict }) => verdict === 'pass');
    expect(passed).toMatchObject([{ id: 'mcp.server.test.n2' }]);
  });
});

describe('an id that was used before', () => {
  const SAME = '      - call: { request: ping, extra: { id: 77 }, result: {} }\n        check: MCP-PING-01\n';

  it('is used again by a process that was started again', async () => {
    const again = '      - stop: { how: eof }\n      - start: {}\n';
    expect((await play([GREET + SAME + again + GREET + SAME])).problems).toEqual([]);
  });

  it('is used twice within one life of it', async () => {
    expect((await play([GREET + SAME + SAME])).problems).toMatchObject([expect.stringContaining('MCP-BASE-02')]);
  });
});
