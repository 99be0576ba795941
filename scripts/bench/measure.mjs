import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Runs a program to its end: wall time in ms, peak resident memory of the process itself in bytes (Linux), its stdout. */
export function run(argv, { env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(argv[0], argv.slice(1), {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ...env },
    });
    let stdout = '';
    let peak = 0;
    const look = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid));
    }, 10);
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(look);
      resolve({ ms: performance.now() - began, peak, stdout, code });
    });
  });
}

function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** CPU time, user and system, of all children of this process that have ended so far, in ms (Linux). */
function childrenCpu() {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/**
 * CPU time in ms of a program that answers one message on stdio: from its start to its end, which follows the first line that
 * it writes. Without `message` the program only runs to its end.
 */
export async function cpuOf(argv, message) {
  const before = childrenCpu();
  const child = spawn(argv[0], argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdout.once('data', () => child.stdin.end());
  if (message === undefined) child.stdin.end();
  else child.stdin.write(`${JSON.stringify(message)}\n`);
  await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { cpu: childrenCpu() - before };
}

/** CPU time in ms of a program that runs to its end, with all that it starts and waits for. */
export async function cpuOfRun(argv) {
  const before = childrenCpu();
  const child = spawn(argv[0], argv.slice(1), { stdio: 'ignore' });
  await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { cpu: childrenCpu() - before };
}

/** The sum of a member over results. */
export const total = (results, member) => results.reduce((sum, one) => sum + one[member], 0);

/** Takes several measurements in turns, `times` rounds; returns a list of results for each. */
export async function repeat(times, measurements) {
  const results = measurements.map(() => []);
  for (let round = 0; round < times; round++) {
    for (const [index, measure] of measurements.entries()) results[index].push(await measure());
  }
  return results;
}

export function median(results, member) {
  const values = results.map((one) => one[member]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)];
}

/** server-everything over Streamable HTTP on a free port. */
export async function startServer() {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['node_modules/@modelcontextprotocol/server-everything/dist/index.js', 'streamableHttp'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, PORT: String(port) } },
  );
  await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.on('data', (chunk) => {
      text += chunk;
      if (text.includes('listening')) resolve();
    });
    child.on('exit', () => reject(new Error(`server-everything did not start: ${text}`)));
  });
  return { url: `http://127.0.0.1:${port}/mcp`, stop: () => child.kill() };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
