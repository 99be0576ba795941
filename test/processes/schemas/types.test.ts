import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstalledPackage, ROOT } from '../../testing/tarball.js';

interface Bundle {
  examples?: unknown[];
  $defs: { [name: string]: { examples?: unknown[] } };
}

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await InstalledPackage.install();
}, 300_000);
afterAll(() => installed?.remove());

const dist = (path: string) => join(installed.folder, 'node_modules/proctor/dist', path);

/** Bundles by name: `mcp/2025-11-25`. */
function bundles(): [string, Bundle][] {
  const files = readdirSync(dist('schemas'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(dist(`schemas/${file}`), 'utf8')) as Bundle]);
}

const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1);

/** What the compiler has against files of the project. */
async function compile(files: readonly string[]): Promise<string> {
  const options = {
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ module: 'node16', target: 'es2022', types: [] },
  };
  installed.file('tsconfig.json', JSON.stringify({ compilerOptions: options, files }));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  return (await installed.run(process.execPath, [compiler, '--project', 'tsconfig.json'])).stdout;
}

describe('the types of the package', { timeout: 300_000 }, () => {
  it('take every example of their definitions', async () => {
    const files: string[] = [];
    let examples = 0;
    for (const [name, { $defs, examples: ofRoot }] of bundles()) {
      const lines = [`import type * as T from 'proctor/types/${name}';`];
      const types = readFileSync(dist(`types/${name}.d.ts`), 'utf8');
      const root = `${name.split('/')[0]!.replaceAll('-', '')}file`;
      const rootType = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].find(
        ([, one]) => one!.toLowerCase() === root,
      );
      const all = Object.entries($defs).map(([one, { examples: some }]) => [capital(one), some ?? []] as const);
      if (ofRoot) all.push([rootType![1]!, ofRoot]);
      for (const [type, some] of all)
        for (const example of some) {
          lines.push(`export const example${examples}: T.${type} = ${JSON.stringify(example)};`);
          examples += 1;
        }
      const file = `examples/${name.replace('/', '-')}.mts`;
      installed.file(file, `${lines.join('\n')}\n`);
      files.push(file);
    }
    expect(examples).toBeGreaterThan(3000);
    expect(await compile(files)).toBe('');
  });

  it('refuse what no definition allows', async () => {
    const wrong = [
      ['mcp/2025-11-25', 'Tool', { name: 'a', inputSchema: { type: 'string' } }],
      ['mcp-card/harn-v1', 'CardImplementation', { card: 5, name: 'a', version: '1' }],
      ['mcp-card/harn-v1', 'CardImplementation', { card: { protocolVersion: 'x' }, version: '1' }],
      ['a2a/0.3.0-harn', 'HarnAgentCard', { name: 'a' }],
      ['acp/0.12.2', 'ClientMessage', { jsonrpc: '2.0', id: 1, method: 'session/prompt' }],
      ['acp/0.12.2', 'SessionUpdate', { sessionUpdate: 'plan' }],
    ] as const;
    const lines = wrong.map(
      ([bundle, type, value], index) =>
        `// @ts-expect-error\nexport const wrong${index}: import('proctor/types/${bundle}').${type} = ${JSON.stringify(value)};`,
    );
    installed.file('wrong.mts', `${lines.join('\n')}\n`);
    expect(await compile(['wrong.mts'])).toBe('');
  });

  it('take tools as people write them', async () => {
    const schema = {
      ...{ type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'] },
      ...{ additionalProperties: false, $defs: {}, oneOf: [{ required: ['text'] }] },
    };
    const tool = { name: 'echo', inputSchema: schema, outputSchema: schema, 'x-own': true };
    const lines = ['2025-11-25', '2026-07-28', '2025-06-18', 'DRAFT-2026-v1'].map(
      (version, index) =>
        `export const tool${index}: import('proctor/types/mcp/${version}').Tool = ${JSON.stringify(tool)};`,
    );
    installed.file('tools.mts', `${lines.join('\n')}\n`);
    expect(await compile(['tools.mts'])).toBe('');
  });

  it('can be imported by programs in CommonJS and as ES modules', async () => {
    const names = bundles().map(([name]) => name);
    const imports = [...names, 'mcp', 'acp'].map(
      (name, index) => `import type * as T${index} from 'proctor/types/${name}';`,
    );
    const uses = `import type { Tool } from 'proctor/types/mcp';\nexport const tool: Tool = { name: 'a', inputSchema: { type: 'object' } };`;
    for (const ending of ['cts', 'mts']) installed.file(`all.${ending}`, `${imports.join('\n')}\n${uses}\n`);
    expect(await compile(['all.cts', 'all.mts'])).toBe('');
    const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarball)));
    const checked = await checkPackage(tarball, { entrypoints: ['types/mcp/2025-11-25', 'types/mcp'] });
    // Types without code resolve to no program, and that is meant.
    const problems = checked.types === false ? ['no types'] : checked.problems;
    const wrong = problems.filter(
      (one) => typeof one === 'string' || !('resolutionKind' in one) || one.resolutionKind !== 'node10',
    );
    expect(wrong).toEqual([]);
  });
});
