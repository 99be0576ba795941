import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file that shall be there. */
export interface PlannedFile {
  path: string;
  text: string;
}

/** A file that can't be written, with the reason. */
export class WriteError extends Error {}

/**
 * Writes files, all or none: each is written beside its place first and moved there when all are. Files that have their text already
 * are left alone. Returns the paths that were written. Throws WriteError.
 */
export function writeAll(files: readonly PlannedFile[]): string[] {
  const due = files.filter(({ path, text }) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  const drafts: { draft: string; path: string }[] = [];
  try {
    for (const { path, text } of due) {
      mkdirSync(dirname(path), { recursive: true });
      const draft = draftOf(path);
      drafts.push({ draft, path });
      writeFileSync(draft, text);
    }
    for (const { draft, path } of drafts) renameSync(draft, path);
  } catch (error) {
    throw new WriteError(`can not be written: ${(error as Error).message}`);
  } finally {
    for (const { draft } of drafts) rmSync(draft, { force: true });
  }
  return due.map(({ path }) => path);
}

/** Where a file stands until it is whole. In its folder, so that it can be moved, and read with the same relative paths. */
export const draftOf = (path: string) => `${path}.${process.pid}.tmp`;
