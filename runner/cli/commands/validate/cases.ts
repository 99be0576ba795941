import { existsSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { formatOf } from '../../../load/files/formats.js';
import { judgeFormat } from '../../../load/files/read.js';
import { parseYaml } from '../../../load/files/yaml.js';
import { type Own, withOwn } from '../../../load/own/own-corpus.js';
import { type Named, ownFiles, shownFrom } from '../../../load/own/own-files.js';
import type { FileProblem } from '../../../types.js';
import { packageRoot } from '../../root.js';
import { ownContext, packageCorpus } from '../../support/package-corpus.js';
import { usualOwn } from '../../support/project-corpus.js';
import { asInvalid, type Judged } from './judgement.js';

/**
 * Judges a case file as a run reads it: by its schema, and by the fragments, requirements, behaviors, methods and roles that it names, of
 * Proctor and of the project. The project is what the target file of the working directory names, if that includes the case file, else what
 * lies beside it. Text from stdin is judged by its schema alone.
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
  // Mistakes in what the cases name count as well, those in other case files don't.
  const others = new Set(
    ownFiles(own.named).files.flatMap((one) => (one.kind === 'cases' && one.path !== path ? one.path : [])),
  );
  const about = extended.problems.filter((one) => !others.has(resolve(one.file)));
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

const judged = (problems: readonly FileProblem[]): Judged => ({ what: 'case file', invalid: problems.map(asInvalid) });
