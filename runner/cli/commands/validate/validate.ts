import { count } from '../../../../reports/text/words.js';
import { ReadError, readText } from '../../../../src/files/read.js';
import { didYouMean } from '../../../../src/json/suggest.js';
import { documents } from '../../../../src/protocols/documents.js';
import { meantBy } from '../../../../src/schemas/index.js';
import { type Done, type InfoContext, printJson, printLines, soundCorpus, UsageError } from '../../support/print.js';
import { documentJudge } from './document.js';
import { download, isAddress } from './download.js';
import type { FileJudge, Invalid, Observed } from './judgement.js';
import { roleJudge } from './role.js';
import { schemaJudge, schemaNames } from './schema.js';

/** How much of a file is read, in bytes: recordings may be large. */
const LARGEST = 256 * 1024 * 1024;

/**
 * `proctor validate ROLE|SCHEMA FILE…`: for a role, messages and recordings by the wire rules of both sides; for a schema
 * (`mcp/2025-11-25/Tool`, `case`, `target`, `report` …) JSON, YAML and NDJSON files by it; for `corpus` a folder with
 * `cases/`; for a document of a protocol (`a2a/card`) files and addresses. Exit 0 where all is valid, be there warnings or not, 1 where
 * something is not. Throws UsageError for an unknown role or schema and for a file that can't be read.
 */
export async function validate(
  what: string,
  files: readonly string[],
  options: { json: boolean; version?: string },
  context: InfoContext,
): Promise<Done> {
  const { judge, takes, wellKnown } = await judgeOf(what, context, options.version);
  const invalid: Invalid[] = [];
  const seen: Observed[] = [];
  const unseen: Observed[] = [];
  const lines: string[] = [];
  for (const file of files) {
    const { name, text } = await source(file, { takes, wellKnown });
    const judged = await judge(name, text);
    for (const one of judged.invalid) {
      invalid.push(one);
      for (const line of shown(one)) lines.push(line);
    }
    const { observed = [], notObserved = [] } = judged;
    seen.push(...observed);
    unseen.push(...notObserved);
    lines.push(...requirementLines(`${name}: observed of`, observed));
    lines.push(
      ...requirementLines(`${name}: not observed of`, notObserved),
      `${name}: ${judged.what}: ${verdict(judged.invalid)}`,
    );
  }
  if (options.json)
    printJson(context.io, {
      problems: invalid.map(({ excerpt: _excerpt, ...rest }) => rest),
      ...(seen.length > 0 ? { observed: seen } : {}),
      ...(unseen.length > 0 ? { notObserved: unseen } : {}),
    });
  else printLines(context.io, lines);
  return { exit: invalid.some(({ warning }) => !warning) ? 1 : 0 };
}

/** One line a role: requirements of its wire rules. */
function requirementLines(what: string, all: readonly Observed[]): string[] {
  const roles = [...new Set(all.map(({ role }) => role))];
  return roles.map((one) => {
    const ids = all.filter(({ role }) => role === one).map(({ requirement }) => requirement);
    return `${what} ${one}: ${ids.join(', ')}`;
  });
}

function verdict(invalid: readonly Invalid[]): string {
  const warnings = invalid.filter(({ warning }) => warning).length;
  const problems = invalid.length - warnings;
  const said = problems === 0 ? 'valid' : count(problems, 'problem');
  return warnings === 0 ? said : `${said}, ${count(warnings, 'warning')}`;
}

/** The text that a name on the command line stands for, and where it was found. */
async function source(
  file: string,
  { takes, wellKnown }: Pick<FileJudge, 'takes' | 'wellKnown'>,
): Promise<{ name: string; text: string }> {
  if (takes === 'folder') return { name: file, text: '' };
  return wellKnown !== undefined && isAddress(file) ? download(file, wellKnown) : { name: file, text: read(file) };
}

async function judgeOf(what: string, context: InfoContext, version: string | undefined): Promise<FileJudge> {
  const ofDocument = documentJudge(what, version);
  if (ofDocument) return ofDocument;
  const ofSchema = await schemaJudge(what, context);
  if (ofSchema) {
    if (version !== undefined) throw new UsageError(`--version is for roles and cards; the name ${what} says all`);
    return ofSchema;
  }
  const corpus = await soundCorpus(context);
  const role = roleJudge(what, corpus, version);
  if (role) return role;
  const names = [...corpus.roles.keys(), ...Object.keys(documents), ...(await schemaNames(what))];
  const suggestion = didYouMean(what, names);
  throw new UsageError(`there is no role and no schema \`${what}\`; ${suggestion ?? meantBy(what)}`);
}

function read(file: string): string {
  try {
    return readText(file === '-' ? '/dev/stdin' : file, { most: LARGEST, named: true });
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    throw new UsageError(`${file} ${error.code === 'EISDIR' ? 'is a folder, not a file' : error.reason}`);
  }
}

function shown({ file, line, col, message, excerpt, warning }: Invalid): string[] {
  const where = line === undefined ? file : `${file}:${line}:${col ?? 1}`;
  return [
    `${where}  ${warning ? 'warning: ' : ''}${message}`,
    ...(excerpt === undefined || excerpt === '' ? [] : excerpt.split('\n')),
  ];
}
