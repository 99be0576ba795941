import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Part, type PartResult, playPart } from './part.js';
import { playReading, type ReadingPart, readAll, reads } from './reading.js';
import { record } from './record.js';
import type { Transport } from './reference.js';
import { loadSubject } from './subject.js';

/** Real ms without a sign of life of a part, after which it is ended: something runs in circles. */
const STUCK = 300_000;
/** ms of CPU that one conversation may take; most take some tens. On Linux, where the CPU of another process can be seen. */
const MOST_CPU = 120_000;
/** MiB that the young and old objects of a process may take, ours or that of a reference: a run takes some 70. */
const MOST_HEAP = 256;
/** Frames of one part at most, so that all cores have work to the end. */
const PIECE = 125_000;
/** What part of the frames goes where. */
const SHARES: { transport: Transport; where: Part['where']; share: number }[] = [
  { transport: 'stdio', where: 'inside', share: 80 },
  { transport: 'http', where: 'inside', share: 12 },
  { transport: 'stdio', where: 'process', share: 6 },
  { transport: 'http', where: 'process', share: 2 },
];

/** A piece of the work, for a process of its own. */
type Piece = Part | ReadingPart;

const root = process.cwd();
const here = fileURLToPath(import.meta.url);

if (reads()) await readAll();
else if (process.send) process.once('message', (part: Piece) => void work(part));
else process.exitCode = await main().catch(wrongUse);

/** In a process of its own: does a part and tells how far it is. */
async function work(part: Piece): Promise<void> {
  let frames = 0;
  const progress = (more: number) => {
    frames += more;
  };
  const tell = setInterval(() => process.send?.({ frames }), 1000);
  const result =
    part.where === 'readers'
      ? { ...(await playReading(root, here, part, progress)), part }
      : await playPart(root, part, progress, {
          met: (found) => process.send?.({ frames, found }),
          begins: (seed) => process.send?.({ frames, seed }),
        });
  clearInterval(tell);
  process.send?.({ frames: result.frames, result }, () => process.disconnect());
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      frames: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      role: { type: 'string', multiple: true, default: ['mcp/server'] },
      transport: { type: 'string' },
      where: { type: 'string' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      record: { type: 'boolean', default: false },
    },
  });
  const { role: wanted, transport, where } = values;
  if (values.record) {
    for (const role of wanted) await recordAll(role);
    return 0;
  }
  const seed = wholeNumber('seed', values.seed, Number.MIN_SAFE_INTEGER);
  const frames = wholeNumber('frames', values.frames, 1);
  const jobs = wholeNumber('jobs', values.jobs, 1);
  const parts: Piece[] = [];
  if (transport === undefined && [undefined, 'readers'].includes(where)) parts.push(...readingParts(frames, seed));
  if (where !== 'readers')
    for (const role of wanted) parts.push(...(await partsOf(role, frames, seed, { transport, where })));
  if (parts.length === 0) throw new Error('there is nothing to fuzz: no role is reached like this');
  console.log(
    `seed ${seed}: ${frames} frames for each of ${wanted.join(', ')}, ${frames} inputs for everything that reads`,
  );
  return report(await playAll(parts, jobs));
}

function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < least)
    throw new Error(`--${name}: expected a whole number, got ${text}`);
  return number;
}

function wrongUse(error: unknown): number {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
}

/** The recorded traffic of a role and transport. */
function trafficFile(role: string, transport: string): string {
  return join(root, 'scripts/fuzz/traffic', `${role.replace('/', '-')}.${transport}.ndjson`);
}

async function recordAll(role: string): Promise<void> {
  for (const transport of await transportsOf(role))
    console.log(await record(root, role, transport, trafficFile(role, transport)));
}

/** The transports of a role's reference over which it can be fuzzed; says which it can't be, and why. */
async function transportsOf(role: string): Promise<Transport[]> {
  const { entry, target } = await loadSubject(root, role);
  const known = (name: string): name is Transport => entry.opens === 'kit' && (name === 'stdio' || name === 'http');
  const names = Object.keys(target.transports);
  const why = entry.opens === 'kit' ? 'the fuzzer does not speak it' : 'the reference opens the connection itself';
  for (const name of names) if (!known(name)) console.log(`${role} over ${name} is not fuzzed: ${why}`);
  return names.filter(known);
}

async function partsOf(
  role: string,
  frames: number,
  seed: number,
  only: { transport: string | undefined; where: string | undefined },
): Promise<Part[]> {
  const transports = await transportsOf(role);
  const shares = SHARES.filter(
    ({ transport, where }) =>
      transports.includes(transport) &&
      [transport, undefined].includes(only.transport as Transport) &&
      [where, undefined].includes(only.where as Part['where']),
  );
  const whole = shares.reduce((sum, { share }) => sum + share, 0);
  const parts: Part[] = [];
  for (const one of shares) {
    const file = trafficFile(role, one.transport);
    if (!existsSync(file)) console.log(await record(root, role, one.transport, file));
    const total = (frames * one.share) / whole;
    const pieces = Math.ceil(total / PIECE);
    for (let piece = 0; piece < pieces; piece += 1)
      parts.push({
        role,
        transport: one.transport,
        where: one.where,
        frames: Math.ceil(total / pieces),
        seed: seed + piece,
        file,
      });
  }
  return parts;
}

