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
