import { readFileSync } from 'node:fs';
import { count } from '../../../reports/words.js';
import { didYouMean } from '../../../src/json/suggest.js';
import { type Done, type InfoContext, printJson, printLines, soundCorpus, UsageError } from '../print.js';
import type { FileJudge, Invalid } from './judgement.js';
import { roleJudge } from './role.js';
import { schemaJudge, schemaNames } from './schema.js';

/**
 * `proctor validate ROLE|SCHEMA FILE…`: for a role, messages and transcripts by the rules that watch every run; for a schema
 * (`mcp/2025-11-25/Tool`, `case`, `target`, `report` …) JSON, YAML and NDJSON files by it; for `corpus` a folder with
 * `cases/`. Exit 0 where all is valid, 1 where something is not. Throws UsageError for an unknown role or schema and for a
 * file that can't be read.
 */
export async function validate(
  what: string,
  files: readonly string[],
  options: { json: boolean },
  context: InfoContext,
): Promise<Done> {
  const { judge, takes } = await judgeOf(what, context);
  const invalid: Invalid[] = [];
  const lines: string[] = [];
  for (const file of files) {
    const judged = await judge(file, takes === 'folder' ? '' : read(file));
    invalid.push(...judged.invalid);
    lines.push(...judged.invalid.flatMap(shown));
    const verdict = judged.invalid.length === 0 ? 'valid' : count(judged.invalid.length, 'problem');
    lines.push(`${file}: ${judged.what}: ${verdict}`);
  }
  if (options.json)
    printJson(
      context.io,
      'problems',
      invalid.map(({ excerpt: _excerpt, ...rest }) => rest),
    );
  else printLines(context.io, lines);
  return { exit: invalid.length > 0 ? 1 : 0 };
}

async function judgeOf(what: string, context: InfoContext): Promise<FileJudge> {
  const schema = await schemaJudge(what, context);
  if (schema) return schema;
  const corpus = await soundCorpus(context);
  const role = await roleJudge(what, corpus);
  if (role) return role;
  const names = [...corpus.roles.keys(), ...(await schemaNames(what))];
  const suggestion = didYouMean(what, names);
  throw new UsageError(
    `there is no role and no schema \`${what}\`${suggestion === undefined ? '' : `; ${suggestion}`}`,
  );
}

function read(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const causes: { [code: string]: string } = {
      ENOENT: 'does not exist',
      EISDIR: 'is a folder, not a file',
      EACCES: 'may not be read (no permission)',
      ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8 text',
    };
    throw new UsageError(`${file} ${causes[code ?? ''] ?? `can't be read: ${message}`}`);
  }
}

function shown({ file, line, col, message, excerpt }: Invalid): string[] {
  const where = line === undefined ? file : `${file}:${line}:${col ?? 1}`;
  return [`${where}  ${message}`, ...(excerpt === undefined || excerpt === '' ? [] : excerpt.split('\n'))];
}
