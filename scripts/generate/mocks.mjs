// The references as programs, for starts that cost little: `proctor mock ROLE` takes them if it needs neither script nor faults.
// What most of them need is packed once, into common.cjs. Hundreds of modules would take longer to load than to run.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join, relative } from 'node:path';
import { parse } from 'yaml';
import { pack } from './pack.mjs';

const ENTRY = 'runner/cli/commands/mock/mock.ts';
/** The share of the references that must need a module for it to be packed once. */
const MOST = 2 / 3;

/** The roles of the corpus: each has a reference, which `src/protocols/PROTOCOL/SIDE/start.ts` starts. */
function roles() {
  const files = readdirSync('cases', { recursive: true }).filter((file) => basename(file) === 'role.yaml');
  return files.map((file) => parse(readFileSync(join('cases', file), 'utf8')).role);
}

/**
 * Packs each reference with the command that runs it into `folder`/PROTOCOL-SIDE.cjs, and returns the paths of the modules in all of
 * them.
 */
export async function packMocks(folder) {
  const names = roles();
  const needed = await Promise.all(
    names.map(async (role) => {
      const own = only(role);
      const modules = await pack(undefined, 'mock', ENTRY, { plugins: [own.plugin] });
      if (!own.found()) throw new Error(`src/protocols/${role.split('/')[0]}/index.ts does not import ${own.start}`);
      return modules;
    }),
  );
  const common = commonOf(needed);
  await packCommon(folder, common);
  await Promise.all(
    names.map((role) =>
      pack(folder, role.replace('/', '-'), ENTRY, { plugins: [only(role).plugin, elsewhere(common)] }),
    ),
  );
  return needed.flatMap((modules) => [...modules.keys()]);
}

/** The modules that most programs need and that need no module beside them. */
function commonOf(programs) {
  const counts = new Map();
  for (const module of programs.flatMap((modules) => [...modules.keys()]))
    counts.set(module, (counts.get(module) ?? 0) + 1);
  const imports = new Map(programs.flatMap((modules) => [...modules]));
  const common = new Set([...counts.keys()].filter((module) => counts.get(module) >= programs.length * MOST));
  const leadsOut = (module) => imports.get(module).some((path) => !common.has(path) && !isBuiltin(path));
  for (let size = 0; size !== common.size; ) {
    size = common.size;
    for (const module of common) if (leadsOut(module)) common.delete(module);
  }
  return common;
}

/** Packs modules into `folder`/common.cjs. Each runs when it is first asked for by its path. */
function packCommon(folder, modules) {
  const lines = [...modules].map(
    (module) => `  ${JSON.stringify(module)}: () => require(${JSON.stringify(`./${module}`)}),`,
  );
  const contents = `exports.modules = {\n${lines.join('\n')}\n};\n`;
  return pack(folder, 'common', { contents, resolveDir: process.cwd(), sourcefile: 'common.cjs' });
}

/** Takes the common modules from common.cjs. */
function elsewhere(common) {
  const own = {};
  return {
    name: 'elsewhere',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^[^/]/ }, async ({ path, pluginData, kind, ...from }) => {
        if (pluginData === own || kind === 'entry-point' || path === './common.cjs') return undefined;
        const { importer, namespace, resolveDir } = from;
        const found = await resolve(path, { kind, importer, namespace, resolveDir, pluginData: own });
        const module = relative(process.cwd(), found.path);
        return common.has(module) && !found.external ? { path: module, namespace: 'common' } : undefined;
      });
      onResolve({ filter: /^\.\/common\.cjs$/, namespace: 'common' }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /.*/, namespace: 'common' }, ({ path }) => ({
        contents: `module.exports = require('./common.cjs').modules[${JSON.stringify(path)}]();`,
        resolveDir: process.cwd(),
      }));
    },
  };
}

/** Leaves out what `packedMock` sends elsewhere: other roles, what plays against the role, and what reads files. */
function only(role) {
  const [protocol, side] = role.split('/');
  const start = `./${side}/start.js`;
  const optional =
    /^\.\/mock-(?:faults|watching|auth|talk)\.js$|\/mock\/trusted\.js$|\/load\/script\.js$|\/border-log\.js$/;
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
