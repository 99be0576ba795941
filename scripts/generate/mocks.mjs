// The references as programs of one file each, for starts that cost little: `proctor mock ROLE` takes them where it needs
// neither script nor faults. Hundreds of modules, or chunks that all programs share, would take longer to load than to run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';

/** The roles of the corpus, with their role.yaml: each has a reference, which `src/protocols/PROTOCOL/SIDE/start.ts` starts. */
function references() {
  const files = readdirSync('cases', { recursive: true }).filter((file) => basename(file) === 'role.yaml');
  return files.map((file) => parse(readFileSync(join('cases', file), 'utf8')));
}

/**
 * Packs each reference with the command that runs it into `folder`/PROTOCOL-SIDE.cjs. Throws an Error where a file holds
 * anything but ASCII, for it is read as Latin-1: esbuild escapes what is in strings, not what is in regular expressions.
 */
export async function packMocks(folder) {
  await Promise.all(
    references().map(async ({ role }) => {
      const packed = only(role);
      await build({
        entryPoints: { [role.replace('/', '-')]: 'runner/cli/mock.ts' },
        outdir: folder,
        outExtension: { '.js': '.cjs' },
        bundle: true,
        format: 'cjs',
        platform: 'node',
        target: 'node20',
        external: ['ajv', 'ajv/*'],
        plugins: [packed.plugin],
        define: { 'import.meta.url': 'packedFile' },
        banner: { js: "const packedFile = require('node:url').pathToFileURL(__filename).href;" },
        legalComments: 'none',
        minifyWhitespace: true,
        logLevel: 'warning',
      });
      if (!packed.found())
        throw new Error(`src/protocols/${role.split('/')[0]}/index.ts does not import ${packed.start}`);
      const file = join(folder, `${role.replace('/', '-')}.cjs`);
      const [found] = /.{0,40}\P{ASCII}.{0,40}/u.exec(readFileSync(file, 'utf8')) ?? [];
      if (found !== undefined) throw new Error(`${file} may hold ASCII alone, and has: ${found}`);
    }),
  );
}

/** Leaves out what `packedMock` sends elsewhere: other roles, what plays against the role, and what reads files. */
function only(role) {
  const [protocol, side] = role.split('/');
  const start = `./${side}/start.js`;
  const optional = /^\.\/mock-faults\.js$|\/load\/script\.js$|\/border-log\.js$/;
  const roles = /src\/protocols\/([^/]+)\/index\.ts$/;
  let found = false;
  const plugin = {
    name: 'only',
    setup({ onResolve }) {
      onResolve({ filter: /\.js$/ }, ({ path, importer, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        const [, importing] = roles.exec(importer) ?? [];
        if (importing === protocol && path === start) {
          found = true;
          return undefined;
        }
        return importing !== undefined || optional.test(path) ? { path, external: true } : undefined;
      });
    },
  };
  return { plugin, start, found: () => found };
}

/** Runs each packed mock once and keeps beside it what V8 has compiled for that. */
export async function keepCode(bin) {
  const program = join(bin, 'proctor.mjs');
  const env = { ...process.env, PROCTOR_KEEP_CODE: '1' };
  await Promise.all(
    references().map(async ({ role, side, peer, opening }) => {
      const other = side === 'client' ? peer : undefined;
      const command = other === undefined ? [] : ['--', process.execPath, program, 'mock', other];
      const child = spawn(process.execPath, [program, 'mock', role, ...command], {
        env,
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      const first = opening && { jsonrpc: '2.0', id: 1, method: opening.request, params: opening.params };
      child.stdin.end(first === undefined ? '' : `${JSON.stringify(first)}\n`);
      const [code] = await once(child, 'exit');
      if (code !== 0)
        console.error(`the mock of ${role} ended with ${code}; ${basename(bin)} has no compiled code for it`);
    }),
  );
}
