/** Mocks in a working directory beside which lies what they must not reach. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach } from 'vitest';
import type { MockOptions, RunningMock } from '../../src/conversation/role-entry.js';
import { type Json, type JsonObject, parseJson, stringifyJson } from '../../src/json/json.js';
import { connectLink } from '../../src/jsonrpc/connect-ws.js';
import { type Connection, connect } from '../../src/jsonrpc/connection.js';
import { memoryPair } from '../../src/jsonrpc/link.js';
import { referenceOf } from '../../src/protocols/index.js';
import { openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';

/** A folder with the working directory of a mock, and what lies beside it. */
let base: string;
export let work: string;
export let outside: string;
const ends: (() => Promise<unknown>)[] = [];
/**
 * Gives each test of the file that calls it folders of its own. Test files of a worker share this module, so what stood at its top would
 * be registered for the first of them alone.
 */
export function inConfinedFolders(): void {
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'confined-mocks-')));
    [work, outside] = [join(base, 'work'), join(base, 'outside')];
    mkdirSync(work);
    mkdirSync(join(outside, '.harn/skills/secret'), { recursive: true });
    writeFileSync(join(outside, 'secret.json'), '{"trace_spans":[{"span_id":7,"kind":"secret","name":"secret"}]}');
    writeFileSync(join(outside, '.harn/skills/secret/SKILL.md'), '---\nname: secret\n---\nsecret');
    symlinkSync(outside, join(work, 'link'));
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    rmSync(base, { recursive: true });
  });
}

/** Everything below a folder, with what is in its files. */
export function all(folder: string): { [path: string]: string } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );
}

/** Starts a mock in the working directory; it ends with the test. */
export async function started(role: string, options: Partial<MockOptions>): Promise<RunningMock> {
  const start = await referenceOf(role);
  const mock = await start!({
    transport: 'stdio',
    port: 0,
    clock: realClock,
    border: openBorder,
    permissive: false,
    switches: new Set(),
    cwd: work,
    warn: () => undefined,
    print: () => undefined,
    ...options,
  });
  ends.push(() => mock.close());
  return mock;
}

interface Peer {
  ask(method: string, params: JsonObject): Promise<JsonObject>;
  /** Opens a session that works in this folder and prompts there; resolves with all that the mock said, as text. */
  prompt(text: string, cwd?: string, session?: JsonObject): Promise<string>;
}

/** The peer of a mock over its link, which allows whatever it is asked. */
async function peerOf(link: ReturnType<typeof memoryPair>[0], close: () => Promise<unknown>): Promise<Peer> {
  const said: Json[] = [];
  const peer: Connection = connect(link, {
    requests: {
      'session/request_permission': () => ({ outcome: { outcome: 'selected', optionId: 'allow' }, granted: true }),
    },
    notifications: { 'session/update': (params) => void said.push(params ?? null) },
  });
  ends.unshift(async () => {
    peer.close();
    await close();
  });
  const ask = async (method: string, params: JsonObject) => (await peer.request(method, params)) as JsonObject;
  await ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  return {
    ask,
    prompt: async (text, cwd = work, session = {}) => {
      const before = said.length;
      try {
        const { sessionId } = await ask('session/new', { cwd, mcpServers: [], ...session });
        const result = await ask('session/prompt', { sessionId: sessionId!, prompt: [{ type: 'text', text }] });
        return stringifyJson([...said.slice(before), result]);
      } catch (error) {
        return `${stringifyJson(said.slice(before))} error: ${(error as Error).message}`;
      }
    },
  };
}

/** The peer of a mock that listens. */
export async function overSocket(role: string, script: JsonObject = {}): Promise<Peer> {
  const { url } = await started(role, { transport: 'ws', script });
  const link = await connectLink({ url: url! });
  return peerOf(link, async () => undefined);
}

/** The peer of a mock that somebody started. */
export async function overStdio(role: string, script?: JsonObject): Promise<Peer> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  await started(role, { input, output, ...(script && { script }) });
  const [ours, theirs] = memoryPair();
  theirs.listen(({ kind, message }) => {
    if (kind === 'message') input.write(`${stringifyJson(message ?? null)}\n`);
  });
  let rest = '';
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop()!;
    for (const line of lines) theirs.send(parseJson(line) as JsonObject);
  });
  return peerOf(ours, async () => input.end());
}

/** What a mock says of a place that it may not touch. */
export const REFUSED = /lies outside of the working directory of this mock; to allow it, write this line.*: files: \[/;
