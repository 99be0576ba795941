// The pages that Proctor serves, as files that need nothing else: in dist/web an HTML file for each, with its script, its styles, and the chunks that
// the script loads when they are used. The scripts of the pages that are one file, each in one piece. And what renders the page of a report.
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const PAGES = ['inspector', 'hosted'];

/** Node's `crypto` has a browser's in its place. */
const browserCrypto = {
  name: 'browser-crypto',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/crypto\.js$/ }, ({ resolveDir }) =>
      resolveDir === resolve('src/json') ? { path: resolve('src/ui/browser/crypto.ts') } : undefined,
    ),
};

/** Builds the pages into `folder` and returns the paths of the modules in them. */
export async function buildWeb(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const page of PAGES) copyFileSync(`src/ui/${page}/${page}.html`, join(folder, `${page}.html`));
  const common = {
    outdir: folder,
    bundle: true,
    minify: true,
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
  };
  const browser = {
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'src/ui/tsconfig.json',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [browserCrypto],
  };
  const [scripts, saved, report, renderer] = await Promise.all([
    build({
      ...common,
      entryPoints: Object.fromEntries(PAGES.map((page) => [page, `src/ui/${page}/main.tsx`])),
      chunkNames: '[name]-[hash]',
      splitting: true,
      format: 'esm',
      ...browser,
    }),
    build({ ...common, entryPoints: { saved: 'src/ui/inspector/saved.tsx' }, format: 'iife', ...browser }),
    build({ ...common, entryPoints: { report: 'src/ui/report/script.ts' }, format: 'iife', ...browser }),
    build({
      ...common,
      entryPoints: { 'report-page': 'src/ui/report/render.tsx' },
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
      ...browser,
      platform: 'node',
      target: 'node20',
    }),
    build({
      ...common,
      entryPoints: Object.fromEntries([...PAGES, 'report'].map((page) => [page, `src/ui/${page}/${page}.css`])),
      target: 'es2022',
    }),
  ]);
  for (const [name, end] of [
    ['saved.js', /<\/script|<!--/i],
    ['inspector.css', /<\/style|<!--/i],
    ['report.js', /<\/script|<!--/i],
    ['report.css', /<\/style|<!--/i],
  ])
    if (end.test(readFileSync(join(folder, name), 'utf8'))) throw new Error(`${name} would end its element in a page`);
  return [...new Set([scripts, saved, report, renderer].flatMap(({ metafile }) => Object.keys(metafile.inputs)))];
}
