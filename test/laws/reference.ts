import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect } from 'vitest';
import type { MockOptions, RoleEntry, RunningMock } from '../../src/conversation/role-entry.js';
import type { TransportName } from '../../src/language/target.js';
import { openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';

/** ms that a reference has for its end. */
const END = 20_000;
/** Lines that every server has to outlive; only the last one is a request, of a method that nobody has. */
const ODD = [
  'no json',
  '[]',
  '{}',
  '"text"',
  '{"jsonrpc":"2.0","id":1}',
  '{"jsonrpc":"2.0","id":2,"method":"no/such"}',
];

/**
 * The laws of a role and its reference. What the entry says fits together. A server answers an unknown method with an error and outlives
 * what is no message, listens on the loopback only, and can be closed more than once; then its port is free. A client whose server is
 * gone at once says so in one line of JSON and ends. None of them throws an error that nobody handles.
 */
export async function assertReference(entry: RoleEntry): Promise<void> {
  const { version, versions, bindings, permissive = [], switches } = entry;
  const transports = Object.keys(bindings) as TransportName[];
  expect(transports).not.toEqual([]);
  expect(versions).toContain(version);
  expect([new Set(versions).size, new Set(switches).size]).toEqual([versions.length, switches.length]);
  for (const variant of permissive) {
    expect(transports, variant.name).toEqual(expect.arrayContaining([...(variant.transports ?? [])]));
    expect(versions, variant.name).toEqual(expect.arrayContaining([...(variant.versions ?? [])]));
  }
  for (const transport of transports)
    for (const one of versions) {
      const about = `${transport} in ${one}`;
      if (entry.opens === 'target') await assertClient(entry, transport, one, about);
      else if (transport === 'stdio') await assertStdioServer(entry, one, about);
      else await assertListener(entry, transport, one, about);
    }
}

/** Starts the reference; what it throws later is kept. */
async function started(entry: RoleEntry, options: Pick<MockOptions, 'transport' | 'version'> & Partial<MockOptions>) {
  const failures: unknown[] = [];
  const running = await entry.mock({
    ...{ port: 0, clock: realClock, border: openBorder, permissive: false, switches: new Set<string>() },
    ...{ warn: () => undefined, failed: (error) => failures.push(error) },
    ...options,
  });
  return { running, failures };
}

async function assertStdioServer(entry: RoleEntry, version: string, about: string): Promise<void> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { running, failures } = await started(entry, { transport: 'stdio', version, input, output });
  let written = '';
  const replies = () =>
    written
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { id?: unknown; error?: unknown });
  output.setEncoding('utf8').on('data', (chunk) => {
    written += chunk;
  });
  for (const line of ODD) input.write(`${line}\n`);
  await expect.poll(() => replies().find(({ id }) => id === 2)?.error, { timeout: END, message: about }).toBeDefined();
  input.end();
  await inTime(running.done, `the end of stdin over ${about}`);
  await closedTwice(running, about);
  expect(failures, about).toEqual([]);
}

async function assertListener(
  entry: RoleEntry,
  transport: TransportName,
  version: string,
  about: string,
): Promise<void> {
  const { running, failures } = await started(entry, { transport, version });
  const { hostname, port } = new URL(running.url!);
  expect(hostname, about).toBe('127.0.0.1');
  expect(await said(Number(port), 'no HTTP\r\n\r\n'), about).toMatch(/^HTTP\/1\.1 400 /);
  const noJson = 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 7\r\n\r\nno json';
  expect(await said(Number(port), noJson), about).toMatch(/^HTTP\/1\.1 (?:4\d\d |200 .*"error")/s);
  await closedTwice(running, about);
  await inTime(running.done, `its end after it was closed over ${about}`);
  await expect(said(Number(port), ''), about).rejects.toThrow('ECONNREFUSED');
  expect(failures, about).toEqual([]);
}

async function assertClient(entry: RoleEntry, transport: TransportName, version: string, about: string): Promise<void> {
  const lines: string[] = [];
  const gone =
    transport === 'stdio'
      ? { command: [process.execPath, '-e', ''] }
      : { url: `${transport === 'ws' ? 'ws' : 'http'}://127.0.0.1:1` };
  const { running, failures } = await started(entry, {
    ...{ transport, version, clock: hasty, print: (line) => lines.push(line) },
    ...gone,
  });
  await inTime(running.done, `the outcome over ${about}`);
  await closedTwice(running, about);
  expect(
    lines.map((line) => JSON.parse(line)),
    about,
  ).toEqual([expect.objectContaining({ ok: false, error: expect.any(String) })]);
  expect(failures, about).toEqual([]);
}

/** Time in which nobody waits long until it tries again. */
const hasty: typeof realClock = { ...realClock, after: (ms, fire) => realClock.after(Math.min(ms, 5), fire) };

async function closedTwice(running: RunningMock, about: string): Promise<void> {
  await inTime(running.close(), `close over ${about}`);
  await inTime(running.close(), `the second close over ${about}`);
}

function inTime(work: Promise<unknown>, what: string): Promise<unknown> {
  let timer: NodeJS.Timeout;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${END} ms`)), END);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What comes back for bytes that are sent to a port. */
function said(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let back = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(bytes));
    socket.on('data', (chunk) => {
      back += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(back));
  });
}
