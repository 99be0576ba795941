// Builds dist/: the bundled programs, the schema bundles, the validators. With `--changed` only if a source has changed since; with
// `--corpus` only what is made from cases/, when nothing else has changed.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { buildSchemas } from './generate/bundles.mjs';
import { buildLibrary } from './generate/library.mjs';
import { packMocks } from './generate/mocks.mjs';
import { pack } from './generate/pack.mjs';
import { printingProblems } from './generate/printing.mjs';
import { stampOf } from './generate/stamp.mjs';
import { writeThirdParty } from './generate/third-party.mjs';
import { compileOwnSchemas } from './generate/validators.mjs';
import { buildWeb } from './generate/web.mjs';
import { builtSource, importSource } from './import-source.mjs';

const root = new URL('..', import.meta.url).pathname;
process.chdir(root);
/** What the last build that came to its end was made from. */
const STAMP = 'dist/stamp';
const stamp = stampOf(root);
if (process.argv.includes('--changed') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) process.exit();
rmSync(STAMP, { force: true });
const isCorpusAlone = process.argv.includes('--corpus') && existsSync('dist/bin');
// Before anything is removed: broken schemas leave the programs of the last build.
if (!isCorpusAlone) await printingProblems(() => buildSchemas('dist'));
for (const folder of [...(isCorpusAlone ? [] : ['dist/bin']), 'dist/own-schemas'])
  if (existsSync(folder)) rmSync(folder, { recursive: true });
if (!isCorpusAlone) await buildPrograms();

// What references and behaviors say of arguments, compiled: Ajv takes longer to start than a reference.
const { ownSchemas } = await importSource('src/protocols/mcp/server/own-schemas.ts');
mkdirSync('dist/own-schemas', { recursive: true });
await putSchemas('', [...ownSchemas, ...givenSchemas()]);

// The corpus as data: reading it from YAML takes longer than most runs. The compiler is the kit's own loader.
const LOADER = 'runner/load/compile.ts';
const { compileCorpus } = await importSource(LOADER);
keepCorpusOf(loaderDigest());
const { corpus, problems } = await compileCorpus(root, 'dist/corpus');
for (const { file, place, message } of problems)
  console.error(`${file}:${place?.line ?? 0}:${place?.col ?? 0}  ${message}`);
if (problems.length > 0) process.exitCode = 1;
else await putSchemas('cases-', caseSchemas(corpus));
copyProfiles();
if (problems.length === 0) writeFileSync(STAMP, stamp);

/** The lists of requirements of the releases. */
function copyProfiles() {
  rmSync('dist/profiles', { recursive: true, force: true });
  if (existsSync('profiles')) cpSync('profiles', 'dist/profiles', { recursive: true });
}

/** What a compiled protocol is made by: the code of the loader, the schemas that it judges files by, and the methods of the protocols. */
function loaderDigest() {
  const hash = createHash('sha256').update(readFileSync(builtSource(LOADER)));
  for (const folder of ['dist/validators', 'dist/methods', 'dist/schemas'])
    for (const { parentPath, name } of filesBelow(folder))
      hash.update(`${name}\0`).update(readFileSync(join(parentPath, name)));
  return hash.digest('hex');
}

/** Empties the compiled corpus, unless this loader made it: then it compiles only what has changed. */
function keepCorpusOf(digest) {
  const file = 'dist/corpus/loader';
  if (existsSync(file) && readFileSync(file, 'utf8') === digest) return;
  rmSync('dist/corpus', { recursive: true, force: true });
  mkdirSync('dist/corpus');
  writeFileSync(file, digest);
}

/** Without what V8 compiled of them. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.code'));
}

/** The programs and the library, with what is known of the packages in them. */
async function buildPrograms() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const program = {
    outdir: 'dist/bin',
    bundle: true,
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    minifyWhitespace: true,
    metafile: true,
    logLevel: 'warning',
  };
  /** Packs a program and returns the paths of the modules in it. */
  const packed = async (name, entry, options) => [...(await pack('dist/bin', name, entry, options)).keys()];
  const [main, shim, ...others] = await Promise.all([
    build({
      ...program,
      entryPoints: { proctor: 'runner/cli/main.ts' },
      external: ['json-schema-to-typescript', 'lmdb'],
      outExtension: { '.js': '.mjs' },
      format: 'esm',
      define: { PROCTOR_VERSION: JSON.stringify(version) },
    }),
    // What is started as a program of its own. CommonJS starts faster, and a run over clients starts a shim for each.
    build({
      ...program,
      entryPoints: {
        shim: 'src/conversation/peer/shim.ts',
        'store-check': 'src/workspace/store/store-check.ts',
        watchdog: 'runner/cli/ending/watchdog-thread.ts',
      },
      external: ['lmdb'],
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
    }),
    packed('commands', 'runner/lib/packed.ts', { define: { PROCTOR_VERSION: JSON.stringify(version) } }),
    // Judges by the schemas of others, in a thread: `src/schemas/worker/judge.ts` starts it.
    packed('judge', 'src/schemas/worker/program.ts'),
    packMocks('dist/bin/mocks'),
    buildLibrary('dist/lib'),
    buildWeb('dist/web'),
  ]);
  const modules = [main, shim].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeThirdParty('dist', [...modules, ...others.flat()]);
  chmodSync('dist/bin/proctor.mjs', 0o755);
}

/** Compiles schemas into dist/own-schemas, whose files `src/schemas/compile.ts` asks for in the order of `BUILT`. */
async function putSchemas(prefix, schemas) {
  for (const [name, code] of Object.entries(await compileOwnSchemas(schemas))) {
    const file = `dist/own-schemas/${prefix}${name}.cjs`;
    writeFileSync(file, code);
  }
}

/**
 * The schemas that stand in the steps of cases and in what configures their peers, but for those that a compiler of their dialect
 * has to itself.
 */
function caseSchemas({ cases }) {
  const found = [];
  const collect = (value, members) => {
    if (value === null || typeof value !== 'object') return;
    for (const [name, inner] of Object.entries(value)) {
      if (!members.includes(name)) collect(inner, members);
      else if (inner !== null && typeof inner === 'object') {
        const text = JSON.stringify(inner, (_, one) => (typeof one === 'bigint' ? Number(one) : one));
        if (!/"\$id"|"\$schema":|"\$\{/.test(text)) found.push(JSON.parse(text));
      }
    }
  };
  for (const { steps, peer } of cases) {
    collect(steps, ['$schema']);
    collect(peer, ['inputSchema', 'outputSchema']);
  }
  return found;
}

/** The schemas of what the behaviors of all protocols give. */
function givenSchemas() {
  const files = readdirSync('cases').map((protocol) => `cases/${protocol}/behaviors.yaml`);
  const read = files.filter((file) => existsSync(file)).map((file) => parse(readFileSync(file, 'utf8')));
  const behaviors = read.flatMap((file) => Object.values(file?.behaviors ?? {}));
  return behaviors.flatMap(({ gives = {} }) => Object.values(gives));
}
