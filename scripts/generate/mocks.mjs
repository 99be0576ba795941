// The references as programs of one file each, for starts that cost little: `proctor mock ROLE` takes them where it needs
// neither script nor faults. Hundreds of modules, or chunks that all programs share, would take longer to load than to run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { pack } from './pack.mjs';

/** The roles of the corpus, with their role.yaml: each has a reference, which `src/protocols/PROTOCOL/SIDE/start.ts` starts. */
function references() {
  const files = readdirSync('cases', { recursive: true }).filter((file) => basename(file) === 'role.yaml');
  return files.map((file) => parse(readFileSync(join('cases', file), 'utf8')));
}

/** Packs each reference with the command that runs it into `folder`/PROTOCOL-SIDE.cjs. */
export async function packMocks(folder) {
  await Promise.all(
    references().map(async ({ role }) => {
      const packed = only(role);
      await pack(folder, role.replace('/', '-'), 'runner/cli/mock.ts', { plugins: [packed.plugin] });
      if (!packed.found())
        throw new Error(`src/protocols/${role.split('/')[0]}/index.ts does not import ${packed.start}`);
    }),
  );
}

/** Leaves out what `packedMock` sends elsewhere: other roles, what plays against the role, and what reads files. */
function only(role) {
  const [protocol, side] = role.split('/');
  const start = `./${side}/start.js`;
  const optional = /^\.\/mock-(?:faults|watching)\.js$|\/load\/script\.js$|\/border-log\.js$/;
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

/** Cases of a server and a client, inside and on processes. */
const RUN = ['mcp.server.ping.answer', 'mcp.server.stdio.framing.crlf', 'acp.client.session.new'];

/**
 * Runs the packed commands and each packed mock that speaks over stdio once and keeps beside them what V8 has compiled for that.
 * Others serve many conversations from one start.
 */
export async function keepCode(bin) {
  const program = resolve(bin, 'proctor.mjs');
  // The mocks that the run starts keep theirs too, and those that come after it keep the right ones.
  await keep(program, ['run', '--self', ...RUN, '--reporter', 'json']);
  const overStdio = references().filter(({ transports }) => transports.includes('stdio'));
  await Promise.all(
    overStdio.map(async ({ role, side, peer, opening }) => {
      const other = side === 'client' ? peer : undefined;
      const command = other === undefined ? [] : ['--', process.execPath, program, 'mock', other];
      const first = opening && { jsonrpc: '2.0', id: 1, method: opening.request, params: opening.params };
      await keep(program, ['mock', role, ...command], first === undefined ? '' : `${JSON.stringify(first)}\n`);
    }),
  );
}

async function keep(program, args, input = '') {
  // Where a run may leave what it leaves.
  const folder = mkdtempSync(join(tmpdir(), 'proctor-build-'));
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, PROCTOR_KEEP_CODE: '1' },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  child.stdin.end(input);
  const [code] = await once(child, 'exit');
  rmSync(folder, { recursive: true });
  if (code !== 0) console.error(`proctor ${args.join(' ')} ended with ${code}; there is no compiled code for it`);
}
