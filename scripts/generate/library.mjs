// The library: `index.js` takes what the commands are packed with, `vitest.js` is a module of its own, and `types/` has the
// declarations of both, with those of every module that they name.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const ENTRIES = ['runner/lib/index.ts', 'runner/lib/vitest.ts'];

/**
 * Builds the library into `folder` and returns the paths of the modules in it. Throws if a declaration can't be made from its module
 * alone.
 */
export async function buildLibrary(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: { vitest: 'runner/lib/vitest.ts' },
    metafile: true,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['./index.js', 'vitest'],
    logLevel: 'warning',
  });
  const names = valuesOf(readFileSync('runner/lib/index.ts', 'utf8'));
  writeFileSync(
    join(folder, 'index.js'),
    [
      "import { createRequire } from 'node:module';",
      '',
      "const { library } = createRequire(import.meta.url)('../bin/commands.cjs');",
      `export const { ${names.join(', ')} } = library;`,
      '',
    ].join('\n'),
  );
  await declare(join(folder, 'types'));
  return Object.keys(metafile.inputs);
}

/** The names of the values that a module exports, in `export { … } from` alone. */
function valuesOf(source) {
  return [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
}

/** Writes the declarations of the entries, and of whatever these import. */
async function declare(folder) {
  // It takes longer to load than most that is built.
  const { default: ts } = await import('typescript');
  const compilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    declaration: true,
    strict: true,
    isolatedDeclarations: true,
    stripInternal: true,
  };
  const open = [...ENTRIES];
  const known = new Set(open);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const source = readFileSync(file, 'utf8');
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, { fileName: file, compilerOptions });
    const [wrong] = diagnostics;
    if (wrong) {
      const { line } = ts.getLineAndCharacterOfPosition(wrong.file, wrong.start);
      throw new Error(`${file}:${line + 1}: ${ts.flattenDiagnosticMessageText(wrong.messageText, ' ')}`);
    }
    const target = join(folder, file.replace(/\.ts$/, '.d.ts'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
    for (const [, path] of outputText.matchAll(/from '(\.[^']+)\.js'/g)) {
      const next = relative('.', join(dirname(file), `${path}.ts`));
      if (known.has(next) || !existsSync(next)) continue;
      known.add(next);
      open.push(next);
    }
  }
}
