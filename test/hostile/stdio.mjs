// A minimal MCP server over stdio whose every turn a behaviour may replace.
import { createWriteStream, writeSync } from 'node:fs';
import { control } from './control.mjs';
import { isOrdinary, read, replyTo } from './valid.mjs';

/**
 * Serves stdio. A behaviour may have
 * - `start(io)`: called first; returns true where nothing shall be served at all
 * - `initialize(io, reply, message)`, `initialized(io)`, `ordinary(io, reply, message)`: instead of the valid answer
 * - `eof(io)`: instead of the exit at the end of input
 *
 * `io` has `write(bytes)`, `line(value)` (a message as a line), `now(text)` (written before anything else happens) and the
 * streams. They are not those of `process`, which block the process while nobody reads: then it could not end itself.
 */
export function serveStdio(behaviour) {
  const stdout = createWriteStream('', { fd: 1, autoClose: false });
  const stderr = createWriteStream('', { fd: 2, autoClose: false });
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  const { stdin } = process;
  const io = {
    stdin,
    stdout,
    stderr,
    write: (bytes) => stdout.write(bytes),
    line: (value) => stdout.write(`${JSON.stringify(value)}\n`),
    now: (text, fd = 1) => writeSync(fd, text),
  };
  if (behaviour.start?.(io)) return;
  let rest = '';
  stdin.setEncoding('utf8');
  stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (!stdin.destroyed) take(behaviour, io, read(line));
  });
  stdin.on('error', () => {});
  stdin.on('end', () => (behaviour.eof ? behaviour.eof(io) : stdout.end(() => process.exit(0))));
  // What can't be written any more must not keep the process.
  if (!behaviour.eof) stdin.on('end', () => setTimeout(() => control.die(), 500));
}

function take(behaviour, io, message) {
  if (message?.method === 'notifications/initialized') behaviour.initialized?.(io);
  const reply = replyTo(message);
  if (reply === undefined) return;
  if (message.method === 'initialize' && behaviour.initialize) behaviour.initialize(io, reply, message);
  else if (isOrdinary(message) && behaviour.ordinary) behaviour.ordinary(io, reply, message);
  else io.line(reply);
}
