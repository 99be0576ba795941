import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../..');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true }).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'));

/** An example of a page, and the bundle that describes it: the one that it names, else what its members show. */
interface Example {
  page: string;
  bundle: string;
  text: string;
}

const examples = pages.flatMap((page): Example[] => {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, body]) => {
    const bundle = bundleOf(body!);
    return bundle === undefined ? [] : [{ page, bundle, text: body! }];
  });
});

function bundleOf(text: string): string | undefined {
  const named = /\$schema=\S*schemas\/([\w-]+)\/v1\.json/.exec(text)?.[1];
  if (named !== undefined) return named;
  if (/^role: /m.test(text) && /^transports:/m.test(text)) return 'target';
  if (/^known:/m.test(text)) return 'known';
  return /^suite: /m.test(text) ? 'case' : undefined;
}

describe('the examples of the docs', () => {
  it('are many, and of each of our formats that a user writes', () => {
    const bundles = new Set(examples.map(({ bundle }) => bundle));
    expect([...bundles]).toEqual(
      expect.arrayContaining(['target', 'case', 'known', 'fault', 'extension', 'mock-auth']),
    );
  });

  it.each(examples.map(({ page, bundle, text }) => [page, bundle, text.split('\n').slice(0, 2).join(' / '), text]))(
    '%s: %s: %s',
    (_, bundle, __, text) => {
      const file = join(root, `dist/schemas/${bundle}/v1.json`);
      expect(existsSync(file), `there is no schema ${bundle}`).toBe(true);
      const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
      const fits = ajv.compile(JSON.parse(readFileSync(file, 'utf8')));
      fits(parse(text));
      expect(fits.errors ?? []).toEqual([]);
    },
  );
});
