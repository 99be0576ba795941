import { describe, expect, it } from 'vitest';
import { ran, testCorpus } from '../support/testing.js';
import { coverage } from './coverage.js';

const run = (json: boolean, corpus = testCorpus(), patterns: string[] = []) =>
  ran((context) => coverage(patterns, { json }, context), { corpus });

describe('coverage', () => {
  it('as JSON has every requirement with its cases and mutants', async () => {
    const { out, exit } = await run(true);
    const { requirements } = JSON.parse(out);
    expect(exit).toBe(0);
    expect(requirements.map(({ id }: { id: string }) => id)).toEqual([...testCorpus().requirements.keys()]);
    expect(requirements[0]).toEqual({
      id: 'DEMO-TOOL-01',
      level: 'must',
      text: 'Every tool has a name.',
      source: 'Demo 1.0, Tools',
      sections: [{ document: '', section: '' }],
      cases: ['demo.server.tools.list', 'demo.server.tools.call.plain', 'demo.server.tools.call.unicode'],
      mutants: ['demo.no-name'],
    });
    expect(requirements[3].cases).toEqual(['demo.server.wire.json']);
    expect(requirements[5]).toMatchObject({ excluded: 'No wire leads there.', cases: [], mutants: [] });
  });

  it('is exit 1 where a testable must has no case, in both forms, and names it', async () => {
    const corpus = testCorpus();
    corpus.wire.length = 0;
    expect((await run(true, corpus)).exit).toBe(1);
    const { out, exit } = await run(false, corpus);
    expect(exit).toBe(1);
    expect(out).toContain('1 testable must without a case:\n  DEMO-BASE-01  Every message is JSON.\n');
  });

  it('asks for a case in each role that a must binds', async () => {
    const corpus = testCorpus();
    const tool = corpus.requirements.get('DEMO-TOOL-01')!;
    corpus.requirements.set(tool.id, { ...tool, roles: ['demo/server', 'demo/client'] });
    corpus.roles.set('demo/client', { ...corpus.roles.get('demo/server')!, role: 'demo/client' });
    const { out, exit } = await run(false, corpus);
    expect(exit).toBe(1);
    expect(out).toContain('1 testable must without a case:\n  DEMO-TOOL-01 (demo/client)  Every tool has a name.\n');
  });

  it('does not ask for a should, an excluded must, or a must of a role that has no cases yet', async () => {
    const { out, exit } = await run(false);
    expect(exit).toBe(0);
    expect(out).toContain('DEMO-TOOL-03  should  -        -         Names are short.');
    expect(out).toContain('excluded: No wire leads there.');
    expect(out).not.toContain('testable must');
  });

  it('is of what patterns select', async () => {
    const { out, exit } = await run(true, testCorpus(), ['demo-base']);
    const { requirements } = JSON.parse(out);
    expect([requirements.map(({ id }: { id: string }) => id), exit]).toEqual([['DEMO-BASE-01'], 0]);
    await expect(run(true, testCorpus(), ['nothing'])).rejects.toThrow('matches none of the requirements');
  });

  it('has totals that add up', async () => {
    const { out } = await run(false);
    expect(out).toContain(
      'must    5 requirements  3 with a case  2 with a mutant  1 excluded  1 of roles or versions without cases  0 without a case',
    );
    expect(out).toContain('should  1 requirement   0 with a case');
  });
});

describe('coverage by section', () => {
  /** The test corpus with a document whose sections it knows, and a requirement that two of them state. */
  const corpus = () => {
    const made = testCorpus();
    made.documents.set('demo', [{ name: 'Demo 1.0', sections: ['Intro', 'Tools, Names', 'Tools', '2', '10'] }]);
    const say = (id: string, source: string) =>
      made.requirements.set(id, { ...made.requirements.get(id)!, source, document: 'Demo 1.0' });
    say('DEMO-TOOL-03', 'Demo 1.0, Tools, Names, short ones; Tools');
    say('DEMO-BASE-01', 'ours; 10, in a table');
    say('DEMO-CLI-01', 'Other 2, Hello; 2');
    say('DEMO-OLD-01', 'ours; nothing says so');
    return made;
  };
  const show = (more: { json?: boolean; markdown?: boolean } = {}, patterns: string[] = []) =>
    ran((context) => coverage(patterns, { json: false, bySection: true, ...more }, context), { corpus: corpus() });
  interface Shown {
    documents: {
      document: string;
      total: object;
      sections: { section: string; requirements: string[]; total: object }[];
    }[];
  }
  const sectionsIn = (out: string) =>
    (JSON.parse(out) as Shown).documents.flatMap(({ document, sections }) =>
      sections.map(({ section, requirements }) => [document, section, requirements.join(' ')]),
    );

  it('has the requirements below each section that their source names, in the order of the document', async () => {
    const { out, exit } = await show({ json: true });
    expect(exit).toBe(0);
    expect(sectionsIn(out)).toEqual([
      ['Demo 1.0', 'Intro', ''],
      ['Demo 1.0', 'Tools, Names', 'DEMO-TOOL-03'],
      ['Demo 1.0', 'Tools', 'DEMO-TOOL-01 DEMO-TOOL-02 DEMO-TOOL-03'],
      ['Demo 1.0', '2', 'DEMO-CLI-01'],
      ['Demo 1.0', '10', 'DEMO-BASE-01'],
      ['Demo 1.0', '', 'DEMO-OLD-01'],
    ]);
  });

  it('counts a requirement of several sections once in its document', async () => {
    const { documents } = JSON.parse((await show({ json: true })).out) as Shown;
    expect(documents[0]!.total).toEqual({ requirements: 6, withCase: 3, withMutant: 2, excluded: 1, withoutCase: 2 });
    expect(documents[0]!.sections[2]!.total).toMatchObject({ requirements: 3, withCase: 2, withoutCase: 1 });
  });

  it('leaves out sections without a requirement if patterns select some', async () => {
    expect(sectionsIn((await show({ json: true }, ['demo-tool'])).out).map(([, section]) => section)).toEqual([
      'Tools, Names',
      'Tools',
    ]);
  });

  it('is text with a total for each section, and says what is excluded', async () => {
    const { out } = await show();
    expect(out).toContain('Demo 1.0 · 6 requirements, 3 with a case, 2 with a mutant, 1 excluded, 2 without a case\n');
    expect(out).toContain('\n  Intro · no requirements\n');
    expect(out).toContain('\n  Tools, Names · 1 requirement, 0 with a case, 0 with a mutant, 1 without a case\n');
    expect(out).toMatch(/\n {4}DEMO-TOOL-01 +must +3 cases +1 mutant +Every tool has a name\.\n/);
    expect(out).toMatch(/\n {2}no section · .*\n {4}DEMO-OLD-01 .* the moon\. Excluded: No wire leads there\.\n/);
  });

  it('is Markdown with a table for each section', async () => {
    const { out } = await show({ markdown: true });
    expect(out).toContain('## Demo 1.0\n\n6 requirements, ');
    expect(out).toContain('### Intro\n\nno requirements.\n\n### Tools, Names\n');
    expect(out).toContain('\n| DEMO-TOOL-01 | must | 3 | 1 | Every tool has a name. |\n');
  });

  it('refuses forms that do not go together', async () => {
    const form = (options: { json: boolean; bySection?: boolean; markdown?: boolean }) =>
      ran((context) => coverage([], options, context), { corpus: corpus() });
    await expect(form({ json: false, markdown: true })).rejects.toThrow('--markdown is for --by-section: add that');
    await expect(form({ json: true, bySection: true, markdown: true })).rejects.toThrow('exclude each other');
  });
});
