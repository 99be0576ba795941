import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltCopy } from '../../testing/built-copy.js';

const root = resolve(import.meta.dirname, '../../..');
/** The test builds Proctor: at a load of twenty that takes minutes. */
const PATIENCE = 600_000;
/** What lint and tests of reporters need beside the sources. */
const MORE = [
  '.dependency-cruiser.mjs',
  'README.md',
  'biome.json',
  'tsconfig.json',
  'vitest.config.ts',
  'docs',
  'test/testing',
];

let copy: BuiltCopy;
let steps: { [kind: string]: string };

const node = (...args: string[]) => copy.node(...args);
const proctor = (...args: string[]) => node('dist/bin/proctor.mjs', ...args);
const bin = (name: string, ...args: string[]) => node(join('node_modules', name), ...args);
const textOf = (file: string) => readFileSync(join(copy.folder, file), 'utf8');

/** Runs a scaffold in a folder with a copy of Proctor. */
function scaffold(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/new.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Every file of the copy that a scaffold may write, with its text. */
function texts(folder: string) {
  const below = ['cases', 'reports', 'schemas', 'src/protocols', 'targets/reference', 'docs'].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  return new Map([...below, join(folder, 'package.json')].map((file) => [file, readFileSync(file, 'utf8')]));
}

function edit(file: string, from: RegExp, to: string) {
  const text = textOf(file);
  expect(text.search(from), `${file} has ${from}`).toBeGreaterThanOrEqual(0);
  writeFileSync(join(copy.folder, file), text.replace(from, to));
}

/** Builds and fails with what the build says. */
async function build(...args: string[]) {
  expect(await node('scripts/build.mjs', ...args)).toEqual({ code: 0, stdout: '', stderr: '' });
}

/** Whether all mutants of a selection are killed and all its cases pass, with what is printed. */
async function selftest(...patterns: string[]) {
  const { code, stdout, stderr } = await proctor('selftest', ...patterns, '--json');
  const { mutants } = JSON.parse(stdout) as { mutants: { id: string; verdict: string }[] };
  return { code, stderr, mutants: Object.fromEntries(mutants.map(({ id, verdict }) => [id, verdict])) };
}

beforeAll(async () => {
  copy = await BuiltCopy.make((folder) => {
    for (const part of MORE) cpSync(join(root, part), join(folder, part), { recursive: true });
    const overview = scaffold(folder);
    expect(overview).toMatchObject({ status: 0, stderr: '' });
    // The examples are run as they are printed: they have to work.
    const examples = [...overview.stdout.matchAll(/npm run new (\w+) (.*)$/gm)];
    expect(examples.map(([, kind]) => kind)).toEqual(['protocol', 'requirement', 'case', 'reporter']);
    const made = examples.map(
      ([, kind = '', args = '']) => [kind, scaffold(folder, kind, ...args.split(' '))] as const,
    );
    for (const [, one] of made) expect(one).toMatchObject({ status: 0, stderr: '' });
    steps = Object.fromEntries(made.map(([kind, { stdout }]) => [kind, stdout]));
  });
}, PATIENCE);
afterAll(() => copy?.remove());

describe('npm run new', { timeout: PATIENCE }, () => {
  it('writes code that compiles, is formatted, and a corpus that is valid', async () => {
    const written = Object.values(steps).flatMap((text) => [...text.matchAll(/^(?:wrote|added to) ([^:\n]+)/gm)]);
    const files = written.map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(join(copy.folder, file)))).toEqual([]);
    const code = files.filter((file) => /\.(?:ts|json)$/.test(file));
    const project = {
      extends: './tsconfig.json',
      include: code.filter((file) => /^(?:src|reports)\/.*\.ts$/.test(file)),
    };
    writeFileSync(join(copy.folder, 'tsconfig.new.json'), JSON.stringify(project));
    expect(await bin('typescript/bin/tsc', '-p', 'tsconfig.new.json')).toMatchObject({ code: 0, stdout: '' });
    const lint = await bin('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...code);
    expect(lint).toMatchObject({ code: 0 });
    expect(await proctor('validate', 'corpus', '.')).toMatchObject({ code: 0, stderr: '' });
    const imports = await bin(
      'dependency-cruiser/bin/dependency-cruise.mjs',
      'src/protocols/weather',
      'reports/formats',
    );
    expect(imports).toMatchObject({ code: 0 });
  });

  it('leaves what is to be said in words that the check names', async () => {
    const { code, stderr } = await node('scripts/words.mjs');
    expect(code).toBe(1);
    const places = stderr
      .trimEnd()
      .split('\n')
      .filter((line) => line.includes('`npm run new`'))
      .map((line) => line.replace(/:\d+ .*: write/, ' write'));
    expect([...new Set(places)].sort()).toEqual(
      [
        'cases/mcp/mutants-server.yaml',
        'cases/mcp/requirements.yaml',
        'cases/mcp/server/sessions/ping.yaml',
        'cases/weather/requirements.yaml',
        'docs/reference/report-formats.md',
      ].map((file) => `${file} write what \`npm run new\` left to be said`),
    );
  });

  it('protocol: its case fails until the reference answers as the next step says, and then its mutants are caught', async () => {
    const { stdout } = await proctor('run', '--self', 'weather');
    expect(stdout).toContain('expected "hello", got ""');
    expect(stdout).toMatch(/^2 cases in .*: 1 passed, 1 failed/m);
    const [, file = '', mend = ''] = /^2\. (\S+): let it answer .*, `(.*)`\. Then/m.exec(steps.protocol!) ?? [];
    edit(file, /echo: \(\) => \(\{ text: '' \}\),/, mend);
    await build();
    expect((await proctor('run', '--self', 'weather')).stdout).toMatch(/^2 cases in .*: 2 passed/m);
    expect(await selftest('weather')).toEqual({
      code: 0,
      stderr: expect.any(String),
      mutants: expect.objectContaining({
        'weather.server.echo.other-text': 'killed',
        'weather.server.wire.no-text': 'killed',
      }),
    });
  });

  it('requirement: the check names a case as missing; case: fails by a check of it, and is green once both are filled in', async () => {
    const [id = ''] = /MCP-PING-\d+/.exec(steps.requirement!) ?? [];
    const cases = 'cases/mcp/server/sessions/ping.yaml';
    const filled = textOf(cases);
    const start = filled.indexOf('\n  - id: mcp.server.ping.in-time\n');
    expect(start).toBeGreaterThan(0);
    writeFileSync(join(copy.folder, cases), filled.slice(0, start));
    const { code, stdout: said } = await proctor('validate', 'corpus', '.');
    expect(code).toBe(1);
    expect(said).toContain(`no case checks the must \`${id}\``);
    expect(said).toContain('no case names the mutant `mcp.server.ping.too-late`');
    writeFileSync(join(copy.folder, cases), filled);

    const { stdout } = await proctor('run', '--self', 'mcp.server.ping.in-time');
    expect(stdout).toContain('expected "what the requirement says", got "what the target does"');
    expect(stdout).toContain(id);
    expect((await selftest('mcp.server.ping.in-time')).code).toBe(1);

    edit(
      cases,
      /^ *- assert: \{ value: what the target does.*\n.*check: .*$/m,
      `      - call: { request: ping, result: {} }\n        check: ${id}`,
    );
    edit(
      'cases/mcp/mutants-server.yaml',
      /(sends: \{ reply: ping \}\n *)do: \{ set: \{ \/result\/todo: TODO \} \}/,
      '$1do: drop',
    );
    await build('--corpus');
    expect(await selftest('mcp.server.ping.in-time')).toMatchObject({
      code: 0,
      mutants: { 'mcp.server.ping.too-late': 'killed' },
    });
  });

  it('reporter: its golden file is named as missing, and what the next step writes is what it prints', async () => {
    const [, command = ''] = /UPDATE_GOLDEN=1 npx (vitest .*)$/m.exec(steps.reporter!) ?? [];
    const golden = (env: NodeJS.ProcessEnv) => {
      const args = [join('node_modules', 'vitest/vitest.mjs'), ...command.split(' ').slice(1)];
      return spawnSync(process.execPath, args, { cwd: copy.folder, encoding: 'utf8', env: { ...process.env, ...env } });
    };
    const missing = golden({});
    expect(missing.status).toBe(1);
    expect(missing.stdout + missing.stderr).toContain('reports/golden/csv.txt is not there: UPDATE_GOLDEN=1 writes it');
    expect(golden({ UPDATE_GOLDEN: '1' }).status).toBe(0);
    expect(golden({}).status).toBe(0);
    expect(textOf('reports/golden/csv.txt')).toMatch(/^pass demo\./m);
    const { stdout } = await proctor('run', '--self', 'weather', '--reporter', 'csv');
    expect(stdout).toContain('weather.server.echo.text\n');
  });

  it.each([
    ['an unknown kind', ['transport', 'x'], 'there is no "transport" to add'],
    ['no name', ['protocol'], 'npm run new protocol takes NAME'],
    ['a protocol with a name that is no word', ['protocol', '../x'], '"../x" is not a name of a protocol'],
    ['a protocol that is there', ['protocol', 'mcp'], 'the protocol mcp is there already: cases/mcp'],
    [
      'an unknown role',
      ['requirement', 'MCP-PING-77', 'mcp/sever', 'ping.x'],
      'there is no role "mcp/sever"; there are a2a/client',
    ],
    [
      'an id of another protocol',
      ['requirement', 'ACP-PING-77', 'mcp/server', 'ping.x'],
      'is not an id of a requirement of mcp',
    ],
    [
      'a requirement that is there',
      ['requirement', 'MCP-PING-01', 'mcp/server', 'ping.x'],
      'the requirement MCP-PING-01 is in cases/mcp/requirements.yaml already',
    ],
    [
      'a mutant that is there',
      ['requirement', 'MCP-PING-77', 'mcp/server', 'ping.dropped'],
      'the mutant mcp.server.ping.dropped is there already',
    ],
    ['a name without its area', ['case', 'mcp/server', 'in-time'], '"in-time" is not AREA.NAME'],
    [
      'a case of an unknown requirement',
      ['case', 'mcp/server', 'ping.x', 'MCP-PING-77'],
      'there is no requirement MCP-PING-77; write it first',
    ],
    ['a requirement of another role', ['case', 'mcp/server', 'ping.x', 'MCP-AUTH-C-01'], 'and not mcp/server'],
    [
      'a case that is there',
      ['case', 'mcp/server', 'ping.answer', 'MCP-PING-01'],
      'the case mcp.server.ping.answer is in cases/mcp/server/sessions/ping.yaml already',
    ],
    [
      'a case for nothing',
      ['case', 'hub/server', 'x.y'],
      'every requirement of hub/server that a mutant breaks is checked',
    ],
    ['a reporter that is there', ['reporter', 'json'], 'reports/index.ts has a reporter json already'],
    ['a reporter with a file that is there', ['reporter', 'xml'], 'reports/formats/xml.ts is there already'],
  ])('refuses %s and writes nothing', (_what, args, says) => {
    const before = texts(copy.folder);
    const { status, stdout, stderr } = scaffold(copy.folder, ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(texts(copy.folder)).toEqual(before);
  });
});
