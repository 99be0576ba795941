import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { realClock } from '../../../../wire/clock/clock.js';
import { endAll } from '../../../../wire/process/process.js';
import { Confinement } from '../../../../workspace/confinement.js';
import { Programs } from '../../../../workspace/programs.js';
import { McpServers } from './mcp.js';

const root = resolve(import.meta.dirname, '../../../../..');
const never = new AbortController().signal;
/** The kit's own server, as a process. */
const kit = {
  name: 'kit',
  command: process.execPath,
  args: [resolve(root, 'dist/bin/proctor.mjs'), 'mock', 'mcp/server'],
  env: [],
};

it('starts servers over stdio, calls their tools, and leaves out what can not be reached', {
  timeout: 60_000,
}, async () => {
  const failures: unknown[] = [];
  const broken = { name: 'broken', command: resolve(root, 'no-such-program'), args: [], env: [] };
  const silent = { name: 'silent', command: process.execPath, args: ['-e', 'process.exit(3)'], env: [] };
  const web = { type: 'http' as const, name: 'web', url: 'http://127.0.0.1:9/mcp', headers: [] };
  const servers = await McpServers.open([broken, kit, web, silent], {
    clock: realClock,
    version: '1',
    folder: new Confinement({ cwd: root, overStdio: true }).in(root),
    programs: new Programs({ overStdio: true }),
    failed: (error) => failures.push(error),
  });
  try {
    expect(failures).toHaveLength(3);
    expect(await servers.call('echo', { message: 'größe 😀' }, never)).toBe('größe 😀');
    await expect(servers.call('no-such-tool', {}, never)).rejects.toThrow('no MCP server has a tool no-such-tool');
    await expect(servers.call('fail', {}, never)).rejects.toMatchObject({ name: 'ToolError' });
    const over = new AbortController();
    const slow = servers.call('slow', { steps: 50, delay_ms: 1_000 }, over.signal);
    over.abort(new Error('cancelled'));
    await expect(slow).rejects.toThrow('cancelled');
  } finally {
    await servers.close();
    await endAll();
  }
});
