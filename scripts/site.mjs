// `npm run site` builds the site into dist-site/www: the docs, a page for each schema, the requirements by area and, if there is a folder
// results/, what is in it. It needs no network, and fails if a link leads nowhere. `--base /proctor/` is for a site below an address.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { writeContent } from './site/content.mjs';
import { brokenLinks } from './site/links.mjs';

process.chdir(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
const at = process.argv.indexOf('--base');
const base = at > 0 ? process.argv[at + 1] : '/';
if (!/^\/(?:[\w.~-]+\/)*$/.test(base ?? '')) {
  console.error('--base takes a path that begins and ends with a slash, such as /proctor/');
  process.exit(2);
}

const folder = resolve('dist-site');
const content = join(folder, 'content');
const outDir = join(folder, 'www');
rmSync(content, { recursive: true, force: true });
rmSync(outDir, { recursive: true, force: true });
const built = join(folder, 'schemas');
execFileSync(process.execPath, ['dist/bin/proctor.mjs', 'schemas', 'build', '--out', built, '--no-types'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const site = writeContent({ content, built });
const options = { base, outDir, cacheDir: join(folder, 'cache'), ...site };
mkdirSync(join(content, '.vitepress'), { recursive: true });
writeFileSync(
  join(content, '.vitepress/config.mjs'),
  `import { config } from '../../../scripts/site/config.mjs';\nexport default config(${JSON.stringify(options)});\n`,
);
mkdirSync(join(content, '.vitepress/theme'));
writeFileSync(
  join(content, '.vitepress/theme/index.mjs'),
  "export { default } from 'vitepress/theme';\nimport '../../../../scripts/site/theme.css';\n",
);
await build(content);
const broken = brokenLinks(outDir, base);
for (const line of broken) console.error(line);
if (broken.length > 0) process.exitCode = 1;
else console.log(`${site.pages} pages in dist-site/www`);
