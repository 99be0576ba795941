// node warm.mjs PROGRAM: a process that plays one call of the program after another, each of them sent by its parent
// (`warm.ts`). A call is over when nothing would keep its process alive any more.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { ownPeak } from '../../scripts/soak/proc.mjs';

const [file] = process.argv.slice(2);
const { program } = createRequire(file)('./commands.cjs');
let call;

process.on('disconnect', () => process.exit());
process.on('message', ({ cwd, env, args }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = undefined;
  call = { stdout: collected('stdout'), stderr: collected('stderr'), cpu: process.cpuUsage() };
  forgetPeak();
  process.channel.unref();
  process.argv = [process.execPath, file, ...args];
  void program(process.argv);
});
process.on('beforeExit', (exit) => {
  if (call === undefined) return;
  const { user, system } = process.cpuUsage(call.cpu);
  const cost = { cpu: Math.round((user + system) / 1000), mib: Math.round(ownPeak() / 2 ** 20) };
  const [stdout, stderr] = [call.stdout(), call.stderr()];
  call = undefined;
  process.channel.ref();
  process.send({ exit, stdout, stderr, ...cost });
});

/** Puts a stream in the place of one of the process; returns what tells what was written to it. */
function collected(name) {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  Object.defineProperty(process, name, { configurable: true, enumerable: true, value: stream });
  return () => Buffer.concat(chunks).toString();
}

/** The peak of the memory counts from here on. Linux alone can do so. */
function forgetPeak() {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere it is that of all calls so far, which is more.
  }
}
