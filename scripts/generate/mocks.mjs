// The references as programs of one file each, for starts that cost little: `proctor mock ROLE` takes them where it needs
// neither script nor faults. Hundreds of modules, or chunks that all programs share, would take longer to load than to run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { parse } from 'yaml';

const REGISTRY = 'src/protocols/index.ts';

/** The roles of the registry, with the module that starts the reference of each. */
function references() {
  const found = readFileSync(REGISTRY, 'utf8').matchAll(
    /'([a-z]+\/[a-z]+)': \{[^}]*?reference: async \(\) => \(await import\('([^']+)'\)\)/g,
  );
  const all = [...found].map(([, role, start]) => ({ role, start }));
  if (all.length === 0) throw new Error(`${REGISTRY} names no references in the form that the build reads`);
  return all;
}

/**
 * Packs each reference with the command that runs it into `folder`/PROTOCOL-SIDE.cjs. Throws an Error where a file holds
 * anything but ASCII, for it is read as Latin-1: esbuild escapes what is in strings, not what is in regular expressions.
 */
export async function packMocks(folder) {
  await Promise.all(
    references().map(async ({ role, start }) => {
      await build({
        entryPoints: { [role.replace('/', '-')]: 'runner/cli/mock.ts' },
        outdir: folder,
        outExtension: { '.js': '.cjs' },
        bundle: true,
        format: 'cjs',
        platform: 'node',
        target: 'node20',
        external: ['ajv', 'ajv/*'],
        plugins: [only(start)],
        define: { 'import.meta.url': 'packedFile' },
        banner: { js: "const packedFile = require('node:url').pathToFileURL(__filename).href;" },
        legalComments: 'none',
        minifyWhitespace: true,
        logLevel: 'warning',
      });
      const file = join(folder, `${role.replace('/', '-')}.cjs`);
      const [found] = /.{0,40}\P{ASCII}.{0,40}/u.exec(readFileSync(file, 'utf8')) ?? [];
      if (found !== undefined) throw new Error(`${file} may hold ASCII alone, and has: ${found}`);
    }),
  );
}

/** Leaves out what `packedMock` sends elsewhere: other roles, and what reads files. */
function only(start) {
  const optional = /^\.\/mock-faults\.js$|\/load\/script\.js$|\/border-log\.js$/;
  return {
    name: 'only',
    setup({ onResolve }) {
      onResolve({ filter: /\.js$/ }, ({ path, importer, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        const foreign = importer.endsWith(REGISTRY) && path !== start;
        return foreign || optional.test(path) ? { path, external: true } : undefined;
      });
    },
  };
}

const HELLO = {
  acp: { protocolVersion: 1, clientCapabilities: {} },
  mcp: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
};

/** Runs each packed mock once and keeps beside it what V8 has compiled for that. */
export async function keepCode(bin) {
  const program = join(bin, 'proctor.mjs');
  const env = { ...process.env, PROCTOR_KEEP_CODE: '1' };
  await Promise.all(
    references().map(async ({ role }) => {
      const [protocol] = role.split('/');
      const { side, peer } = parse(readFileSync(`cases/${role}/role.yaml`, 'utf8'));
      const other = side === 'client' ? peer : undefined;
      const command = other === undefined ? [] : ['--', process.execPath, program, 'mock', other];
      const child = spawn(process.execPath, [program, 'mock', role, ...command], {
        env,
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      const params = HELLO[protocol] ?? {};
      child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      const [code] = await once(child, 'exit');
      if (code !== 0)
        console.error(`the mock of ${role} ended with ${code}; ${basename(bin)} has no compiled code for it`);
    }),
  );
}
