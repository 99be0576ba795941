// Passes stdin and stdout of a program on, and writes both down: node tee.mjs FILE COMMAND ARG… makes FILE.in and FILE.out.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';

const [file, program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const sides = [
  [process.stdin, child.stdin, 'in'],
  [child.stdout, process.stdout, 'out'],
];
const written = sides.map(([from, to, name]) => {
  const copy = createWriteStream(`${file}.${name}`);
  from.on('data', (chunk) => {
    to.write(chunk);
    copy.write(chunk);
  });
  from.on('end', () => {
    if (to !== process.stdout) to.end();
  });
  to.on('error', () => undefined);
  return copy;
});
for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => child.kill(name));
child.on('close', (code, signal) => {
  let open = written.length;
  for (const copy of written)
    copy.end(() => {
      open -= 1;
      if (open === 0) process.exit(code ?? (signal === null ? 0 : 1));
    });
});
