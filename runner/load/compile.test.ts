import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileCorpus } from './compile.js';
import { loadCorpus } from './corpus.js';
import { CLEAN, corpus } from './corpus-testing.js';

describe('a compiled corpus', () => {
  test('is the same corpus', async () => {
    const root = corpus();
    const into = join(root, 'dist/corpus');
    const { files, problems } = await compileCorpus(root, into);
    expect([files, problems]).toEqual([[join(into, 'mcp.json')], []]);
    const plain = await loadCorpus(root);
    const compiled = await loadCorpus(root, { compiled: into });
    expect(compiled.corpus).toEqual(plain.corpus);
    expect(compiled.corpus.versions.get('mcp')?.get('V2')).toEqual({ code: -9223372036854775808n });
    // Proof that the compiled form was what was read.
    writeFileSync(
      join(into, 'mcp.json'),
      readFileSync(join(into, 'mcp.json'), 'utf8').replace('A holds', 'A was compiled'),
    );
    const changed = await loadCorpus(root, { compiled: into });
    expect(changed.corpus.cases[1]?.title).toBe('A was compiled');
  });

  test('brings the protocols that are needed, and those that they name', async () => {
    const role = (name: string) =>
      `role: ${name}/server\npeer: ${name}/client\nside: server\nwithin: 2s\nlimit: 20s\nalive: null\nanytime: []\nprobe: null\ntransports: [stdio]\n`;
    const cases = (name: string, requirement: string) =>
      `suite: S\nrole: ${name}/server\ncases:\n  - { id: ${name}.server.s, title: S holds, steps: [{ call: { request: a }, check: ${requirement} }] }\n`;
    const root = corpus({
      'acp/server/role.yaml': role('acp'),
      'acp/server/s.yaml': cases('acp', 'MCP-A-01'),
      'hub/server/role.yaml': role('hub'),
      'hub/server/s.yaml': cases('hub', 'MCP-A-01'),
    });
    const into = join(root, 'dist/corpus');
    expect((await compileCorpus(root, into)).problems).toEqual([]);
    const protocolsFor = async (...needed: string[]) => {
      const { corpus: found, problems } = await loadCorpus(root, { compiled: into, needed });
      expect(problems).toEqual([]);
      return [...new Set(found.cases.map(({ role }) => role.split('/')[0]))];
    };
    expect(await protocolsFor('mcp')).toEqual(['mcp']);
    expect(await protocolsFor('hub')).toEqual(['hub', 'mcp']);
    // One that does not exist may be meant for any, and one that changed may name any.
    expect(await protocolsFor('mpc')).toEqual(['acp', 'hub', 'mcp']);
    appendFileSync(join(root, 'cases/mcp/server/a.yaml'), '# more\n');
    expect((await protocolsFor('hub')).sort()).toEqual(['acp', 'hub', 'mcp']);
  });

  test.each<[string, (root: string) => void]>([
    ['a case file that changed', (root) => appendFileSync(join(root, 'cases/mcp/server/a.yaml'), '# more\n')],
    [
      'a file of the protocol that changed',
      (root) => appendFileSync(join(root, 'cases/mcp/requirements.yaml'), '# more\n'),
    ],
    [
      'a file in a folder of a role that is new',
      (root) => {
        mkdirSync(join(root, 'cases/mcp/server/more'));
        writeFileSync(
          join(root, 'cases/mcp/server/more/c.yaml'),
          CLEAN['mcp/server/b.yaml']!.replace('server.b', 'server.c'),
        );
      },
    ],
    ['a file that is gone', (root) => rmSync(join(root, 'cases/mcp/mutants.yaml'))],
    [
      'a file that is new',
      (root) =>
        writeFileSync(
          join(root, 'cases/mcp/server/c.yaml'),
          CLEAN['mcp/server/b.yaml']!.replace('server.b', 'server.c'),
        ),
    ],
    [
      'a compiled file that was cut off',
      (root) =>
        writeFileSync(join(root, 'dist/mcp.json'), readFileSync(join(root, 'dist/mcp.json'), 'utf8').slice(0, 500)),
    ],
    [
      'a compiled file whose last line was cut off',
      (root) =>
        writeFileSync(join(root, 'dist/mcp.json'), readFileSync(join(root, 'dist/mcp.json'), 'utf8').slice(0, -5)),
    ],
    ['a compiled file of another form', (root) => writeFileSync(join(root, 'dist/mcp.json'), '{"form":0}')],
  ])('is passed over for %s', async (_, change) => {
    const root = corpus();
    const into = join(root, 'dist');
    await compileCorpus(root, into);
    writeFileSync(
      join(into, 'mcp.json'),
      readFileSync(join(into, 'mcp.json'), 'utf8').replace('A holds', 'A was compiled'),
    );
    change(root);
    const { corpus: found } = await loadCorpus(root, { compiled: into });
    expect(found.cases.find(({ id }) => id === 'mcp.server.a')?.title).toBe('A holds');
  });

  test('is compiled again if it changed or names a protocol that did, and is kept otherwise', async () => {
    const role = (name: string) =>
      `role: ${name}/server\npeer: ${name}/client\nside: server\nwithin: 2s\nlimit: 20s\nalive: null\nanytime: []\nprobe: null\ntransports: [stdio]\n`;
    const root = corpus({
      'acp/server/role.yaml': role('acp'),
      'hub/server/role.yaml': role('hub'),
      'hub/server/s.yaml':
        'suite: S\nrole: hub/server\ncases:\n  - { id: hub.server.s, title: S holds, steps: [{ call: { request: a }, check: MCP-A-01 }] }\n',
    });
    const into = join(root, 'dist');
    await compileCorpus(root, into);
    const texts = () =>
      Object.fromEntries(['acp', 'hub', 'mcp'].map((name) => [name, readFileSync(join(into, `${name}.json`), 'utf8')]));
    const first = texts();
    for (const [name, text] of Object.entries(first)) writeFileSync(join(into, `${name}.json`), `${text.trimEnd()} \n`);
    const marked = texts();
    writeFileSync(join(into, 'gone.json'), marked.mcp!);
    appendFileSync(join(root, 'cases/mcp/server/a.yaml'), '# more\n');
    expect((await compileCorpus(root, into)).problems).toEqual([]);
    expect(texts().acp).toBe(marked.acp);
    expect(texts().hub).toBe(first.hub);
    expect(texts().mcp).not.toBe(marked.mcp);
    expect((await loadCorpus(root, { compiled: into })).corpus).toEqual((await loadCorpus(root)).corpus);
    expect(existsSync(join(into, 'gone.json'))).toBe(false);
  });

  test('is not written where there are problems', async () => {
    const root = corpus({ 'mcp/server/a.yaml': CLEAN['mcp/server/a.yaml']!.replace(/MCP-A-\d+/, 'MCP-Z-01') });
    const { files, problems } = await compileCorpus(root, join(root, 'dist'));
    expect(files).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });
});
