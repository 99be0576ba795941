import { existsSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { formatOf } from '../../../load/files/formats.js';
import { judgeFormat } from '../../../load/files/read.js';
import { parseYaml } from '../../../load/files/yaml.js';
import { type Own, withOwn } from '../../../load/own/own-corpus.js';
import { type Named, shownFrom } from '../../../load/own/own-files.js';
import type { FileProblem } from '../../../types.js';
import { packageRoot } from '../../root.js';
import { ownContext, packageCorpus } from '../../support/package-corpus.js';
import { usualOwn } from '../../support/project-corpus.js';
import { asInvalid, type Judged } from './judgement.js';

/**
 * Judges a case file as a run reads it: by its schema, and by what it names: fragments, requirements, behaviors, methods and roles, of the
 * kit and of the project. These are what the target file of the working directory names where that includes the file, else what stands
 * beside it. A file that is no regular one is judged by its schema alone.
 */
export async function judgeCases(file: string, text: string): Promise<Judged> {
  const { source, problems } = parseYaml(file, text);
  const format = judgeFormat(source, problems, await formatOf('case'));
  if (format.problems.length > 0 || !existsSync(file)) return judged(format.problems);
  const path = resolve(file);
  const { corpus, problems: ofKit } = await packageCorpus();
  const isOfKit = path.startsWith(join(packageRoot, 'cases') + sep);
  if (isOfKit) return judged(ofKit.filter((one) => resolve(packageRoot, one.file) === path));
  const own = await ownOfCase(path);
  const extended = await withOwn(corpus, [String(format.data?.role)], own, ownContext);
  const about = extended.problems.filter((one) => isAbout(one, path));
  return judged(about.map((one) => (resolve(one.file) === path ? { ...one, file } : one)));
}

/** The file itself, and what its cases may name. */
async function ownOfCase(path: string): Promise<Own> {
  const usual = await usualOwn();
  const holds = usual?.own.named.some(
    (one) => one.as === 'cases' && (one.path === path || path.startsWith(`${one.path}${sep}`)),
  );
  if (usual && holds) return usual.own;
  const folder = dirname(path);
  const beside = ['fragments', 'behaviors', 'requirements', 'sources'].flatMap((name) =>
    ['yaml', 'yml'].map((ending) => join(folder, `${name}.${ending}`)).filter(existsSync),
  );
  const schemas = join(folder, 'schemas');
  return {
    named: [
      ...[...beside, path].map((one) => named(one, 'cases')),
      ...(existsSync(schemas) ? [named(schemas, 'schemas')] : []),
    ],
  };
}

const named = (path: string, as: Named['as']): Named => ({
  path,
  as,
  problem: (message) => ({ file: shownFrom(path), message, excerpt: '' }),
});

/** What is wrong with what the file names may keep its cases from meaning anything, so it is told too, except of other cases. */
const isAbout = ({ file, message }: FileProblem, path: string) =>
  resolve(file) === path ||
  (!message.startsWith('the id') &&
    /\/(fragments|behaviors|requirements|sources|methods)\.ya?ml$|\/schemas\//.test(file));

const judged = (problems: readonly FileProblem[]): Judged => ({ what: 'case file', invalid: problems.map(asInvalid) });
