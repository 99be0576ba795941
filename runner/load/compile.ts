import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus, FileProblem } from '../types.js';
import { compiledFile, compiledText, readCompiled } from './compiled.js';
import { loadCorpus } from './corpus.js';
import { foldersIn } from './registry.js';

/**
 * Loads every protocol below `cases/` of a folder and writes each into one JSON file, which `loadCorpus` reads in place of
 * the YAML files for as long as those do not change. Writes nothing where there are problems. Resolves with what it loaded,
 * too. Protocols that were compiled into the folder before, and have not changed since, are taken from there: whoever compiles
 * empties it first if the loader or the schemas have changed.
 *
 * @param root the folder that has `cases/`
 * @param into the folder to write to; it is made if need be
 * @throws the error of the file system where a file can't be written
 */
export async function compileCorpus(
  root: string,
  into: string,
): Promise<{ corpus: Corpus; problems: FileProblem[]; files: string[] }> {
  dropStale(root, into);
  const { corpus, problems } = await loadCorpus(root, { compiled: into });
  if (problems.length > 0) return { corpus, problems, files: [] };
  mkdirSync(into, { recursive: true });
  const files: string[] = [];
  for (const { name } of foldersIn(join(root, 'cases'))) {
    const file = compiledFile(into, name);
    if (existsSync(file)) continue;
    writeFileSync(file, compiledText(root, name, partOf(corpus, name)));
    files.push(file);
  }
  return { corpus, problems: [], files };
}

/** Removes the compiled form of each protocol that has changed, or that names another one which has: its cases were held against that. */
function dropStale(root: string, into: string): void {
  if (!existsSync(into)) return;
  const known = new Map(
    foldersIn(join(root, 'cases')).map(({ name }) => [name, readCompiled(root, name, into)?.names] as const),
  );
  const isWhole = (protocol: string) => known.get(protocol)?.every((name) => known.get(name) !== undefined) ?? false;
  for (const file of readdirSync(into).filter((name) => name.endsWith('.json')))
    if (!isWhole(file.slice(0, -'.json'.length))) rmSync(join(into, file));
}

/** What of a corpus comes from the files of one protocol. */
function partOf(corpus: Corpus, protocol: string): Corpus {
  const fromFile = ({ place }: { place: { file: string } }) => place.file.startsWith(`cases/${protocol}/`);
  const values = <T extends { place: { file: string } }>(map: Map<string, T>) =>
    new Map([...map].filter(([, value]) => fromFile(value)));
  const names = <T>(map: Map<string, T>) => new Map([...map].filter(([name]) => name.split('/')[0] === protocol));
  return {
    documents: names(corpus.documents),
    requirements: values(corpus.requirements),
    behaviors: names(corpus.behaviors),
    roles: values(corpus.roles),
    wire: corpus.wire.filter(fromFile),
    machines: names(corpus.machines),
    versions: names(corpus.versions),
    defaults: names(corpus.defaults),
    history: names(corpus.history),
    mutants: values(corpus.mutants),
    references: values(corpus.references),
    consequences: corpus.consequences.filter(fromFile),
    cases: corpus.cases.filter(fromFile),
    digests: names(corpus.digests),
  };
}