/** The inputs for everything that reads, whatever the role. */
function readingParts(inputs: number, seed: number): ReadingPart[] {
  const pieces = Math.ceil(inputs / PIECE);
  const frames = Math.ceil(inputs / pieces);
  return Array.from({ length: pieces }, (_, piece) => ({ where: 'readers', frames, seed: seed + piece }));
}

async function playAll(parts: readonly Piece[], jobs: number): Promise<PartResult[]> {
  const results: PartResult[] = [];
  const waiting = [...parts];
  const frames = new Map<Piece, number>();
  const began = performance.now();
  const show = setInterval(() => {
    const sum = [...frames.values()].reduce((total, one) => total + one, 0);
    process.stderr.write(`${sum} frames in ${Math.round((performance.now() - began) / 1000)} s\n`);
  }, 10_000);
  const next = async (): Promise<void> => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      const mine = part;
      results.push(await playApart(part, (count) => frames.set(mine, count)));
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, next));
  } finally {
    clearInterval(show);
  }
  const seconds = (performance.now() - began) / 1000;
  const sum = results.reduce((total, one) => total + one.frames, 0);
  console.log(`${sum} frames in ${seconds.toFixed(0)} s: ${Math.round(sum / seconds)} frames per second`);
  return results;
}

/** Plays a part in a process of its own, which is ended where it gives no sign of life. */
function playApart(part: Piece, progress: (frames: number) => void): Promise<PartResult> {
  return new Promise((resolve) => {
    const child: ChildProcess = fork(here, [], {
      execArgv: ['--expose-gc', '--enable-source-maps'],
      env: { ...process.env, NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP}` },
    });
    let last = 0;
    /** The batch that is played: with its seed it can be played again alone. */
    let { seed } = part;
    let result: PartResult | undefined;
    const broken = (text: string): PartResult => {
      const finding = { key: 'broken', text, seed, play: '' };
      return {
        part,
        name: part.where === 'readers' ? 'everything that reads' : `${part.transport} ${part.where}`,
        frames: last,
        conversations: 0,
        seconds: 0,
        findings: [finding],
        memory: [],
      };
    };
    let stuck: string | undefined;
    const kill = (why: string) => {
      stuck ??= why;
      child.kill('SIGKILL');
    };
    const silent = () => kill('it runs in circles');
    let timer = setTimeout(silent, STUCK);
    let begun = 0;
    const look = setInterval(() => {
      // Those that read watch their inputs themselves.
      if (part.where !== 'readers' && cpuOf(child.pid) - begun > MOST_CPU)
        kill(`a conversation took more than ${MOST_CPU / 1000} s of CPU`);
    }, 1000);
    child.on('message', (message: { frames: number; found?: string; seed?: number; result?: PartResult }) => {
      if (message.found !== undefined) console.log(`found, and made smaller now: ${message.found}`);
      result = message.result ?? result;
      if (message.frames > last) {
        clearTimeout(timer);
        timer = setTimeout(silent, STUCK);
      }
      if (message.seed !== undefined) {
        seed = message.seed;
        begun = cpuOf(child.pid);
      }
      last = message.frames;
      progress(last);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      clearInterval(look);
      const why = stuck
        ? `${stuck} after ${last} frames`
        : `the process ended with ${signal ?? `code ${code}`} after ${last} frames`;
      resolve(result ?? broken(why));
    });
    child.send(part);
  });
}

/** ms of CPU that a process has taken so far; 0 where that can't be seen. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Prints what came of it. Returns the exit code. */
function report(results: readonly PartResult[]): number {
  const rows = new Map<string, PartResult[]>();
  for (const result of results) {
    const name = result.part.where === 'readers' ? result.name : `${result.part.role}, ${result.name}`;
    rows.set(name, [...(rows.get(name) ?? []), result]);
  }
  for (const [name, group] of rows) {
    const sum = (member: 'frames' | 'conversations' | 'seconds') =>
      group.reduce((total, one) => total + one[member], 0);
    const peak = Math.max(...group.flatMap(({ memory }) => memory.map(({ bytes }) => bytes)), 0);
    console.log(
      `  ${name}: ${sum('frames')} frames in ${sum('conversations')} conversations, ${Math.round(sum('frames') / sum('seconds'))} per second, at most ${Math.round(peak / 1024 / 1024)} MiB`,
    );
  }
  const findings = results.flatMap(({ part, findings: all }) => all.map((one) => ({ part, ...one })));
  if (findings.length === 0) console.log('no findings');
  for (const { part, seed, text, play } of findings) {
    if (part.where === 'readers') {
      console.log(`\n✗ ${text}`);
      console.log(`  again: npm run fuzz -- --where readers --seed ${seed} --frames 1`);
      continue;
    }
    console.log(`\n✗ ${part.role} over ${part.transport} (${part.where}): ${text}`);
    console.log(
      `  again: npm run fuzz -- --role ${part.role} --transport ${part.transport} --where ${part.where} --seed ${seed} --frames 5000`,
    );
    if (play !== '') console.log(play);
  }
  return findings.length > 0 ? 1 : 0;
}
