import { createRequire } from 'node:module';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const LISTS = 'do: [{ list: tools }, { list: resources }, { list: templates }, { list: prompts }]';

/** What a client reads from the lists of a server. */
async function listsOf(sandbox: Sandbox, server: string[]): Promise<{ [member: string]: unknown }[][]> {
  sandbox.file('lists.yaml', LISTS);
  const { exit, stdout } = await sandbox.run([
    'mock',
    'mcp/client',
    '--script',
    'lists.yaml',
    '--judge',
    '--',
    ...server,
  ]);
  expect(exit).toBe(0);
  return JSON.parse(stdout).value.results;
}

const mockOf = (script: string) => [process.execPath, PROCTOR, 'mock', 'mcp/server', '--script', script];

describe('mock --like', () => {
  it('writes a script whose mock lists what a server lists that nobody here wrote', async ({ sandbox }) => {
    const real = [process.execPath, EVERYTHING];
    const { exit, stderr } = await sandbox.run([
      'mock',
      'mcp/server',
      '--like',
      '--script',
      'like.yaml',
      '--',
      ...real,
    ]);
    expect([exit, stderr]).toEqual([0, 'wrote like.yaml; next: npx proctor mock mcp/server --script like.yaml\n']);
    const [tools, resources, templates, prompts] = await listsOf(sandbox, real);
    const mocked = await listsOf(sandbox, mockOf('like.yaml'));
    expect(tools!.length).toBeGreaterThan(5);
    expect(mocked).toEqual([tools, resources, templates, prompts]);
  });

  it('asks a server at an address, and prints what a mock of its own needs', async ({ sandbox }) => {
    sandbox.file(
      'real.yaml',
      'tools: [{ name: sum, outputSchema: { type: object, required: [n], properties: { n: { type: integer, minimum: 7 } } } }]\n' +
        'resources: []\nresourceTemplates: []\nprompts: [{ name: ask, arguments: [{ name: who, required: true }], messages: [] }]\npageSize: 1\n',
    );
    const real = sandbox.start(['mock', 'mcp/server', '--transport', 'http', '--script', 'real.yaml']);
    const [, url] = /listening on (\S+)/.exec(await real.firstLine())!;
    const { exit, stdout } = await sandbox.run(['mock', 'mcp/server', '--like', url!]);
    expect(exit).toBe(0);
    expect(parse(stdout)).toMatchObject({
      tools: [{ name: 'sum', result: { structuredContent: { n: 7 } } }],
      resources: [],
      prompts: [
        { name: 'ask', arguments: [{ name: 'who' }], messages: [{ content: { text: 'The prompt ask with {who}.' } }] },
      ],
    });
    real.signal('SIGTERM');
    await real.done;
  });

  it.for<[string, string[], number, RegExp]>([
    ['a role of which nothing can be asked', ['acp/agent', '--like', '--', 'x'], 2, /--like is for .*mcp\/server/],
    ['nothing to be like', ['mcp/server', '--like'], 2, /--like URL, or --like -- COMMAND/],
    ['both an address and a command', ['mcp/server', '--like', 'http://127.0.0.1:9', '--', 'x'], 2, /--like URL, or/],
    ['no address', ['mcp/server', '--like', 'server.js'], 2, /server\.js: not an http or https address/],
    ['a file that is there', ['mcp/server', '--like', '--script', 'mine.yaml', '--', 'x'], 2, /mine\.yaml is there/],
    [
      'a server that does not start',
      ['mcp/server', '--like', '--', process.execPath, 'no.mjs'],
      3,
      /could not be asked/,
    ],
    ['nobody at an address', ['mcp/server', '--like', 'http://127.0.0.1:9/mcp'], 3, /could not be asked/],
  ])('refuses %s, and writes nothing', async ([, args, code, why], { sandbox }) => {
    sandbox.file('mine.yaml', 'tools: []\n');
    const { exit, stdout, stderr } = await sandbox.run(['mock', ...args]);
    expect([exit, stdout]).toEqual([code, '']);
    expect(stderr).toMatch(why);
    expect(sandbox.read('mine.yaml')).toBe('tools: []\n');
  });
});
