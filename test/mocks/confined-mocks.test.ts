import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type JsonObject, stringifyJson } from '../../src/json/json.js';
import { all, inConfinedFolders, outside, overSocket, overStdio, REFUSED, started, work } from '../testing/confined.js';

inConfinedFolders();

const OVER = { ws: overSocket, stdio: overStdio };
type Over = keyof typeof OVER;

/** Prompts that write, by role; each gets the path that is written. */
const WRITES: readonly [role: string, over: Over, prompt: (path: string) => string][] = [
  ['acp/agent', 'ws', (path) => `write ${path} x`],
  ['acp/agent', 'ws', (path) => `edit ${path}`],
  ['acp/agent', 'stdio', (path) => `write ${path} x`],
  ['harn/agent', 'ws', (path) => `write ${path} x`],
  ['harn/agent', 'ws', (path) => `change ${path} x`],
  ['harn/agent', 'stdio', (path) => `write ${path} x`],
  ['hub/server', 'ws', (path) => `write ${path} x`],
  ['hub/server', 'ws', (path) => `append ${path} x`],
  ['hub/server', 'ws', (path) => `edit ${path}`],
];

const PLACES: readonly [name: string, path: () => string][] = [
  ['an absolute path', () => join(outside, 'made')],
  ['a path with ..', () => '../outside/made'],
  ['a link', () => 'link/made'],
];

/** What a mock says that refuses a file, with the line of its script that allows it. */
describe('a mock writes', () => {
  it.each(WRITES.map(([role, over, prompt]) => [role, over, prompt('PATH'), prompt] as const))(
    'only below its working directory: %s over %s, %s',
    async (role, over, _name, prompt) => {
      const before = all(outside);
      const peer = await OVER[over](role);
      for (const [, path] of PLACES) expect(await peer.prompt(prompt(path()))).toMatch(REFUSED);
      if (over === 'ws') expect(await peer.prompt(prompt('made'), outside)).toMatch(REFUSED);
      if (over === 'ws') expect(await peer.prompt(prompt(join(outside, 'made')), '/')).toMatch(REFUSED);
      expect(all(outside)).toEqual(before);
      expect(await peer.prompt(prompt('made'))).not.toMatch(REFUSED);
      expect(existsSync(join(work, 'made'))).toBe(true);
    },
  );

  it.each([
    ['acp/agent', 'write made x'],
    ['harn/agent', 'write made x'],
    ['hub/server', 'write made x'],
  ])('elsewhere where its script says so: %s', async (role, prompt) => {
    const peer = await overSocket(role, { files: ['../outside'] });
    expect(await peer.prompt(prompt, outside)).not.toMatch(REFUSED);
    expect(existsSync(join(outside, 'made'))).toBe(true);
  });

  it.each(['acp/agent', 'harn/agent'])('where its parent says that a session works: %s', async (role) => {
    expect(await (await overStdio(role)).prompt('write made x', outside)).not.toMatch(REFUSED);
    expect(existsSync(join(outside, 'made'))).toBe(true);
  });
});

describe('a mock keeps its records', () => {
  it.each([
    ['harn/agent', 'watch'],
    ['harn/agent', 'record ../../../outside/made'],
    ['harn/agent', 'record run_1'],
    ['harn/agent', 'delegate'],
    ['harn/agent', 'flow kit'],
  ])('only below its working directory: %s, %s', async (role, prompt) => {
    const before = all(outside);
    const peer = await overSocket(role);
    // By its own path, by the folder of the session, and by folders that are links.
    for (const folder of ['.harn', '.harn-runs']) symlinkSync(outside, join(work, folder));
    symlinkSync(join(outside, 'made'), join(work, 'watched.txt'));
    expect(await peer.prompt(prompt)).toMatch(REFUSED);
    expect(await peer.prompt(prompt, outside)).toMatch(REFUSED);
    expect(all(outside)).toEqual(before);
  });

  it('only below its working directory: bridge/runtime, worker', async () => {
    const before = all(outside);
    const peer = await overStdio('bridge/runtime');
    symlinkSync(outside, join(work, '.harn'));
    expect(await peer.prompt('worker')).toContain('lies outside of the working directory');
    expect(all(outside)).toEqual(before);
  });
});

describe('a mock reads', () => {
  it.each<[string, Over]>([
    ['acp/agent', 'ws'],
    ['acp/agent', 'stdio'],
  ])('only below its working directory: %s over %s, read', async (role, over) => {
    const peer = await OVER[over](role);
    for (const path of [join(outside, 'secret.json'), '../outside/secret.json', 'link/secret.json', '/dev/zero'])
      expect(await peer.prompt(`read ${path}`)).toMatch(REFUSED);
  });

  it('only below its working directory: harn/agent, the records of runs', async () => {
    const peer = await overSocket('harn/agent');
    const { sessionId } = await peer.ask('session/new', { cwd: work, mcpServers: [] });
    const query = (more: JsonObject) => peer.ask('harn.session_timeline.query', { sessionId: sessionId!, ...more });
    for (const runPath of [join(outside, 'secret.json'), '../outside/secret.json', 'link/secret.json'])
      await expect(query({ runPath })).rejects.toThrow(REFUSED);
    expect(stringifyJson(await query({ runId: '../../outside/secret' }))).not.toContain('secret');
    expect(stringifyJson(await query({ runId: '../link/secret' }))).not.toContain('secret');
  });

  it('only below its working directory: harn/agent, folders of a session', async () => {
    const peer = await overSocket('harn/agent');
    const { sessionId } = await peer.ask('session/new', { cwd: work, mcpServers: [] });
    const path = outside;
    await expect(peer.ask('harn.session_add_root', { sessionId: sessionId!, path })).rejects.toThrow(REFUSED);
    await expect(peer.ask('harn.session_reanchor', { sessionId: sessionId!, path: 'link' })).rejects.toThrow(REFUSED);
  });

  it('only below its working directory: bridge/runtime, skills', async () => {
    const peer = await overStdio('bridge/runtime');
    expect(await peer.prompt('skill-catalog', outside)).toContain('secret');
    symlinkSync(join(outside, '.harn'), join(work, '.harn'));
    expect(await peer.prompt('skill-catalog')).not.toContain('secret');
  });
});

