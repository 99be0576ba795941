import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import type { Sandbox } from '../testing/program.js';
import { PROCTOR } from '../testing/program.js';
import { it } from '../testing/warm.js';

const SERVER = resolve(import.meta.dirname, '../fixtures/orders-server.mjs');
const EVERYTHING = resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

const schema = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
});

/** The first version of the server: five tools on three pages, and a prompt. */
const OLD = {
  version: '1.0.0',
  tools: [
    { name: 'find', description: 'Finds an order.', inputSchema: schema({ id: { type: 'string' } }, ['id']) },
    { name: 'list', inputSchema: schema({ limit: { type: 'integer', maximum: 100 } }) },
    {
      name: 'total',
      inputSchema: schema({}),
      outputSchema: schema({ total: { type: 'number' } }, ['total']),
      annotations: { readOnlyHint: true },
    },
    { name: 'cancel', inputSchema: schema({ id: { type: 'string' } }) },
    { name: 'ship', inputSchema: schema({ id: { type: 'string' } }) },
  ],
  prompts: [{ name: 'summary', arguments: [{ name: 'id', required: true }] }],
};

const NEW = {
  version: '1.1.0',
  tools: [
    {
      name: 'find',
      description: 'Finds one order.',
      inputSchema: schema({ id: { type: 'string' }, customer: { type: 'string' } }, ['id', 'customer']),
    },
    { name: 'list', inputSchema: schema({ limit: { type: 'integer', maximum: 500 }, after: { type: 'string' } }) },
    {
      name: 'total',
      inputSchema: schema({}),
      outputSchema: schema({ total: { type: ['number', 'null'] } }, ['total']),
      annotations: { readOnlyHint: false },
    },
    { name: 'ship', inputSchema: { ...schema({ id: { type: 'string', description: 'The order.' } }), title: 'Ship' } },
    { name: 'refund', inputSchema: schema({ id: { type: 'string' } }) },
  ],
  prompts: [{ name: 'summary', arguments: [{ name: 'id', required: true }, { name: 'length' }] }],
};

const surface = (sandbox: Sandbox, offer: string, ...options: string[]) =>
  sandbox.run(['surface', '--role', 'mcp/server', ...options, '--', process.execPath, SERVER, offer]);

