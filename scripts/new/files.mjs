// What a scaffold writes: files that are not there yet, and lines in files that are. Nothing is written before all of it is known.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMap, isSeq, parseDocument } from 'yaml';

/** What somebody asked for that can't be written: the message says why, and what to do. */
export class NewError extends Error {}

export class Files {
  #texts = new Map();
  #added = [];

  /** A file that must not be there. */
  create(path, text) {
    if (existsSync(path)) throw new NewError(`${path} is there already; choose another name, or edit the file`);
    this.#texts.set(path, text);
    this.#added.push(`wrote ${path}`);
  }

  /** The text of a file, with what is added to it already. Throws NewError if it is not there. */
  text(path) {
    if (this.#texts.has(path)) return this.#texts.get(path);
    if (!existsSync(path)) throw new NewError(`${path} is not there, and an entry belongs into it`);
    return readFileSync(path, 'utf8');
  }

  /** Puts lines before the first line that fits, or after it; with `from` the first one below a line that fits that. */
  addLines(path, lines, { before, after, from }) {
    const all = this.text(path).split('\n');
    const start = from === undefined ? 0 : all.findIndex((line) => from.test(line));
    const index = all.findIndex((line, at) => at >= start && (before ?? after).test(line));
    if (index < 0)
      throw new NewError(`${path} has no line like ${before ?? after}; add this yourself:\n${lines.join('\n')}`);
    return this.#insert(path, all, before ? index : index + 1, lines);
  }

  /** Puts an entry at the end of the list `key` of a YAML file; returns the line where it is. */
  addEntry(path, key, lines) {
    const text = this.text(path);
    const { contents, errors } = parseDocument(text);
    const list = isMap(contents) ? contents.get(key) : undefined;
    const [first, last] = isSeq(list) && !list.flow ? [list.items[0], list.items.at(-1)] : [];
    if (errors.length > 0 || !first)
      throw new NewError(
        `${path} has no list of \`${key}\` in lines; mend it, or add this yourself:\n${lines.join('\n')}`,
      );
    const lineStart = text.lastIndexOf('\n', first.range[0] - 1) + 1;
    const indent = ' '.repeat(Math.max(0, first.range[0] - lineStart - '- '.length));
    const all = text.split('\n');
    const end = text.slice(0, last.range[1]).trimEnd().split('\n').length;
    const blank = all.slice(0, end).includes('') && key === 'cases' ? [''] : [];
    const entry = lines.map((line) => (line === '' ? '' : `${indent}${line}`));
    return this.#insert(path, all, end, [...blank, ...entry]) + blank.length;
  }

  /** Replaces what fits in a file. */
  replace(path, pattern, change) {
    this.#texts.set(path, this.text(path).replace(pattern, change));
  }

  #insert(path, all, index, lines) {
    this.#texts.set(path, all.toSpliced(index, 0, ...lines).join('\n'));
    this.#added.push(`added to ${path}:${index + 1}`);
    return index + 1;
  }

  /** Writes all; returns a line for each change. */
  write() {
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return this.#added;
  }
}

/** What was written, and the next steps: what to do, and under it the command to run. */
export function nextSteps(files, steps) {
  const lines = steps.flatMap(({ say, run = [] }, index) => [
    `${index + 1}. ${say}`,
    ...[run].flat().map((command) => `     ${command}`),
  ]);
  return [...files.write(), '', 'Next:', ...lines];
}
