// `npm run pack:schemas`: a package of the schemas, types and OpenRPC documents alone, for those who need no Proctor. It is made of dist/ in
// dist-schemas/, and packed there by `npm pack`. Prints the tarball, and exits 1 if it is larger than `MOST`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of the tarball. */
const MOST = 1_000_000;
const FOLDER = 'dist-schemas';
const PARTS = ['schemas', 'types', 'openrpc'];

/** What the package of Proctor exports, without its dist/. */
const hereOf = (exported) => JSON.parse(JSON.stringify(exported).replaceAll('./dist/', './'));

process.chdir(join(import.meta.dirname, '..'));
const { version, license, engines, exports: ours } = JSON.parse(readFileSync('package.json', 'utf8'));
const { bundles } = JSON.parse(readFileSync('dist/index.json', 'utf8'));
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
for (const part of PARTS) cpSync(join('dist', part), join(FOLDER, part), { recursive: true });
for (const file of ['index.json', 'catalog.json']) copyFileSync(join('dist', file), join(FOLDER, file));
copyFileSync('LICENSE', join(FOLDER, 'LICENSE'));
const write = (name, text) => writeFileSync(join(FOLDER, name), text);
write(
  'package.json',
  `${JSON.stringify(
    {
      name: 'proctor-schemas',
      version,
      description: 'JSON Schemas, TypeScript types and OpenRPC documents of MCP, ACP, A2A, the Harn bridge and truST',
      license,
      engines,
      exports: {
        ...Object.fromEntries(PARTS.map((part) => [`./${part}/*`, hereOf(ours[`./${part}/*`])])),
        './index.json': './index.json',
        './catalog.json': './catalog.json',
        './package.json': './package.json',
      },
      files: [...PARTS, 'index.json', 'catalog.json'],
    },
    null,
    2,
  )}\n`,
);
const rows = bundles
  .filter(({ kind }) => kind === 'protocol')
  .map(({ bundle, title }) => `| \`${bundle}\` | ${title} |`);
write(
  'README.md',
  `# proctor-schemas

JSON Schemas of agent protocols, one bundle for each version, with TypeScript types and OpenRPC documents. Proctor judges
implementations by them.

\`\`\`js
import schema from 'proctor-schemas/schemas/mcp/2025-11-25.json' with { type: 'json' };
\`\`\`

\`\`\`ts
import type { Tool } from 'proctor-schemas/types/mcp/2025-11-25';
\`\`\`

\`index.json\` lists all bundles with their origin and digest.

| bundle | title |
| --- | --- |
${rows.join('\n')}
`,
);
const { status, stdout, stderr } = spawnSync('npm', ['pack', '--json', '--ignore-scripts'], {
  cwd: FOLDER,
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
if (status !== 0) throw new Error(`npm pack failed:\n${stderr}`);
const [file] = /[\w.-]+\.tgz/.exec(stdout);
const { size } = statSync(join(FOLDER, file));
console.log(
  `${FOLDER}/${file}: ${(size / 1000).toFixed(0)} kB of at most ${MOST / 1000} kB, ${bundles.length} bundles`,
);
if (size > MOST) process.exitCode = 1;
