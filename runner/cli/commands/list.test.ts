import { describe, expect, it } from 'vitest';
import { UsageError } from '../support/print.js';
import { ran, testCorpus } from '../support/testing.js';
import { list } from './list.js';
import { LISTS } from './list-names.js';

const run = (what: string, patterns: string[] = [], json = false, more = {}) =>
  ran((context) => list(what, patterns, { json }, context), more);
const ids = async (what: string, ...patterns: string[]) =>
  (await run(what, patterns)).out
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ')[0]);

describe('list', () => {
  it('lists transcripts, rows and wire cases under the ids that run accepts', async () => {
    expect(await ids('cases')).toEqual([
      'demo.server.tools.list',
      'demo.server.tools.call.plain',
      'demo.server.tools.call.unicode',
      'demo.server.wire.json',
    ]);
  });

  it('takes the patterns of run', async () => {
    expect(await ids('cases', 'demo.server.tools.call')).toHaveLength(2);
    expect(await ids('cases', '*.list', 'demo.server.wire')).toEqual([
      'demo.server.tools.list',
      'demo.server.wire.json',
    ]);
    expect(await ids('cases', 'DEMO-TOOL-02')).toHaveLength(2);
    expect(await ids('requirements', 'DEMO-TOOL')).toHaveLength(3);
    expect(await ids('requirements', 'demo-*-01')).toHaveLength(4);
    expect(await ids('mutants', 'DEMO-TOOL-01')).toEqual(['demo.no-name']);
    expect(await ids('behaviors', 'slow')).toEqual(['slow-tool']);
    expect(await ids('behaviors', 'demo/server')).toContain('slow-tool');
    expect(await ids('requirements', 'demo/server')).toHaveLength(5);
    expect(await ids('mutants', 'demo/server')).toHaveLength(2);
    expect(await ids('cases', 'demo/server')).toHaveLength(4);
    expect(await ids('roles', 'demo')).toEqual(['demo/server']);
  });

  it('has the bundles of schemas, and by a pattern their definitions', async () => {
    expect(await ids('schemas')).toContain('mcp/2025-11-25');
    expect(await ids('schemas', 'target/v1/target')).toEqual(['target/v1/target']);
    expect(await ids('schemas', 'mcp/2025-11-25')).toContain('mcp/2025-11-25/Tool');
    const { out } = await run('schemas', ['mcp/2025-11-25/Tool'], true);
    expect(JSON.parse(out)).toEqual({
      schemas: [{ schema: 'mcp/2025-11-25/Tool', title: 'Tool', description: expect.any(String) }],
    });
  });

  it('says in which versions a role is judged, the usual one first', async () => {
    const corpus = testCorpus();
    corpus.versions.set('demo', new Map(['1.0', '2.0', '3.0'].map((name) => [name, {}])));
    corpus.defaults.set('demo', '2.0');
    expect((await run('roles', ['demo'], false, { corpus })).out).toMatch(
      /^demo\/server {2}2.0, 1.0 {2}4 cases {2}Proctor plays /,
    );
    const { out } = await run('roles', ['demo'], true, { corpus });
    expect(JSON.parse(out).roles).toMatchObject([{ role: 'demo/server', versions: ['2.0', '1.0'] }]);
  });

  it('has columns, and cuts the last one on a terminal alone', async () => {
    const { out } = await run('requirements', ['DEMO-OLD-01', 'DEMO-TOOL-03']);
    expect(out).toBe(
      'DEMO-TOOL-03  should  Names are short.\nDEMO-OLD-01   must    Nothing is written to the moon. (excluded)\n',
    );
    const narrow = await run('requirements', ['DEMO-OLD-01'], false, { columns: 44 });
    expect(narrow.out).toBe('DEMO-OLD-01  must  Nothing is written to …\n');
  });

  it('puts the last column below the others where a terminal leaves it no room', async () => {
    const { out } = await run('requirements', ['DEMO-OLD-01'], false, { columns: 36 });
    expect(out).toBe('DEMO-OLD-01  must\n    Nothing is written to the moon.\n    (excluded)\n');
  });

  it('leaves out the role of behaviors where it was asked for', async () => {
    expect((await run('behaviors', ['demo/server'])).out).toBe('slow-tool  gives name  A tool that takes a while.\n');
  });

  it('says what a target file gives with a behavior', async () => {
    expect((await run('behaviors')).out).toBe('slow-tool  demo/server  gives name  A tool that takes a while.\n');
  });

  // Methods and fragments are those of the package: test/mocks/mock-facts.test.ts and test/commands/new-case.test.ts look at them.
  it.each(LISTS.filter((what) => what !== 'methods' && what !== 'fragments'))(
    'as JSON is one object with the list of %s',
    async (what) => {
      const { out, exit } = await run(what, [], true);
      const json = JSON.parse(out);
      expect(exit).toBe(0);
      expect(Object.keys(json)).toEqual([what]);
      expect(json[what].length).toBeGreaterThan(0);
    },
  );

  it('says in JSON what a case needs and proves', async () => {
    const { cases } = JSON.parse((await run('cases', ['demo.server.tools.call.plain'], true)).out);
    expect(cases).toEqual([
      {
        id: 'demo.server.tools.call.plain',
        title: 'A tool is called',
        role: 'demo/server',
        suite: 'Tools',
        requirements: ['DEMO-TOOL-02', 'DEMO-TOOL-01'],
        kills: [],
        needs: { capability: ['/tools'], behavior: ['slow-tool'], transport: ['stdio'], version: '1.0' },
        at: 'cases/demo/server/tools.yaml:15:5',
      },
    ]);
  });

  it('refuses a pattern that matches nothing, with what was meant', async () => {
    await expect(run('cases', ['demo.server.tols'])).rejects.toThrow(
      'the pattern `demo.server.tols` matches none of the cases; did you mean `demo.server.tools`?',
    );
    await expect(run('requirements', ['DEMO-TOOOL'])).rejects.toThrow('did you mean `DEMO-TOOL`?');
    await expect(run('cases', ['demo.server.tools', 'x.y'])).rejects.toBeInstanceOf(UsageError);
    await expect(run('colours')).rejects.toThrow('there are cases, requirements, behaviors, fragments, mutants, roles');
  });

  it('refuses a corpus with problems, and names them', async () => {
    const problem = { file: 'cases/demo/x.yaml', message: 'is empty', excerpt: '' };
    const broken = (context: Parameters<typeof list>[3]) =>
      list(
        'cases',
        [],
        { json: false },
        { ...context, corpus: async () => ({ ...(await context.corpus()), problems: [problem] }) },
      );
    await expect(ran(broken)).rejects.toThrow('cases/demo/x.yaml  is empty');
  });
});
