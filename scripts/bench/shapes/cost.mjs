// What a run costs whose target answers with a large message: reading, watching, recording and all reports.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { shapes } from './shapes.mjs';

const root = resolve(import.meta.dirname, '../../..');
const METER = join(root, 'test/testing/meter.mjs');
const REPORTS = ['pretty', 'json', 'ndjson', 'junit', 'markdown', 'github'];
const CASES = {
  'mcp/server': ['mcp.server.ping.answer', 'mcp.server.wire.*'],
  'acp/agent': ['acp.agent.initialize.answer', 'acp.agent.wire.*'],
};

/**
 * Runs Proctor against a server whose answers have a shape and size: the peak of its memory in MiB, its CPU in ms, its exit code and
 * the cases of its json report.
 */
export async function costOf(
  transport,
  shape,
  bytes,
  { chunk = 0, proctor = join(root, 'dist/bin/proctor.mjs') } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-shapes-'));
  const command = [
    process.execPath,
    join(import.meta.dirname, 'server.mjs'),
    transport,
    shape,
    String(bytes),
    String(chunk),
  ];
  const server =
    transport === 'stdio' ? undefined : spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url =
      server && (await new Promise((found) => server.stdout.once('data', (data) => found(/\w+:\S+/.exec(data)[0]))));
    const role = transport === 'ws' ? 'acp/agent' : 'mcp/server';
    const meter = join(folder, 'meter');
    const run = spawn(
      process.execPath,
      [
        ...['--import', METER, proctor, 'run', '--role', role, ...CASES[role]],
        ...REPORTS.flatMap((name) => ['--reporter', `${name}=report.${name}`]),
        ...(url === undefined ? ['--', ...command] : ['--url', url]),
      ],
      { cwd: folder, env: { ...process.env, PROCTOR_TEST_METER: meter }, stdio: 'ignore' },
    );
    const exit = await new Promise((ended) => run.on('close', (code, signal) => ended(signal ?? code)));
    if (!existsSync(meter))
      throw new Error(`the run of ${shape}, ${bytes} bytes over ${transport}, ended with ${exit}`);
    const { cases } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    return { ...JSON.parse(readFileSync(meter, 'utf8')), exit, cases };
  } finally {
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sizes of the two messages that are compared, in bytes: what any run costs is in both. */
const SMALL = 1_000_000;
const LARGE = 8_000_000;

/**
 * What each further byte of a message costs: bytes of memory at the peak, and the CPU of a large message in times that of one half
 * as large: 2 at most where it is linear.
 */
export async function costPerByte(transport, shape) {
  const small = await costOf(transport, shape, SMALL);
  const half = await costOf(transport, shape, LARGE / 2);
  const large = await costOf(transport, shape, LARGE);
  return {
    memory: ((large.mib - small.mib) * 2 ** 20) / (LARGE - SMALL),
    growth: large.cpu / half.cpu,
    runs: [small, half, large],
  };
}

export const shapeNames = Object.keys(shapes);