describe('a mock starts programs', () => {
  const made = () => join(work, 'made');
  const server = () => [{ name: 'kit', command: 'touch', args: [made()], env: [] }];
  const STARTED = /this mock does not start the program "touch"; to allow it, write this line.*: programs: \["touch"\]/;

  it.each(['acp/agent', 'harn/agent'])('over a socket only where its script says so: %s, mcpServers', async (role) => {
    const peer = await overSocket(role);
    expect(await peer.prompt('hello', work, { mcpServers: server() })).toMatch(STARTED);
    const { sessionId } = await peer.ask('session/new', { cwd: work, mcpServers: [] });
    const more = { sessionId: sessionId!, cwd: work, mcpServers: server() };
    await expect(peer.ask('session/load', more)).rejects.toThrow(STARTED);
    await expect(peer.ask('session/resume', more)).rejects.toThrow(STARTED);
    expect(existsSync(made())).toBe(false);
    for (const programs of [true, ['touch']]) {
      const allowed = await overSocket(role, { programs });
      await allowed.prompt('hello', work, { mcpServers: server() });
      expect(existsSync(made())).toBe(true);
      rmSync(made());
      expect(await allowed.prompt('hello', outside, { mcpServers: server() })).toMatch(REFUSED);
      expect(existsSync(made())).toBe(false);
    }
  });

  it('over a socket only where its script says so: harn/agent, exec', async () => {
    const refused = await (await overSocket('harn/agent')).prompt('exec touch made');
    expect(refused).toContain('for a peer over a socket this mock does not start the program');
    expect(existsSync(made())).toBe(false);
    await (await overSocket('harn/agent', { programs: ['touch'] })).prompt('exec touch made');
    expect(existsSync(made())).toBe(true);
  });

  it.each(['acp/agent', 'harn/agent'])('over stdio unless its script forbids it: %s', async (role) => {
    await (await overStdio(role)).prompt('hello', work, { mcpServers: server() });
    expect(existsSync(made())).toBe(true);
    rmSync(made());
    const forbidden = await overStdio(role, { programs: false });
    expect(await forbidden.prompt('hello', work, { mcpServers: server() })).toMatch(STARTED);
    expect(existsSync(made())).toBe(false);
  });

  it('that a turn waits for only for so long', async () => {
    const peer = await overStdio('harn/agent', { programTimeoutMs: 100 });
    expect(await peer.prompt('exec sleep 600')).toContain('sleep was ended: it ran for more than 100 ms');
  });
});

describe('a mock asks no address for its peer that a peer elsewhere could not ask', () => {
  const REACH = 'it is neither an address on the internet nor loopback';
  const PRIVATE = ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::ffff:127.0.0.1]:9/', 'http://0.0.0.0:9/'];

  it('harn/agent, fetch', async () => {
    const peer = await overSocket('harn/agent');
    for (const url of PRIVATE) expect(await peer.prompt(`fetch ${url}`)).toContain(REACH);
    expect(await peer.prompt('fetch http://127.0.0.1:9/')).toContain('connection refused');
    expect(await peer.prompt('fetch nowhere')).toContain('is not an address');
  });

  /** Sends a request to an A2A server; resolves with its reply, as text. */
  async function a2a(url: string, method: string, params: JsonObject): Promise<string> {
    const body = stringifyJson({ jsonrpc: '2.0', id: 1, method, params });
    return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text();
  }
  const message = (text: string, metadata?: JsonObject): JsonObject => ({
    message: {
      kind: 'message',
      messageId: 'm',
      role: 'user',
      parts: [{ kind: 'text', text }],
      ...(metadata && { metadata }),
    },
  });

  it.each(['0.3.0', '0.3.0-harn'])('a2a/server %s, webhooks', async (version) => {
    const allowed = 'http://10.0.0.1:8080';
    const exports: JsonObject = version === '0.3.0' ? {} : { exports: ['greet'] };
    const { url } = await started('a2a/server', {
      transport: 'http',
      version,
      script: { webhooks: [allowed], ...exports },
    });
    const set = (hook: string) =>
      a2a(url!, 'message/send', { ...message('say hi'), configuration: { pushNotificationConfig: { url: hook } } });
    for (const hook of PRIVATE) expect(await set(hook)).toContain(REACH);
    expect(await set('http://10.0.0.1:81/')).toContain('webhooks: [\\"http://10.0.0.1:81\\"]');
    for (const hook of [`${allowed}/hook`, 'http://127.0.0.1:9/', 'http://localhost:9/'])
      expect(await set(hook)).not.toContain(REACH);
  });

  it('a2a/server 0.3.0-harn, a function that calls an address', async () => {
    const { url } = await started('a2a/server', {
      transport: 'http',
      version: '0.3.0-harn',
      script: { exports: ['call'] },
    });
    for (const address of PRIVATE)
      expect(await a2a(url!, 'message/send', message(address))).toContain('The address answered with 0.');
  });
});
