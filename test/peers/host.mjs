// A host for tests: spawns its peer (the rest of argv), says hello, answers `ask`, and reports on its last line of stdout.
// --twice spawns a second peer; --deaf never answers; --die ends by a signal.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const flags = process.argv.slice(2).filter((arg) => arg.startsWith('--'));
const command = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));

function talk(name) {
  const peer = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  const say = (message) => peer.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  say({ id: 1, method: 'hello', params: { name } });
  createInterface({ input: peer.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method === 'ask' && !flags.includes('--deaf'))
      say({ id: message.id, result: { you: message.params.what } });
    if (message.method === 'bye') peer.stdin.end();
    if (flags.includes('--die') && message.id === 1) process.kill(process.pid, 'SIGKILL');
  });
  return new Promise((resolve) => peer.on('exit', (code) => resolve(code)));
}

const codes = await Promise.all([talk('first'), ...(flags.includes('--twice') ? [talk('second')] : [])]);
console.log('a line of chatter');
console.log(JSON.stringify({ ok: codes[0] === 0, value: { codes } }));