describe('proctor surface', { timeout: 120_000 }, () => {
  it('saves all pages of what a server offers, the same each time', async ({ sandbox }) => {
    sandbox.file('old.json', JSON.stringify(OLD));
    sandbox.file('turned.json', JSON.stringify({ ...OLD, version: '2.0.0', tools: OLD.tools.toReversed() }));
    expect((await surface(sandbox, 'old.json', '--save', 'surface.yaml')).stderr).toBe('wrote surface.yaml\n');
    const text = sandbox.read('surface.yaml');
    expect(text).toMatch(
      /^ {4}cancel:\n(?:.*\n)* {4}find:\n(?:.*\n)* {4}list:\n(?:.*\n)* {4}ship:\n(?:.*\n)* {4}total:\n/m,
    );
    await surface(sandbox, 'turned.json', '--save', 'turned.yaml');
    expect(sandbox.read('turned.yaml')).toBe(text);
    expect((await sandbox.run(['validate', 'surface', 'surface.yaml'])).exit).toBe(0);
    const same = await surface(sandbox, 'old.json', '--against', 'surface.yaml');
    expect([same.stdout, same.exit]).toEqual(['nothing changed since surface.yaml\n', 0]);
    // JSON is the same in other words.
    await surface(sandbox, 'old.json', '--save', 'surface.json');
    expect((await surface(sandbox, 'old.json', '--against', 'surface.json')).stdout).toMatch(/^nothing changed/);
  });

  it('says of each change what it is, and fails for what clients would notice', async ({ sandbox }) => {
    sandbox.file('old.json', JSON.stringify(OLD));
    sandbox.file('new.json', JSON.stringify(NEW));
    await surface(sandbox, 'old.json', '--save', 'surface.yaml');
    const { stdout, exit } = await surface(sandbox, 'new.json', '--against', 'surface.yaml');
    expect(stdout).toBe(
      [
        '10 changes: 1 removed, 3 breaking, 1 added, 3 compatible, 2 cosmetic',
        '',
        'Removed',
        '  tools cancel',
        '',
        'Breaking',
        '  tools find  input /customer: required now  {"id":""}',
        '  tools total  output /total: now also null  {"total":null}',
        '  tools total  readOnlyHint: false, was true',
        '',
        'Added',
        '  tools refund',
        '',
        'Compatible',
        '  prompts summary  input /length: added, optional',
        '  tools list  input /after: added, optional',
        '  tools list  input /limit: maximum 500, was 100',
        '',
        'Cosmetic',
        '  tools find  description: "Finds one order.", was "Finds an order."',
        '  tools ship  input: the schema says the same in other words',
        '',
        'to accept it: add --save surface.yaml',
        '',
      ].join('\n'),
    );
    expect(exit).toBe(1);
    expect((await surface(sandbox, 'new.json', '--against', 'surface.yaml', '--allow')).exit).toBe(0);
    const { stdout: json } = await surface(sandbox, 'new.json', '--against', 'surface.yaml', '--json');
    expect(JSON.parse(json).changes[1]).toEqual({
      change: 'breaking',
      kind: 'tools',
      name: 'find',
      what: 'input /customer: required now',
      example: { id: '' },
    });
    // What is saved is compared with what was there before.
    expect((await surface(sandbox, 'new.json', '--against', 'surface.yaml', '--save', 'surface.yaml')).exit).toBe(1);
    expect((await surface(sandbox, 'new.json', '--against', 'surface.yaml')).exit).toBe(0);
  });

  it('a capability that is gone takes all that it had with it', async ({ sandbox }) => {
    sandbox.file('old.json', JSON.stringify(OLD));
    sandbox.file('new.json', JSON.stringify({ ...OLD, capabilities: { tools: { listChanged: true } } }));
    await surface(sandbox, 'old.json', '--save', 'surface.yaml');
    const { stdout, exit } = await surface(sandbox, 'new.json', '--against', 'surface.yaml');
    expect(stdout).toContain('Removed\n  capabilities prompts\n  prompts summary\n');
    expect(stdout).toContain('Compatible\n  capabilities tools  listChanged: true, was not there\n');
    expect(exit).toBe(1);
  });

  it('survives what a server makes up, and keeps secrets', async ({ sandbox }) => {
    const evil = (pattern: string) => ({
      version: '1',
      tools: [
        {
          name: 'evil\u001b[2J',
          description: 'key s3cret-token-value',
          inputSchema: schema({ a: { type: 'string', pattern }, b: { $ref: 'https://example.com/x.json' } }),
        },
        { name: 'slow', inputSchema: schema({ a: { type: 'string', pattern } }) },
        {
          name: 'self',
          inputSchema: { $ref: '#/$defs/A', $defs: { A: { anyOf: [{ $ref: '#/$defs/A' }, { pattern }] } } },
        },
      ],
    });
    sandbox.file('old.json', JSON.stringify(evil('^(a+)+$')));
    sandbox.file('new.json', JSON.stringify(evil('^(a|a)*b$')));
    const options = ['--env', 'API_TOKEN=s3cret-token-value'];
    await surface(sandbox, 'old.json', '--save', 'surface.yaml', ...options);
    expect(sandbox.read('surface.yaml')).not.toMatch(/s3cret/);
    const { stdout, stderr, exit } = await surface(sandbox, 'new.json', '--against', 'surface.yaml', ...options);
    expect(stderr).toBe('');
    expect(stdout).toContain(
      "tools evil\\x1b[2J  input: changed, and can't be compared: the reference https://example.com/x.json leads out",
    );
    expect(stdout).toMatch(/tools slow {2}input \/a: pattern .*/);
    expect(stdout).not.toContain('\u001b');
    expect(exit).toBe(1);
  });

  it('says what is wrong', async ({ sandbox }) => {
    sandbox.file('old.json', JSON.stringify(OLD));
    sandbox.file('agent.yaml', 'role: acp/agent\nversion: 0.12.2\noffers: {}\n');
    sandbox.file('broken.yaml', 'role: acp/agent\noffers: {}\n');
    for (const [words, exit, message] of [
      [
        ['--role', 'mcp/server', '--against', 'no.yaml', '--', 'node', 'x'],
        2,
        /^no\.yaml .*write it with --save no\.yaml/,
      ],
      [
        ['--role', 'mcp/server', '--against', 'broken.yaml', '--', 'node', 'x'],
        2,
        /^broken\.yaml:1:1 .*`version` is missing/,
      ],
      [
        ['--role', 'mcp/client', '--', 'node', 'x'],
        2,
        /^a target of mcp\/client can't be asked what it offers; of .*mcp\/server/,
      ],
      [[], 2, /^no target: name a target file/],
      [['--role', 'mcp/server', '--', process.execPath, '-e', '0'], 3, /^proctor: /],
    ] as const) {
      const ran = await sandbox.run(['surface', ...words]);
      expect(ran.stderr).toMatch(message);
      expect(ran.exit).toBe(exit);
    }
    const other = await surface(sandbox, 'old.json', '--against', 'agent.yaml');
    expect(other.stderr).toBe('agent.yaml is of a target of acp/agent, and this one is of mcp/server\n');
  });

  it('asks a public server, an agent and the skills of a card', async ({ sandbox }) => {
    const everything = ['--role', 'mcp/server', '--', process.execPath, EVERYTHING];
    await sandbox.run(['surface', '--save', 'everything.yaml', ...everything]);
    const text = sandbox.read('everything.yaml');
    for (const name of ['echo', 'get-sum', 'args-prompt']) expect(text).toMatch(new RegExp(`^ {4}${name}:$`, 'm'));
    const again = await sandbox.run(['surface', '--against', 'everything.yaml', ...everything]);
    expect([again.stdout, again.exit]).toEqual(['nothing changed since everything.yaml\n', 0]);
    const agent = await sandbox.run([
      'surface',
      '--role',
      'acp/agent',
      '--json',
      '--',
      process.execPath,
      PROCTOR,
      'mock',
      'acp/agent',
    ]);
    const { offers } = JSON.parse(agent.stdout).surface;
    expect(Object.keys(offers)).toEqual(expect.arrayContaining(['capabilities', 'commands', 'modes', 'settings']));
    expect(Object.values(offers.settings)[0]).toMatchObject({ takes: expect.anything() });
  });
});
