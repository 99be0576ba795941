import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compileCorpus } from '../../runner/load/compile.js';
import { WarmProgram } from './warm.js';

const root = resolve(import.meta.dirname, '../..');

/** A copy of the program as users get it, whose cases are those of a test. */
export interface Kit {
  /** What is started. */
  program: string;
  /** The same in processes that play many calls. */
  warm: WarmProgram;
  /** Removes it. */
  remove(): void;
}

/**
 * Makes a copy of the built program that knows the registry of one protocol, the facts and the probe of one of its roles,
 * and of cases only those in a folder. Throws where these can't be loaded.
 *
 * @param role such as mcp/server
 * @param cases a folder of case files; those of its files that the role has too take the place of the role's
 */
export async function kitWith(role: string, cases: string): Promise<Kit> {
  const [protocol = ''] = role.split('/');
  const folder = mkdtempSync(join(tmpdir(), 'kit-'));
  const own = join(root, 'cases', protocol);
  const into = join(folder, 'cases', protocol);
  mkdirSync(join(folder, 'cases', role), { recursive: true });
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  rmSync(join(folder, 'dist/corpus'), { recursive: true });
  for (const name of readdirSync(own))
    if (name.endsWith('.yaml') && !name.startsWith('mutants')) cpSync(join(own, name), join(into, name));
  for (const name of ['role.yaml', 'fragments.yaml', 'common/probe.yaml'])
    cpSync(join(root, 'cases', role, name), join(folder, 'cases', role, name));
  cpSync(cases, join(folder, 'cases', role), { recursive: true });
  const { problems } = await compileCorpus(folder, join(folder, 'dist/corpus'));
  if (problems.length > 0)
    throw new Error(problems.map(({ file, place, message }) => `${file}:${place?.line} ${message}`).join('\n'));
  const program = join(folder, 'dist/bin/proctor.mjs');
  const warm = new WarmProgram(program);
  return {
    program,
    warm,
    remove: () => {
      warm.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
