import { describe, expect } from 'vitest';
import { it } from '../testing/warm.js';

/** A user's bundle: the name of an order may have so many characters. */
const bundle = (version: string | undefined, maxLength: number, more = {}) =>
  JSON.stringify({
    ...(version === undefined ? {} : { version }),
    $defs: {
      Order: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength }, ...more } },
    },
  });

describe('proctor schemas diff', { timeout: 60_000 }, () => {
  it('fails for a breaking change under the same version alone', async ({ sandbox }) => {
    sandbox.file('old.json', bundle('1.0', 5));
    sandbox.file('same.json', bundle('1.0', 2));
    sandbox.file('raised.json', bundle('2.0', 2));
    sandbox.file('more.json', bundle('1.0', 5, { note: { type: 'string' } }));
    const same = await sandbox.run(['schemas', 'diff', 'old.json', 'same.json']);
    expect(same.stdout).toBe(
      'old.json to same.json: 1 breaking change; 0 optional members added or removed\n\nOrder\n  ✗ /name: maxLength 2, was 5 (breaks older senders)  "aaa"\n',
    );
    expect(same.stderr).toBe(
      'proctor: breaking changes, and both are version 1.0: raise the version, or pass --allow\n',
    );
    expect(same.exit).toBe(1);
    expect((await sandbox.run(['schemas', 'diff', 'old.json', 'same.json', '--allow'])).exit).toBe(0);
    expect((await sandbox.run(['schemas', 'diff', 'old.json', 'raised.json'])).exit).toBe(0);
    const more = await sandbox.run(['schemas', 'diff', 'old.json', 'more.json']);
    expect(more.stdout).toContain('✓ /note: added, optional');
    expect(more.exit).toBe(0);
  });

  it('files without a version are the same version', async ({ sandbox }) => {
    sandbox.file('old.json', bundle(undefined, 5));
    sandbox.file('now.json', bundle(undefined, 2));
    const { exit, stderr } = await sandbox.run(['schemas', 'diff', 'old.json', 'now.json']);
    expect(stderr).toMatch(/neither names a version/);
    expect(exit).toBe(1);
  });

  it('knows the methods and errors of a bundle by the table that was built with it', async ({ sandbox }) => {
    const version = (name: string, code: number, methods: object) => {
      sandbox.file(`${name}/schemas/chess/1.0.json`, bundle('1.0', 5));
      const errors = { Illegal: { code, meaning: 'Not legal.' } };
      sandbox.file(`${name}/methods/chess/1.0.json`, JSON.stringify({ protocol: 'chess', errors, methods }));
      return `${name}/schemas/chess/1.0.json`;
    };
    const move = { direction: 'client-to-server', kind: 'request', params: 'Order', results: [], errors: ['Illegal'] };
    const old = version('old', -32010, { move, resign: move });
    const now = version('now', -32011, { move });
    const { stdout, exit } = await sandbox.run(['schemas', 'diff', old, now]);
    expect(stdout).toContain('✗ resign: removed request');
    expect(stdout).toContain('✗ Illegal: code -32011, was -32010');
    expect(exit).toBe(1);
    sandbox.file('now/methods/chess/1.0.json', '{"methods": {"move": 1}, "errors": {}}');
    const broken = await sandbox.run(['schemas', 'diff', old, now]);
    expect(broken.stderr).toMatch(/it is not a method table of proctor schemas build/);
    expect(broken.exit).toBe(2);
  });

  it('has every change with its example as JSON, and a table as Markdown', async ({ sandbox }) => {
    sandbox.file('old.json', bundle('1.0', 5));
    sandbox.file('now.json', bundle('1.1', 2));
    const { stdout } = await sandbox.run(['schemas', 'diff', 'old.json', 'now.json', '--json']);
    const shared = { definition: 'Order', pointer: '/name', keyword: 'maxLength', was: 5, now: 2 };
    expect(JSON.parse(stdout)).toEqual({
      old: { name: 'old.json', version: '1.0' },
      new: { name: 'now.json', version: '1.1' },
      raised: true,
      messages: [],
      methods: [],
      errors: [],
      definitions: [],
      changes: [
        { ...shared, direction: 'received', effect: 'breaking', proven: true, example: { name: 'aaa' } },
        { ...shared, direction: 'sent', effect: 'compatible' },
      ],
    });
    const markdown = await sandbox.run(['schemas', 'diff', 'old.json', 'now.json', '--markdown']);
    expect(markdown.stdout).toContain(
      '| ❌ | <code>/name</code> | maxLength 2, was 5 | older senders | <code>"aaa"</code> |',
    );
  });

  it('shows no characters that a terminal obeys, and no markup of a file', async ({ sandbox }) => {
    const schema = (type: string) => JSON.stringify({ $defs: { '\u001b[2J|<b>': { type, title: '\u001b[31m' } } });
    sandbox.file('old.json', schema('string'));
    sandbox.file('now.json', schema('number'));
    const text = await sandbox.run(['schemas', 'diff', 'old.json', 'now.json']);
    expect(text.stdout).toContain('\\x1b[2J');
    expect(text.stdout).not.toContain('\u001b');
    const markdown = await sandbox.run(['schemas', 'diff', 'old.json', 'now.json', '--markdown']);
    expect(markdown.stdout).not.toContain('<b>');
    expect(markdown.stdout).not.toContain('\u001b');
  });

  it('says what is wrong with its files', async ({ sandbox }) => {
    sandbox.file('broken.json', '{\n  "$defs": {,}\n}');
    sandbox.file('empty.json', '{}');
    sandbox.file('away.json', JSON.stringify({ $defs: { A: { $ref: 'https://example.com/x.json' } } }));
    for (const [words, message] of [
      [
        ['mcp/2025-06-19', 'mcp/2025-11-25'],
        /^there is no bundle "mcp\/2025-06-19"; did you mean `mcp\/2025-06-18`\?, and/,
      ],
      [['broken.json', 'empty.json'], /^broken\.json:2:13 /],
      [['empty.json', 'empty.json'], /^empty\.json: it has no definitions/],
      [['away.json', 'away.json'], /^away\.json: the reference https:\/\/example\.com\/x\.json leads out of the file/],
      [['mcp/2025-11-25'], /two bundles are compared: proctor schemas diff OLD NEW/],
    ] as const) {
      const { exit, stderr } = await sandbox.run(['schemas', 'diff', ...words]);
      expect(stderr).toMatch(message);
      expect(exit).toBe(2);
    }
  });

  it('lists what changed between two versions of MCP', async ({ sandbox }) => {
    const { stdout, stderr, exit } = await sandbox.run(['schemas', 'diff', 'mcp/2025-06-18', 'mcp/2025-11-25']);
    expect(stdout).toMatch(
      /^tools\/call result, server to client\n {2}✗ now also CreateTaskResult \(breaks older clients\)/m,
    );
    expect(stdout).toMatch(/^ {2}✓ tasks\/list: added request, behind the capability/m);
    expect([exit, stderr]).toEqual([0, '']);
  });
});
