import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { Kit } from './kit.js';
import { hostile } from './peers.js';
import type { Cost, Report } from './program.js';
import type { WarmSandbox } from './warm.js';

const PEER = resolve(import.meta.dirname, '../hostile/peer.mjs');
/** The folder of the cases that hostile targets are asked. */
export const CORPUS = resolve(import.meta.dirname, '../hostile/corpus');

/** What a run against one hostile target must come to. */
export interface Row {
  /** The behaviour of test/hostile/peer.mjs, without its transport. */
  name: string;
  /** The case of the corpus; `answer` where it is not said: for what comes to an end by itself. */
  play?: 'answer' | 'twice' | 'briefly' | 'soon';
  /** Budget of the waits that name none, and of becoming ready. So long by default that no load makes a difference. */
  within?: string;
  exit: 0 | 1 | 3;
  /** Verdict and reason of the case; unset, it passes. */
  ping?: [verdict: string, reason: RegExp];
  /** Why nothing that was planned is run. */
  cause?: RegExp;
  /** Rules over the whole run that are broken, each with its reason. Those not named here hold. */
  breaks?: { [rule: string]: RegExp };
  /** Rules of which it depends on the speed of the machine whether they are broken. */
  may?: string[];
  /** Must be on stdout. */
  told?: RegExp;
  /** A ceiling against floods, of a process that plays this row alone. */
  mib?: number;
  /** ms of CPU at most, where it works for as long as it waits: a busy machine makes it wait longer. */
  cpu?: number;
  /** Whether the kit has a process to itself for another reason. */
  alone?: true;
}

/** What a run takes at most where its row names no other ceiling. A run against a sound target takes less than 100 MiB. */
const CEILING: Cost = { cpu: 10_000, mib: 150 };

const ID = 'mcp.server.hostile.';
const WIRE = 'mcp.server.wire.';

/** What comes of a ping that is not answered while the case waits. */
export const late = ended('did not come within (?:200ms|1s); the last that came was ');

/** What comes of a ping whose answer can't come any more, or does not: the words behind "reply to ping". */
function ended(words: string): [verdict: string, reason: RegExp] {
  return ['fail', new RegExp(`^MCP-PING-01: (?:[\\w ]+ )?reply to (?:ping\\S*|second) ${words}`)];
}

/** What comes of a ping whose exchange ends without an answer, `how` it did. */
export function overEarly(how: string): [verdict: string, reason: RegExp] {
  return ['fail', new RegExp(`^MCP-PING-01: the exchange ended before its reply came: ${how}`)];
}

/** A row of a ping that is not answered while the case waits. */
export const unanswered = (name: string, more: Partial<Row> = {}): Row => ({
  name,
  play: 'briefly',
  exit: 1,
  ping: late,
  ...more,
});

/** A row of a ping whose exchange ends without an answer, `how` it did. */
export const broken = (name: string, how: string, more: Partial<Row> = {}): Row => ({
  name,
  exit: 1,
  ping: overEarly(`${how}$`),
  ...more,
});

/** The command of a hostile peer that ends itself after a while, and whose children bear the mark. */
export const hostilePeer = (behaviour: string, mark: string) => [...hostile(behaviour), '--mark', mark];

/** What is known of the behaviours of a transport: their names, and the exit codes of a run that judges them well. */
export function catalogue(transport: string): { name: string; exit: number[] }[] {
  const text = execFileSync(process.execPath, [PEER, '--list'], { encoding: 'utf8' });
  const { behaviours } = JSON.parse(text) as { behaviours: { name: string; transport: string; exit: number[] }[] };
  return behaviours
    .filter((one) => one.transport === transport)
    .map(({ name, exit }) => ({ name: name.slice(transport.length + 1), exit }));
}

/** Runs a kit against a hostile target over stdio or HTTP, and compares all that comes of it with the row. */
export async function playRow(sandbox: WarmSandbox, kit: Kit, transport: 'stdio' | 'http', row: Row): Promise<void> {
  const { play = 'answer', within = '60s', alone = row.mib !== undefined } = row;
  sandbox.file(
    'target.json',
    JSON.stringify(target(hostilePeer(`${transport}.${row.name}`, sandbox.mark), transport, within)),
  );
  const reports = ['--reporter', 'pretty', '--reporter', 'json=report.json'];
  const call = ['run', ...reports, '--target', 'target.json', `${ID}${play}`, WIRE];
  const ran = alone ? await sandbox.measured([kit.program, ...call]) : await sandbox.warm(kit.warm, call);
  const report = JSON.parse(sandbox.read('report.json')) as Report;
  expect(judged(report, row.may ?? [])).toEqual(expected(row, play));
  if (row.cause) {
    expect(report.problems).toMatchObject([{ message: expect.stringMatching(row.cause), exit: row.exit }]);
    expect(report.summary).toMatchObject({ notRun: report.summary.planned });
  }
  expect([ran.exit, report.exit], ran.stderr).toEqual([row.exit, row.exit]);
  if (row.told) expect(ran.stdout).toMatch(row.told);
  // Whatever a target says, a terminal is not told what to do.
  expect(ran.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  const { mib = CEILING.mib, cpu = CEILING.cpu } = row;
  expect(ran.cpu, 'ms of CPU').toBeLessThan(cpu);
  expect(ran.mib, 'MiB').toBeLessThan(mib);
  // Less than Node itself takes would not have been measured.
  expect(ran.mib, 'MiB').toBeGreaterThan(30);
}

function target(command: string[], transport: 'stdio' | 'http', within: string) {
  const stop = { grace: '300ms' };
  const http = { command, stop, ready: { stdout: 'listening on (.+)', within } };
  return {
    name: 'hostile',
    role: 'mcp/server',
    within,
    limit: '300s',
    isolation: 'run',
    transports: transport === 'stdio' ? { stdio: { command, stop } } : { http },
  };
}

type Judged = Record<string, [verdict: string, reason: string | undefined]>;

/** What did not pass, but for rules that may be broken. A rule that had nothing to judge is skipped, and that is fine. */
function judged({ cases }: Report, may: readonly string[]): Judged {
  const wrong = cases.filter(({ id, verdict }) => {
    if (may.some((rule) => id === `${WIRE}${rule}`) && verdict === 'fail') return false;
    return verdict !== 'pass' && verdict !== 'skipped';
  });
  return Object.fromEntries(wrong.map(({ id, verdict, reason }) => [id, [verdict, reason]]));
}

function expected({ ping, breaks = {} }: Row, play: string): Judged {
  const reasons = (entries: [id: string, verdict: string, reason: RegExp][]): Judged =>
    Object.fromEntries(
      entries.map(([id, verdict, reason]) => [id, [verdict, expect.stringMatching(reason) as string]]),
    );
  return reasons([
    ...(ping ? [[`${ID}${play}`, ...ping] as [string, string, RegExp]] : []),
    ...Object.entries(breaks).map(([rule, reason]): [string, string, RegExp] => [`${WIRE}${rule}`, 'fail', reason]),
  ]);
}
