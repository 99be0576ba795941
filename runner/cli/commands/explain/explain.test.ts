import { describe, expect, it } from 'vitest';
import { UsageError } from '../../support/print.js';
import { readSource } from '../../support/reporters.js';
import { ran, testCorpus } from '../../support/testing.js';
import { loadedCorpus } from '../info.js';
import { explain } from './explain.js';

const told = async (id: string) => (await ran((context) => explain(id, context))).out;

describe('explain', () => {
  it('finds a requirement, whatever the case of its letters', async () => {
    expect(await told('demo-tool-01')).toBe(
      `DEMO-TOOL-01 · must · demo/server
Every tool has a name.
Source     Demo 1.0, Tools
Stated in  cases/demo/requirements.yaml:1:5

For example, cases/demo/server/tools.yaml:4:5
  - id: demo.server.tools.list
    title: The list has every tool
    kills: [demo.no-name]
    steps:
      - call: { request: tools/list }
        check: DEMO-TOOL-01

Cases      demo.server.tools.list, demo.server.tools.call.plain, .unicode
Mutants    demo.no-name
`,
    );
  });

  it('a requirement of many cases by those that prove little else, and all of them on demand', async () => {
    const corpus = testCorpus();
    const [, , plain] = corpus.cases;
    for (let number = 1; number <= 40; number++)
      corpus.cases.unshift({ ...plain!, id: `demo.server.tools.call.number-${number}` });
    const explained = (all: boolean) => ran((context) => explain('DEMO-TOOL-01', context, { all }), { corpus });
    const { out } = await explained(false);
    const cases = out.slice(out.indexOf('\nCases'), out.indexOf('\nMutants')).trim().split('\n');
    expect(cases).toHaveLength(3);
    expect(cases[0]).toMatch(
      /^Cases {6}demo\.server\.tools\.list, demo\.server\.tools\.call\.number-40, \.number-39, /,
    );
    const shown = cases
      .join(' ')
      .replace(/, and .*/, '')
      .split(', ');
    expect(cases.join(' ').replaceAll(/\s+/g, ' ')).toContain(
      `, and ${43 - shown.length} more: proctor explain DEMO-TOOL-01 --all`,
    );
    const whole = (await explained(true)).out;
    for (let number = 1; number <= 40; number++) expect(whole).toMatch(new RegExp(`number-${number}\\b`));
    expect(whole).not.toContain('more:');
  });

  it('a requirement without cases, and one that is excluded', async () => {
    expect(await told('DEMO-TOOL-03')).toContain('Cases      none');
    const excluded = await told('DEMO-OLD-01');
    expect(excluded).toContain('Excluded   No wire leads there.');
    expect(excluded).not.toContain('Cases');
  });

  it('a case with what it needs, proves, and its lines', async () => {
    const text = await told('demo.server.tools.call.plain');
    expect(text).toContain('Needs      /tools, behavior slow-tool');
    expect(text).toContain('Transport  stdio');
    expect(text).toContain('  DEMO-TOOL-02  must  A tool that exists can be called.');
    expect(text).toContain('\n- id: demo.server.tools.call\n  title: A tool is called\n  each:');
    expect(text).not.toContain('demo.server.tools.list\n');
  });

  it('is no wider than the terminal', async () => {
    const { out } = await ran((context) => explain('untestable', context), { columns: 60 });
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it('shows no more than the case', async () => {
    const text = await told('demo.server.tools.list');
    expect(text).toContain('Kills      demo.no-name');
    expect(text.endsWith('    check: DEMO-TOOL-01\n'.replace('    ', '      '))).toBe(true);
  });

  it('finds a wire case, a mutant, a behavior and a role', async () => {
    expect(await told('demo.server.wire.json')).toContain('Rule       json, on every message of a run');
    expect(await told('demo.no-name')).toMatch(
      /Breaks {5}DEMO-TOOL-01: Every tool has a name\.\nFault {6}\{"do":\["drop"\]\}\nKilled by {2}demo\.server\.tools\.list/,
    );
    expect(await told('demo.deaf')).toContain('Killed by  no case names it');
    expect(await told('slow-tool')).toMatch(
      /Gives {6}name \(string\)\nStated in {2}.*\nCases {6}demo\.server\.tools\.call\.plain/,
    );
    expect(await told('demo/slow-tool')).toBe(await told('slow-tool'));
    expect(await told('demo/server')).toContain('4 cases');
  });

  it('says in which versions a role is judged', async () => {
    const corpus = testCorpus();
    corpus.versions.set('demo', new Map([['1.0', {}]]));
    expect((await ran((context) => explain('demo/server', context), { corpus })).out).toMatch(/^Versions +1\.0$/m);
  });

  it('lists the ids that begin with a text', async () => {
    expect(await told('demo.server.tools.call')).toBe(
      'demo.server.tools.call · 2 cases\ndemo.server.tools.call.plain    A tool is called\ndemo.server.tools.call.unicode  A tool is called\n',
    );
  });

  it.each([
    'pass',
    'fail',
    'skipped',
    'untestable',
    'error',
    'non-strict',
    'flaky',
    'MUST',
    '0',
    '1',
    '2',
    '3',
    '4',
    '130',
    'exit 3',
  ])('finds the word %s', async (word) => {
    expect((await told(word)).split('\n').length).toBeGreaterThan(2);
  });

  it('finds an error code by its number or its name', async () => {
    expect(await told('-32601')).toMatch(/^-32601 · MethodNotFound · mcp/m);
    expect(await told('methodnotfound')).toBe(await told('-32601'));
    expect(await told('HeaderMismatch')).toMatch(/^-32020 · HeaderMismatch · mcp 2026-07-28$/m);
    expect(await told('-32042')).toMatch(/^-32042 · URLElicitationRequired · mcp 2025-11-25$/m);
  });

  it('refuses an id that nothing has, with what was meant', async () => {
    await expect(told('DEMO-TOOL-99')).rejects.toThrow(
      /nothing is called `DEMO-TOOL-99`; did you mean `DEMO-TOOL-0\d`\?/,
    );
    await expect(told('untestible')).rejects.toThrow('did you mean `untestable`?');
    for (const id of ['toString', '__proto__', 'constructor'])
      await expect(told(id)).rejects.toBeInstanceOf(UsageError);
  });

  it('a fragment, in each role that has one of that name, with its lines', async () => {
    const { out } = await ran((context) => explain('whole-turn', { ...context, readSource }, {}), {
      corpus: await loadedCorpus(),
    });
    expect(out).toMatch(
      /^whole-turn · fragment · acp\/agent, harn\/agent\nwith: prompt\. A turn that ends on its own\n/,
    );
    expect(out).toMatch(
      /\nWritten in cases\/acp\/agent\/\S+:\d+\n\nwhole-turn: # with: prompt.*\n {2}- \{ use: turn, /,
    );
    await expect(ran((context) => explain('whole-trun', context), { corpus: await loadedCorpus() })).rejects.toThrow(
      /did you mean `whole-turn`\?/,
    );
  });

  it('the words that reports count by', async () => {
    expect(await told('by tolerance')).toContain('only by a branch that the case tolerates');
    expect(await told('failed')).toMatch(/^fail · verdict\n/);
    expect(await told('not asked')).toMatch(/^not asked · no verdict\n/);
  });
});
