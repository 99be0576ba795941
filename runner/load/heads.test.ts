import { expect, test } from 'vitest';
import { loadCorpus } from './corpus.js';
import { corpus, lines, REQUIREMENT } from './corpus-testing.js';

test('the head of a file speaks for the requirements and mutants that do not say it', async () => {
  const head = 'protocol: mcp\nversion: V2\nroles: [mcp/server]\nsource: MCP\n';
  const mutant = '  - { id: mcp.a.broken, breaks: MCP-A-01, hears: { notify: a }, do: [drop] }\n';
  const row = (id: string, source: string) => `  - { id: ${id}, level: must, text: It holds., ${source} }\n`;
  const { corpus: found, problems } = await loadCorpus(
    corpus({
      'mcp/requirements.yaml': `${head}requirements:\n${row('MCP-A-01', 'section: Part 2')}${row('MCP-A-02', 'source: ours')}${REQUIREMENT('MCP-A-03')}`,
      'mcp/mutants.yaml': `role: mcp/server\nversion: V1\nmutants:\n${mutant}`,
    }),
  );
  expect(lines(problems)).toEqual([]);
  expect([...found.requirements.values()].map(({ roles, source }) => [roles[0], source])).toEqual([
    ['mcp/server', 'MCP, Part 2'],
    ['mcp/server', 'ours'],
    ['mcp/server', 'MCP, somewhere'],
  ]);
  expect(found.mutants.get('mcp.a.broken')).toMatchObject({ role: 'mcp/server', version: 'V1' });
  const headless = await loadCorpus(
    corpus({
      'mcp/requirements.yaml': `protocol: mcp\nversion: V2\nrequirements:\n${row('MCP-A-01', 'section: "1"')}${REQUIREMENT('MCP-A-02')}${REQUIREMENT('MCP-A-03')}`,
      'mcp/mutants.yaml': `mutants:\n${mutant}`,
    }),
  );
  expect(lines(headless.problems)).toEqual([
    'cases/mcp/mutants.yaml:2:5  lacks `role`: say it here, or once for the file',
    'cases/mcp/requirements.yaml:4:5  lacks `roles`: say them here, or once for the file',
    'cases/mcp/requirements.yaml:4:51  the file names no document: say its `source`',
  ]);
});
