import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../json/json.js';
import { stringifyJson } from '../json/json.js';
import { builtGroups } from './built/package-files.js';
import { compileSchema } from './compile.js';
import { keywordCases } from './fixtures/keywords.js';
import type { SchemaError } from './index.js';
import type { Bundle, JsonSchema } from './json-schema.js';
import { changes, spread } from './testing.js';
import { loadValidators } from './validators.js';

const explained = (schema: JsonSchema, value: Json) => compileSchema(schema as boolean)(value);

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 99)}…` : text);

/** Each error on a line of its own: where, what, and what a machine reads of it. */
function told(errors: readonly SchemaError[]): string {
  return errors
    .map(({ path, message, keyword, schemaPath, expected, unknownVariant }) => {
      const wanted = expected === undefined ? '' : `  expected ${shortened(stringifyJson(expected))}`;
      return `    ${path || '(root)'}: ${message}  [${keyword} at ${schemaPath}${unknownVariant ? ', unknown variant' : ''}]${wanted}\n`;
    })
    .join('');
}

/** The definitions of the version that revision.yaml of another one names. */
async function extendedBy(protocol: string, version: string): Promise<Bundle | undefined> {
  const file = join(import.meta.dirname, '../../schemas', protocol, version, 'revision.yaml');
  if (!existsSync(file)) return undefined;
  return (await loadValidators(protocol, parse(readFileSync(file, 'utf8')).extends)).bundle;
}

describe('messages', () => {
  it('of every keyword and kind of union are as they were', async () => {
    const lines = keywordCases.flatMap(({ schema, whole, values }) => [
      `${stringifyJson(schema as Json)}\n`,
      ...values.map((value) => `  ${shortened(stringifyJson(value))}\n${told(explained(whole, value))}`),
    ]);
    await expect(lines.join('')).toMatchFileSnapshot('golden/keywords.txt');
  });

  const groups = builtGroups().map((group) => group.split('/') as [protocol: string, version: string]);
  it.each(groups)('of %s %s are as they were, but for definitions that it shares', async (protocol, version) => {
    const validators = await loadValidators(protocol, version);
    const extended = await extendedBy(protocol, version);
    const own = validators
      .names()
      .filter((name) => name === protocol || !isDeepStrictEqual(validators.bundle.$defs[name], extended?.$defs[name]));
    const lines = own.flatMap((name) => {
      const schema = name === protocol ? validators.bundle : validators.bundle.$defs[name];
      const [example] = typeof schema === 'object' ? (schema.examples ?? []) : [];
      const all = example === undefined ? [] : [...changes(example)];
      const refused = all.filter(({ value }) => validators.validate(name, value).length > 0);
      return [
        `${name}\n`,
        ...spread(refused, name === protocol ? 60 : 3).map(
          ({ value, change }) => `  ${change}\n${told(validators.validate(name, value))}`,
        ),
      ];
    });
    await expect(lines.join('')).toMatchFileSnapshot(`golden/${protocol}-${version}.txt`);
  });
});
