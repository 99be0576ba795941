import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { count } from '../../../reports/text/words.js';
import { stderr } from '../../../src/wire/output.js';
import type { LoadedCorpus } from '../../load/corpus.js';
import { formatOf } from '../../load/files/formats.js';
import { readFormat } from '../../load/files/read.js';
import { type Own, withOwn } from '../../load/own/own-corpus.js';
import { ownOf, ownOfLine } from '../../load/own/own-of-target.js';
import { ownContext, packageCorpus } from './package-corpus.js';

/** Target files that are taken where none is named. */
export const USUAL_FILES = ['proctor.yaml', 'proctor.yml'];

/**
 * The corpus of the package with the cases of a project: those of these paths, or without any those that the target file of the working
 * directory names. If something is wrong with the latter they are left out, and a line on stderr says so: nobody asked for them.
 */
export async function projectCorpus(cases: readonly string[]): Promise<LoadedCorpus> {
  const loaded = await packageCorpus();
  if (loaded.problems.length > 0) return loaded;
  if (cases.length > 0) {
    const { corpus, problems } = await withOwn(loaded.corpus, undefined, ownOfLine(cases), ownContext);
    return { ...loaded, corpus, problems };
  }
  const usual = await usualOwn();
  if (!usual) return loaded;
  const { corpus, problems } = await withOwn(loaded.corpus, undefined, usual.own, ownContext);
  if (problems.length === 0) return { ...loaded, corpus };
  const mistakes = count(problems.length, 'mistake');
  stderr.write(
    `proctor: left out the cases of ${usual.file}: ${mistakes} in them; \`proctor run --dry-run\` says which\n`,
  );
  return loaded;
}

/** What the target file of the working directory names of the project's own; undefined without a file, or with one that is wrong. */
export async function usualOwn(): Promise<ProjectFile | undefined> {
  const file = USUAL_FILES.find((name) => existsSync(name));
  return file === undefined ? undefined : ownOfFile(file);
}

interface ProjectFile {
  file: string;
  role: string;
  own: Own;
}

/** What a target file names of the project's own; undefined if it is not there, or is wrong. */
export async function ownOfFile(file: string): Promise<ProjectFile | undefined> {
  if (!existsSync(file)) return undefined;
  const { source, data } = readFormat(file, file, await formatOf('target'));
  return data && { file, role: data.role, own: ownOf(data, source, dirname(resolve(file))) };
}
