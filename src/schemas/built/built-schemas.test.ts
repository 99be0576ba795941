import { createRequire } from 'node:module';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { compileSchema } from '../compile.js';
import { VERDICTS } from '../errors/reporting.js';
import { builtFiles } from './package-files.js';

const load = createRequire(import.meta.url);
const VALUES: Json[] = [
  {},
  [],
  'x',
  7,
  null,
  { type: 'object', properties: { a: { type: 'nothing' } } },
  [{ content: [7] }],
];

it('schemas of cases, compiled by the build, judge as at run time', () => {
  const built = load(join(builtFiles(), 'own-schemas', 'cases-verdicts.cjs')) as object;
  const texts = Object.keys(built);
  expect(texts.length).toBeGreaterThan(4);
  for (const text of texts) {
    const schema = JSON.parse(text) as JsonObject;
    const validate = new Ajv2020.default(VERDICTS).compile(schema);
    const judge = compileSchema(schema);
    expect(VALUES.map((value) => judge(value).length === 0)).toEqual(VALUES.map((value) => validate(value)));
  }
});
