import { expect, test } from 'vitest';
import { stringifyJson } from '../../src/json/json.js';
import { loadValidators } from '../../src/schemas/index.js';
import { changes, spread } from '../../src/schemas/testing.js';
import { type FormatName, formatOf } from './files/formats.js';
import { formatProblem } from './files/problems.js';
import { judgeFormat } from './files/read.js';
import { parseYaml } from './files/yaml.js';

const FORMATS: FormatName[] = [
  'behaviors',
  'case',
  'errata',
  'extension',
  'fault',
  'fragments',
  'known',
  'methods',
  'mutants',
  'report',
  'requirements',
  'revision',
  'role',
  'sources',
  'target',
  'versions',
  'wire',
];

test.each(FORMATS)('what is wrong with a file of the format %s is told as it was', async (name) => {
  const format = await formatOf(name);
  const [example] = (await loadValidators(name, 'v1')).bundle.examples ?? [];
  const refused = [...changes(example ?? null)].filter(({ value }) => format.check(value).length > 0);
  const lines = spread(refused, 60).flatMap(({ value, change }) => {
    const { source, problems } = parseYaml('f.yaml', stringifyJson(value));
    const found = judgeFormat(source, problems, format).problems;
    return [`${change}\n`, ...found.map((one) => `  ${formatProblem(one).split('\n')[0]}\n`)];
  });
  await expect(lines.join('')).toMatchFileSnapshot(`golden/${name}.txt`);
});
