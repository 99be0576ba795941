import { expect, test } from 'vitest';
import { absentIn, earlierVersion } from './history.js';
import { emptyCorpus } from './load/registry.js';

const place = { file: 'r.yaml', line: 1, col: 1 };
const corpus = emptyCorpus();
corpus.versions.set('mcp', new Map([['V3', {}]]));
corpus.history.set('mcp', [
  { version: 'V1' },
  { version: 'V2', members: ['title', 'tools/*/hints'] },
  { version: 'V3', members: ['icons'] },
]);
for (const [id, since] of [['MCP-A-01'], ['MCP-A-02', 'V2'], ['MCP-A-03', 'V3'], ['ACP-A-03', 'V3']] as const)
  corpus.requirements.set(id, {
    ...{ id, level: 'must', roles: ['mcp/server'], text: 'T', source: 'S', version: 'V3', place },
    ...(since === undefined ? {} : { since }),
  });
const spoken = (version: string) => earlierVersion(corpus, 'mcp/server', version, 'V3');

test('what is newer than the spoken version does not judge', () => {
  expect([...spoken('V1')!.newer]).toEqual(['MCP-A-02', 'MCP-A-03']);
  expect([...spoken('V2')!.newer]).toEqual(['MCP-A-03']);
});

test('a requirement of a project has the versions of the role that it is about', () => {
  const later = { ...corpus.requirements.get('MCP-A-03')!, id: 'ACME-01', ofProject: true as const };
  const other = { ...later, id: 'ACME-02', roles: ['acp/agent'] };
  const all = { ...corpus, requirements: new Map([later, other].map((one) => [one.id, one])) };
  expect([...absentIn(all, 'mcp/server', 'V2')]).toEqual(['ACME-01']);
  expect([...absentIn(all, 'mcp/server', 'V3')]).toEqual([]);
  expect([...earlierVersion(all, 'mcp/server', 'V1', 'V3')!.newer]).toEqual(['ACME-01']);
});

test('the version that was asked for, and one that is not known, are judged by all', () => {
  expect([spoken('V3'), spoken('V9')]).toEqual([undefined, undefined]);
});

test("members that were given a meaning later are the target's own", () => {
  const isOwn = (version: string, paths: string[]) => paths.map((path) => spoken(version)!.isOwn(path));
  const paths = ['/result/tools/0/hints/a', '/result/hints', '/result/tools/hints', '/title', '/result/icons/2/src'];
  expect(isOwn('V1', paths)).toEqual([true, false, false, true, true]);
  expect(isOwn('V2', paths)).toEqual([false, false, false, false, true]);
});

test('a version does not have what came later or was given up before', () => {
  const { requirements } = corpus;
  const dropped = { ...requirements.get('MCP-A-01')!, id: 'MCP-A-04', until: 'V2' };
  const all = { ...corpus, requirements: new Map([...requirements, [dropped.id, dropped]]) };
  const absent = (version: string) => [...absentIn(all, 'mcp/server', version)];
  expect(absent('V1')).toEqual(['MCP-A-02', 'MCP-A-03']);
  expect(absent('V2')).toEqual(['MCP-A-03']);
  expect(absent('V3')).toEqual(['MCP-A-04']);
  expect(absent('V9')).toEqual([]);
});
