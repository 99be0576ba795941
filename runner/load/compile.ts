import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileProblem } from '../types.js';
import { compiledFile, compiledText } from './compiled.js';
import { loadCorpus } from './corpus.js';
import { foldersIn } from './registry.js';

/**
 * Loads every protocol below `cases/` of a folder and writes each into one JSON file, which `loadCorpus` reads in place of
 * the YAML files for as long as those do not change. Writes nothing where there are problems.
 *
 * @param root the folder that has `cases/`
 * @param into the folder to write to; it is made if need be
 * @throws the error of the file system where a file can't be written
 */
export async function compileCorpus(root: string, into: string): Promise<{ problems: FileProblem[]; files: string[] }> {
  const { problems } = await loadCorpus(root);
  if (problems.length > 0) return { problems, files: [] };
  mkdirSync(into, { recursive: true });
  const files: string[] = [];
  for (const { name } of foldersIn(join(root, 'cases'))) {
    const { corpus } = await loadCorpus(root, { protocols: [name] });
    const file = compiledFile(into, name);
    writeFileSync(file, compiledText(root, name, corpus));
    files.push(file);
  }
  return { problems: [], files };
}
