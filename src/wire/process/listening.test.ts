import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { listeningPorts } from './listening.js';

let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
});

async function run(script: string): Promise<[pid: number, said: number]> {
  child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout!, 'data');
  return [child.pid!, Number(String(said))];
}

const onLinux = test.runIf(process.platform === 'linux');

onLinux('a process that listens shows its port', async () => {
  const [pid, port] = await run(
    "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(s.address().port))",
  );
  expect(listeningPorts(pid)).toEqual([port]);
});

onLinux('a port of a child belongs to its parent as well', async () => {
  const listening =
    "const s = require('node:net').createServer().listen(0, () => console.log(s.address().port)); process.stdin.on('end', () => process.exit()).resume()";
  const [pid, port] = await run(
    `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(listening)}], { stdio: 'inherit' })`,
  );
  expect(listeningPorts(pid)).toEqual([port]);
  child!.stdin!.end();
});

onLinux('a process that connects, and does not listen, shows none', async () => {
  const [pid] = await run(
    "const { createServer, connect } = require('node:net'); const s = createServer().listen(0, () => { connect(s.address().port); s.once('connection', () => { s.close(); console.log(1) }) })",
  );
  expect(listeningPorts(pid)).toEqual([]);
});

test('of a process that is gone nothing is known', () => {
  expect(listeningPorts(2 ** 30)).toBeUndefined();
});
