import { expect, test } from 'vitest';
import { loadCorpus } from './corpus.js';
import { corpus, lines } from './corpus-testing.js';

const VERSIONS =
  'versions:\n  V1: { family: old, code: 1 }\n  V2: { family: new, code: 2 }\n  V3: { family: new, code: 3 }\n  V4: { code: 4 }\n';

/** The versions of the cases of a file, by the ends of their ids, and what is wrong. */
async function loaded(head: string, cases: string[], versions = VERSIONS) {
  const { corpus: found, problems } = await loadCorpus(
    corpus({
      'mcp/versions.yaml': versions,
      'mcp/server/c.yaml': `suite: C\nrole: mcp/server\n${head}cases:\n${cases.join('')}`,
    }),
  );
  const own = found.cases.filter(({ place }) => place.file.endsWith('c.yaml'));
  return {
    versions: Object.fromEntries(
      own.map(({ id, needs }) => [id.replace('mcp.server.c.', ''), needs.version.join(' ')]),
    ),
    steps: Object.fromEntries(
      own.map(({ id, steps }) => [id.replace('mcp.server.c.', ''), steps.map(({ version }) => version?.join(' '))]),
    ),
    problems: lines(problems),
  };
}

const one = (name: string, needs: string, step = '{ use: hello }') =>
  `  - { id: mcp.server.c.${name}, title: It holds, ${needs === '' ? '' : `needs: ${needs}, `}steps: [${step}] }\n`;

test('files, cases, rows and steps say their versions by order and family', async () => {
  const rows = `  - id: mcp.server.c.rows\n    title: It holds\n    needs: { family: old }\n    each: { a: { needs: { since: V3 } }, b: {} }\n    steps: [{ use: hello }]\n`;
  const { versions, steps, problems } = await loaded('needs: { family: new }\n', [
    one('file', ''),
    one('case', '{ until: V2 }'),
    one('both', '{ family: new, since: V3 }'),
    one('exact', '{ version: V1 }'),
    one('list', '{ version: [V1, V3], family: new }'),
    one('step', '', '{ use: hello, version: { family: old } }, { use: hello, version: V3 }, { use: hello }'),
    rows,
  ]);
  expect(problems).toEqual([]);
  expect(versions).toEqual({
    file: 'V2 V3',
    case: 'V1 V2',
    both: 'V3',
    exact: 'V1',
    list: 'V3',
    step: 'V2 V3',
    'rows.a': 'V3 V4',
    'rows.b': 'V1',
  });
  expect(steps.step).toEqual(['V1', 'V3', undefined]);
});

test('a revision that is new takes part where its family and its order say so', async () => {
  const cases = [one('family', '{ family: new }'), one('since', '{ since: V2 }'), one('until', '{ until: V2 }')];
  const later = VERSIONS.replace('  V4:', '  V3b: { family: new, code: 5 }\n  V4:');
  expect((await loaded('', cases, later)).versions).toEqual({
    family: 'V2 V3 V3b',
    since: 'V2 V3 V3b V4',
    until: 'V1 V2',
  });
});

test('a name that no version or family has is said with its place', async () => {
  const { problems } = await loaded('', [
    one('a', '{ since: V5 }'),
    one('b', '{ family: odl }'),
    one('c', '{ since: V3, until: V1 }'),
    one('d', '', '{ use: hello, version: { until: W1 } }'),
  ]);
  expect(problems).toEqual([
    'cases/mcp/server/c.yaml:4:60  unknown version `V5`; did you mean `V1`?',
    'cases/mcp/server/c.yaml:5:61  unknown family of versions `odl`; did you mean `old`?',
    'cases/mcp/server/c.yaml:6:51  no version is in this range',
    'cases/mcp/server/c.yaml:7:84  unknown version `W1`; did you mean `V1`?',
  ]);
});
