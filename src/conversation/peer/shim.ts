// The program that a host or client under test spawns instead of its real peer: it carries the bytes of its stdin and
// stdout between the target and the kit, and exits as the case says. No imports but Node's own, no state, no protocol.
import { connect } from 'node:net';

const [address = '', token = '', ...rest] = process.argv.slice(2);
const [host, port] = address.split(':');

function fail(text: string): never {
  process.stderr.write(`proctor: ${text}\n`);
  process.exit(70);
}

const frame = (type: string, payload: Uint8Array) => {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
};

const socket = connect({ host: host ?? '127.0.0.1', port: Number(port) });
socket.setNoDelay(true);
socket.on('error', () => fail('the case that this peer belonged to is over'));
socket.on('close', () => fail('Proctor closed the case'));
socket.on('connect', () => {
  // Until the token is there nothing else is read.
  const hello = JSON.stringify({ args: rest, cwd: process.cwd() });
  socket.write(Buffer.concat([Buffer.from(`${token}\n`), frame('h', Buffer.from(hello))]));
  process.stdin.on('data', (chunk: Buffer) => {
    if (!socket.write(frame('i', chunk))) process.stdin.pause();
  });
  socket.on('drain', () => process.stdin.resume());
  process.stdin.on('end', () => socket.write(frame('z', Buffer.alloc(0))));
});
// A target that does not read what its peer says, or is gone, ends the peer only if the case says so.
for (const stream of [process.stdin, process.stdout, process.stderr]) stream.on('error', () => undefined);

let pending: Buffer = Buffer.alloc(0);
socket.on('data', (chunk: Buffer) => {
  pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
  while (pending.length >= 5) {
    const length = pending.readUInt32BE(1);
    if (pending.length < 5 + length) return;
    const type = pending.toString('latin1', 0, 1);
    const payload = pending.subarray(5, 5 + length);
    pending = pending.subarray(5 + length);
    if (type === 'o') process.stdout.write(payload);
    else if (type === 'e') process.stderr.write(payload);
    else if (type === 's') outlive(payload.toString());
    else if (type === 'k') process.kill(process.pid, 'SIGKILL');
    else if (type === 'x') leave(payload.readInt32BE(0));
  }
});

/** ms between two looks at whether the target is still there. */
const LOOK = 50;

/** Goes on when stdin has ended, or even when TERM has come, and reports what it meets. Without its parent it leaves. */
function outlive(what: string): void {
  const parent = process.ppid;
  process.on('SIGTERM', () => {
    if (what === 'SIGTERM') socket.write(frame('t', Buffer.alloc(0)));
    else leaveWith('t');
  });
  setInterval(() => process.ppid === parent || leaveWith('q'), LOOK);
}

/** Leaves, and reports why. */
function leaveWith(why: string): void {
  const last = Buffer.concat([frame('y', Buffer.alloc(0)), frame(why, Buffer.alloc(0))]);
  socket.write(last, () => leave(0));
}

/** Exits once what was written has left. */
function leave(code: number): void {
  socket.removeAllListeners('close');
  socket.removeAllListeners('error');
  socket.on('error', () => undefined);
  process.stdout.write('', () => process.exit(code));
}
