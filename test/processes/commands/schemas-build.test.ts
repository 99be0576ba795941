import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect } from 'vitest';
import { it, type Sandbox } from '../../testing/program.js';

const dist = resolve(import.meta.dirname, '../../../dist');
const made = resolve(import.meta.dirname, '../../fixtures/chess-schemas');
const ID = 'https://chess.example/schemas/';

const json = (sandbox: Sandbox, path: string) => JSON.parse(sandbox.read(path));
const build = (sandbox: Sandbox, ...more: string[]) =>
  sandbox.run(['schemas', 'build', 'schemas', '--id', ID, '--out', 'out', ...more]);
const begin = (sandbox: Sandbox) => cpSync(made, join(sandbox.folder, 'schemas'), { recursive: true });
const edit = (sandbox: Sandbox, path: string, from: string, to: string) => {
  const text = sandbox.read(path);
  expect(text).toContain(from);
  writeFileSync(join(sandbox.folder, path), text.replace(from, to));
};

describe('proctor schemas build', () => {
  it('makes all files of a made-up protocol, which fit each other', async ({ sandbox }) => {
    begin(sandbox);
    const { exit, stdout, stderr } = await build(sandbox);
    expect([exit, stderr]).toEqual([0, '']);
    expect(stdout).toBe('2 bundles, 28 files in out: chess/1.0, chess/1.1\n');

    const bundle = json(sandbox, 'out/schemas/chess/1.0.json');
    expect(bundle).toMatchObject({
      $id: `${ID}chess/1.0.json`,
      $comment: expect.stringMatching(
        /^Written from https:\/\/chess\.example, version 1 \(CC0-1\.0\)\. Made by Proctor \d/,
      ),
    });
    const whole = new Ajv2020({ strict: true, strictTypes: false });
    whole.addSchema(bundle);
    const parts = new Ajv2020({ strict: true, strictTypes: false });
    const folder = join(sandbox.folder, 'out/schemas/chess/1.0');
    for (const name of readdirSync(folder)) parts.addSchema(json(sandbox, `out/schemas/chess/1.0/${name}`));
    for (const [move, fits] of [
      [{ game: 'g1', from: 'e2', to: 'e4' }, true],
      [{ game: 'g1', from: 'e2', to: 'e9' }, false],
    ] as const) {
      expect(whole.validate(`${ID}chess/1.0.json#/$defs/Move`, move)).toBe(fits);
      expect(parts.validate(`${ID}chess/1.0/Move.json`, move)).toBe(fits);
    }

    const { bundles, usual } = json(sandbox, 'out/index.json');
    expect(usual).toEqual({ chess: '1.1' });
    for (const { file, sha256 } of bundles)
      expect(
        createHash('sha256')
          .update(sandbox.read(`out/${file}`))
          .digest('hex'),
      ).toBe(sha256);
    expect(bundles[1]).toMatchObject({ bundle: 'chess/1.1', definitions: 6, methods: 3, upstream: { version: '1' } });
    expect(json(sandbox, 'out/catalog.json').schemas).toEqual([
      expect.objectContaining({ fileMatch: ['*.chess.json'], url: `${ID}chess/1.0.json` }),
      expect.objectContaining({ url: `${ID}chess/1.1.json` }),
    ]);

    expect(sandbox.read('out/types/chess/1.1.d.ts')).toMatch(/export interface Game \{[^}]*clock\?: number;/s);
    expect(sandbox.read('out/types/chess.d.ts')).toBe("export * from './chess/1.1.js';\n");
    const { methods } = json(sandbox, 'out/openrpc/chess/1.0.json');
    expect(methods.map(({ name }: { name: string }) => name)).toEqual(['game/start', 'game/move', 'game/over']);
  });

  it('writes pages whose links lead somewhere', async ({ sandbox }) => {
    begin(sandbox);
    await build(sandbox, '--no-types');
    expect(existsSync(join(sandbox.folder, 'out/types'))).toBe(false);
    const pages = readdirSync(join(sandbox.folder, 'out/pages'), { recursive: true, encoding: 'utf8' });
    const names = pages.filter((name) => name.endsWith('.md')).sort();
    expect(names).toEqual(['README.md', 'chess/1.0.md', 'chess/1.1.md', 'chess/versions.md']);
    const anchors = (text: string) =>
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
        heading!
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      );
    let links = 0;
    for (const name of names)
      for (const [, path = '', anchor] of sandbox.read(`out/pages/${name}`).matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)) {
        const file = path === '' ? name : join(dirname(name), path);
        const text = sandbox.read(`out/pages/${file}`);
        if (anchor !== undefined) expect(anchors(text), `${name} -> ${file}`).toContain(anchor);
        links += 1;
      }
    expect(links).toBeGreaterThan(40);
    expect(sandbox.read('out/pages/chess/versions.md')).toMatch(
      /^\| Game \| \[\+\]\(1\.0\.md#game\) \| \[~\]\(1\.1\.md#game\) \|$/m,
    );
    expect(sandbox.read('out/pages/chess/1.0.md')).toContain('IllegalMove (-32010)');
  });

  it('writes pages of the requirements of a project, with the cases that check them', { timeout: 180_000 }, async ({
    sandbox,
  }) => {
    begin(sandbox);
    const requirement = (id: string) =>
      `  - { id: ${id}, level: must, roles: mcp/server, text: It *holds*., source: "Chess, 3" }\n`;
    sandbox.file(
      'own/requirements.yaml',
      `requirements:\n${requirement('CHESS-MOVE-01')}${requirement('CHESS-TIME-01')}`,
    );
    sandbox.file(
      'own/move.yaml',
      'suite: Moves\nrole: mcp/server\ncases:\n  - id: chess.move.one\n    title: A ping is answered\n    steps:\n      - use: initialized\n      - { call: { request: ping, result: {} }, check: CHESS-MOVE-01 }\n',
    );
    expect(await build(sandbox, '--no-types', '--cases', 'own')).toMatchObject({ exit: 0, stderr: '' });
    const page = sandbox.read('out/pages/requirements/CHESS-MOVE.md');
    expect(page).toContain('It \\*holds\\*.');
    expect(page).toMatch(/^\| cases \| `chess\.move\.one` \|$/m);
    const pages = readdirSync(join(sandbox.folder, 'out/pages/requirements')).sort();
    expect(pages, 'those of Proctor have no page').toEqual(['CHESS-MOVE.md', 'CHESS-TIME.md', 'README.md']);
    expect(sandbox.read('out/pages/README.md')).toContain('(requirements/README.md)');

    sandbox.file('own/requirements.yaml', `requirements:\n${requirement('CHESS-MOVE-01')}`);
    await build(sandbox, '--no-types', '--cases', 'own');
    expect(existsSync(join(sandbox.folder, 'out/pages/requirements/CHESS-TIME.md'))).toBe(false);

    sandbox.file('own/move.yaml', 'suite: Moves\nrole: mcp/server\ncasse: []\n');
    const broken = await build(sandbox, '--no-types', '--cases', 'own');
    expect(broken.exit).toBe(2);
    expect(broken.stderr).toMatch(/own\/move\.yaml:3:1/);
  });

  it('shows what was said in a recording, of each method the exchange that fits the schema', async ({ sandbox }) => {
    begin(sandbox);
    const header = {
      ...{ type: 'header', format: 'proctor-recording', version: 1, protocolVersion: '1.0', transport: 'stdio' },
      ...{ roles: { kit: 'chess/client', target: 'chess/server' }, clock: 'real' },
    };
    const said = (from: string, message: object, more: object = {}) => ({
      ...{ type: 'message', session: 'session 1', findings: [] },
      record: {
        seq: 0,
        time: 1,
        from,
        channel: 'main',
        kind: 'message',
        message: { jsonrpc: '2.0', ...message },
        ...more,
      },
    });
    const move = (id: number, from: string) => ({ id, method: 'game/move', params: { game: 'g7', from, to: 'e5' } });
    const lines = [
      header,
      said('kit', move(1, 'z9')),
      said('target', { id: 1, result: { id: 'g7', turn: 'black' } }),
      said('kit', move(2, 'e4')),
      said('target', { id: 1, result: {} }),
      said('target', { id: 2, result: { id: 'g7', turn: 'black', moves: [{ game: 'g7', from: 'e4', to: 'e5' }] } }),
      said('kit', move(3, 'e4'), { deliberate: true }),
      said('target', { method: 'game/over', params: { id: 'g7', turn: 'white', moves: [] } }),
    ];
    sandbox.file('said.ndjson', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await build(sandbox, '--no-types', '--recording', 'said.ndjson')).toMatchObject({ exit: 0, stderr: '' });
    const part = (version: string, method: string) =>
      sandbox.read(`out/pages/chess/${version}.md`).split(`### ${method}\n`)[1]!.split('\n## ')[0]!.split('\n### ')[0]!;
    expect(part('1.0', 'game/move')).toMatch(/As it was said:.*"id": 2,.*"from": "e4".*"result"/s);
    expect(part('1.0', 'game/over')).toMatch(/As it was said:.*"moves": \[\]/s);
    expect(part('1.0', 'game/start')).toContain('As the examples of its definitions have it:');
    expect(part('1.1', 'game/move'), 'another version was spoken').toContain('As the examples');

    sandbox.file('said.ndjson', '{}\n');
    const refused = await build(sandbox, '--recording', 'said.ndjson');
    expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining('said.ndjson is neither a recording') });
  });

  it('reads no folder twice or too deep, and no file that is too large or not there', async ({ sandbox }) => {
    begin(sandbox);
    const schemas = join(sandbox.folder, 'schemas');
    symlinkSync('..', join(schemas, 'chess/back'));
    expect(await build(sandbox, '--no-types', '--no-pages')).toMatchObject({ exit: 0, stderr: '' });

    symlinkSync('nowhere.json', join(schemas, 'chess/1.0/Gone.json'));
    mkdirSync(join(schemas, 'a/b/c/d/e/f/g/h/i'), { recursive: true });
    writeFileSync(join(schemas, 'chess/1.0/Large.json'), Buffer.alloc(17 * 1024 * 1024, ' '));
    const { exit, stderr } = await build(sandbox);
    expect(exit).toBe(2);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'schemas/a/b/c/d/e/f/g/h:1:1  is a folder at level 9; at most 8 levels are read',
      'schemas/chess/1.0/Gone.json:1:1  is a link that leads nowhere',
      'schemas/chess/1.0/Large.json:1:1  has 17825792 bytes; at most 16777216 are read',
    ]);
  });

  it('shows markup in a description as text', async ({ sandbox }) => {
    begin(sandbox);
    edit(sandbox, 'schemas/chess/1.0/Game.json', 'A game.', '<img src=x> [a](javascript:b) | **c**');
    await build(sandbox, '--no-types');
    expect(sandbox.read('out/pages/chess/1.0.md')).toContain('\\<img src=x\\> \\[a\\](javascript:b) | \\*\\*c\\*\\*');
  });

  it('replaces an earlier build, and leaves other files alone', async ({ sandbox }) => {
    begin(sandbox);
    await build(sandbox, '--no-types');
    writeFileSync(join(sandbox.folder, 'out/schemas/mine.json'), '{}');
    rmSync(join(sandbox.folder, 'schemas/chess/1.1'), { recursive: true });
    rmSync(join(sandbox.folder, 'schemas/chess/1.0/Square.json'));
    for (const name of ['Move', 'Game'])
      writeFileSync(
        join(sandbox.folder, `schemas/chess/1.0/${name}.json`),
        sandbox.read(`schemas/chess/1.0/${name}.json`).replaceAll('"Square.json"', '"StartParams.json"'),
      );
    edit(sandbox, 'schemas/chess/1.0/Move.json', '"from": "e2", "to": "e4"', '"from": {}, "to": {}');
    expect((await build(sandbox, '--no-types')).stdout).toContain('1 bundle, ');
    const left = readdirSync(join(sandbox.folder, 'out'), { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => /1\.1|Square|versions/.test(name) && !name.endsWith('1.1'))).toEqual([]);
    expect(left).toContain('schemas/mine.json');
  });

  it('makes the schemas of Proctor, as they are in the package', async ({ sandbox }) => {
    const { exit } = await sandbox.run(['schemas', 'build', '--no-types', '--out', 'out']);
    expect(exit).toBe(0);
    const { bundles } = json(sandbox, 'out/index.json');
    expect(bundles.length).toBeGreaterThan(50);
    const files = ['index.json', 'catalog.json', ...bundles.map(({ file }: { file: string }) => file)];
    for (const file of files)
      expect(sandbox.read(`out/${file}`) === readFileSync(join(dist, file), 'utf8'), file).toBe(true);
    const lacking = bundles.filter(
      ({ bundle }: { bundle: string }) => !existsSync(join(sandbox.folder, `out/pages/${bundle}.md`)),
    );
    expect(lacking).toEqual([]);
    const ping = sandbox.read('out/pages/requirements/MCP-PING.md').split('\n## ')[1]!;
    expect(ping).toMatch(/^MCP-PING-01\n\nA ping is answered /);
    expect(ping).toMatch(/^\| source \| \[MCP 2025-11-25, .*\]\(https:.*\) \|$/m);
    expect(ping).toMatch(/^\| cases \| `mcp\.\S+`/m);
    expect(ping).toMatch(/^\| mutants \| .*`mcp\.server\.ping\.error`/m);
  });

  it.for<[name: string, change: (sandbox: Sandbox) => void, words: string[], says: string | RegExp]>([
    [
      'a reference that leads nowhere',
      (sandbox) => edit(sandbox, 'schemas/chess/1.0/Move.json', '"Square.json"', '"Sqare.json"'),
      ['schemas', '--id', ID, '--out', 'out'],
      /^schemas\/chess\/1\.0\/Move\.json:\d+:\d+ {2}#\/properties\/from\/\$ref {2}\$ref Sqare\.json leads nowhere: chess\/1\.0\/Sqare\.json does not exist\n/,
    ],
    [
      'an example that does not fit',
      (sandbox) => edit(sandbox, 'schemas/chess/1.0/Move.json', '"to": "e4" }]', '"to": "z4" }]'),
      ['schemas', '--id', ID, '--out', 'out'],
      /^schemas\/chess\/1\.0\/Move\.json:\d+:\d+ {2}#\/examples\/0\/to {2}the schema refuses its example: /,
    ],
    [
      'a bundle in publish.yaml that does not exist',
      (sandbox) => edit(sandbox, 'schemas/publish.yaml', 'chess:', 'ches:'),
      ['schemas', '--id', ID, '--out', 'out'],
      /^schemas\/publish\.yaml:\d+:\d+ {2}#\/bundles\/ches {2}no bundle is named ches\n/,
    ],
    [
      'what lacks a description, if --strict is given',
      (sandbox) => edit(sandbox, 'schemas/chess/1.0/Square.json', '"description": "A square of the board.",', ''),
      ['schemas', '--id', ID, '--out', 'out', '--strict'],
      /^schemas\/chess\/1\.0\/Square\.json:1:1 {2}# {2}lacks a `description`/,
    ],
    [
      'a folder that does not exist',
      () => {},
      ['nowhere', '--id', ID, '--out', 'out'],
      /^nowhere does not exist: name the folder/,
    ],
    [
      'a folder without schemas',
      (sandbox) => mkdirSync(join(sandbox.folder, 'empty')),
      ['empty', '--id', ID, '--out', 'out'],
      /^empty has no schemas: a definition is PROTOCOL\/VERSION\/NAME\.json below it/,
    ],
    ['no --id', () => {}, ['schemas', '--out', 'out'], /^--id is missing: /],
    ['no --out', () => {}, ['schemas', '--id', ID], /^--out is missing: /],
    [
      'an --id that is no address',
      () => {},
      ['schemas', '--id', 'chess', '--out', 'out'],
      /^--id chess is not an absolute URL/,
    ],
    [
      'an --out that is a file',
      () => {},
      ['schemas', '--id', ID, '--out', 'schemas/publish.yaml'],
      /can't be a folder/,
    ],
  ])('names %s, and writes nothing', async ([, change, words, says], { sandbox }) => {
    begin(sandbox);
    change(sandbox);
    const { exit, stdout, stderr } = await sandbox.run(['schemas', 'build', ...words]);
    expect([exit, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(says);
    expect(existsSync(join(sandbox.folder, 'out'))).toBe(false);
  });
});
