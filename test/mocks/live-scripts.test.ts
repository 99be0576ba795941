import { appendFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect } from 'vitest';
import { it, PROCTOR, type Running, type Sandbox } from '../testing/program.js';

const script = (...tools: string[]) =>
  ['tools:', ...tools.map((name) => `  - { name: ${name}, delayMs: 20, result: { content: [] } }`), ''].join('\n');

/** Saves a file as editors do: over it, or by a rename into its place. */
const SAVES: { readonly [how: string]: (path: string, text: string) => void } = {
  'in place': (path, text) => writeFileSync(path, text),
  'in two steps': (path, text) => {
    writeFileSync(path, '');
    setImmediate(() => appendFileSync(path, text));
  },
  'by a rename': (path, text) => {
    writeFileSync(`${path}~`, text);
    renameSync(`${path}~`, path);
  },
};

/** A client of the official SDK that listens for changes of the tools. */
function client() {
  const made = new Client({ name: 'test', version: '1' });
  let changes = 0;
  made.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
  });
  return { client: made, changes: () => changes };
}

/** What a mock says on stderr, as it comes. */
function wordsOf(running: Running) {
  let text = '';
  running.child.stderr?.on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

/** A mock over HTTP and a client of it. */
async function overHttp(sandbox: Sandbox, file: string, ...more: string[]) {
  const running = sandbox.start(['mock', 'mcp/server', '--transport', 'http', '--script', file, ...more]);
  const words = wordsOf(running);
  const url = (await running.firstLine()).replace('listening on ', '');
  const { client: one, changes } = client();
  await one.connect(new StreamableHTTPClientTransport(new URL(url)));
  const stop = async () => {
    await one.close();
    running.signal('SIGTERM');
    return running.done;
  };
  return { client: one, changes, words, stop };
}

const namesOf = async (one: Client) => (await one.listTools()).tools.map(({ name }) => name);

/** Calls a tool without a pause until `over`, and says how often. Rejects if a call fails. */
async function traffic(one: Client, over: () => boolean): Promise<number> {
  let calls = 0;
  while (!over()) {
    await Promise.all([1, 2, 3].map(() => one.callTool({ name: 'a' })));
    calls += 3;
  }
  return calls;
}

describe('a script that is saved while clients call', () => {
  it.for(Object.keys(SAVES))('%s holds at once over HTTP, and no message is lost', async (how, { sandbox }) => {
    const file = sandbox.file('server.yaml', script('a'));
    const mock = await overHttp(sandbox, file);
    expect(await namesOf(mock.client)).toEqual(['a']);
    let isOver = false;
    const calls = traffic(mock.client, () => isOver);
    SAVES[how]!(file, script('a', 'b'));
    await expect.poll(mock.changes).toBe(1);
    expect(await namesOf(mock.client)).toEqual(['a', 'b']);
    SAVES[how]!(file, script('a', 'c', 'd'));
    await expect.poll(mock.changes).toBe(2);
    isOver = true;
    expect(await calls).toBeGreaterThan(0);
    expect(await namesOf(mock.client)).toEqual(['a', 'c', 'd']);
    const { exit, stderr } = await mock.stop();
    expect(exit).toBe(0);
    expect(stderr).toContain('proctor: script reloaded: 1 tool added\n');
    expect(stderr).toContain('proctor: script reloaded: 2 tools added, 1 removed\n');
    expect(stderr).toContain(`${file}:3:5  tools: c was never called\n`);
    expect(stderr).not.toContain('tools: a was never called');
  });

  it('holds at once over stdio', async ({ sandbox }) => {
    const file = sandbox.file('server.yaml', script('a'));
    const { client: one, changes } = client();
    const args = [PROCTOR, 'mock', 'mcp/server', '--script', file];
    await one.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }));
    let isOver = false;
    const calls = traffic(one, () => isOver);
    SAVES['by a rename']!(file, script('a', 'b'));
    await expect.poll(changes).toBe(1);
    isOver = true;
    expect(await calls).toBeGreaterThan(0);
    expect(await namesOf(one)).toEqual(['a', 'b']);
    await one.close();
  });

  it('leaves the last good one in force if it is broken, and says where', async ({ sandbox }) => {
    const file = sandbox.file('server.yaml', script('a'));
    const mock = await overHttp(sandbox, file);
    writeFileSync(file, 'tools:\n  - { name: b\n');
    await expect.poll(mock.words).toContain(`the saved script can't be used, the last good one goes on\n${file}:`);
    writeFileSync(file, 'tools:\n  - { name: b, delayMs: soon }\n');
    await expect.poll(mock.words).toContain(`${file}:2:25  expected a number`);
    expect(await namesOf(mock.client)).toEqual(['a']);
    writeFileSync(file, script('b'));
    await expect.poll(mock.changes).toBe(1);
    expect(await namesOf(mock.client)).toEqual(['b']);
    expect((await mock.stop()).exit).toBe(0);
  });

  it('is found through a link, too', async ({ sandbox }) => {
    const file = sandbox.file('elsewhere/real.yaml', script('a'));
    const link = join(sandbox.folder, 'server.yaml');
    symlinkSync(file, link);
    const mock = await overHttp(sandbox, link);
    writeFileSync(file, script('a', 'b'));
    await expect.poll(mock.changes).toBe(1);
    expect((await mock.stop()).exit).toBe(0);
  });

  it('switches permissive variants, and says what needs a new start', async ({ sandbox }) => {
    const file = sandbox.file('server.yaml', `${script('a')}`);
    const mock = await overHttp(sandbox, file);
    writeFileSync(
      file,
      `${script('a')}permissive: [unknown-members]\npageSize: 9\nserverInfo: { name: other, version: '2' }\n`,
    );
    await expect.poll(mock.words).toContain('from the next session on: serverInfo\n');
    expect(mock.words()).toContain('script reloaded: 1 permissive added; pageSize changed; serverInfo changed\n');
    expect(mock.words()).toContain('still as before until the mock is started again: pageSize\n');
    expect(await mock.client.callTool({ name: 'a' })).toHaveProperty('x-note');
    await mock.stop();
  });
});
