import { dirname, join, relative, sep } from 'node:path';
import { isMap, isSeq, type Pair, parseDocument, type Scalar, stringify, type YAMLMap, type YAMLSeq } from 'yaml';
import { ReadError, readText } from '../../src/files/read.js';
import { schemaPath } from '../load/files/schema-path.js';
import type { Corpus } from '../types.js';
import { type CaseTemplate, TEMPLATES } from './templates.js';

/** A case that is to be written. */
export interface NewCase {
  id: string;
  role: string;
  /** Where the cases of the project lie; absolute. */
  folder: string;
  title: string;
  /** An existing requirement; by default a new one is written. */
  requirement?: string;
  /** Its steps. Default: first ones of its role. */
  template?: CaseTemplate;
  /** The target file that shall name the folder, absolute; unset where none is there, or one does. */
  target?: string;
}

/** A file with the text that it shall have. */
export interface FileText {
  path: string;
  text: string;
}

/** What can't be done with the files that are there: the message says which, and what to do. */
export class NewCaseError extends Error {}

/**
 * The files of a new case: the case file, with the case behind those that are in it, `requirements.yaml` where the requirement is new, and
 * the target file. Throws NewCaseError.
 */
export function newCase(wanted: NewCase, corpus: Corpus): { files: FileText[]; caseFile: string; requirement: string } {
  const { id, folder, target } = wanted;
  const requirement = wanted.requirement ?? freeRequirement(id, corpus);
  const parts = id.split('.');
  const caseFile = join(folder, `${parts.length > 2 ? parts.at(-2) : parts[0]}.yaml`);
  const template = [wanted.role, ...(corpus.roles.get(wanted.role)?.extends ?? [])].flatMap(
    (role) => TEMPLATES[role] ?? [],
  );
  const files = [{ path: caseFile, text: withCase(caseFile, wanted, requirement, wanted.template ?? template[0]!) }];
  if (wanted.requirement === undefined) {
    const path = join(folder, 'requirements.yaml');
    files.push({ path, text: withRequirement(path, requirement, wanted) });
  }
  if (target !== undefined) files.push({ path: target, text: withFolder(target, folder) });
  return { files, caseFile, requirement };
}

/** The first free number of the requirements that are named as the case is: `ORDERS-EXPORT-03` for `orders.export.rows`. */
function freeRequirement(id: string, { requirements }: Corpus): string {
  const words = id.split('.').map((part) => part.toUpperCase().replaceAll(/[^A-Z0-9]+/g, ''));
  const area = words.slice(0, Math.max(1, Math.min(2, words.length - 1))).map((word) => word.replace(/^(?=\d)/, 'R'));
  for (let number = 1; ; number++) {
    const named = `${area.join('-')}-${String(number).padStart(2, '0')}`;
    if (!requirements.has(named)) return named;
  }
}

function withCase(
  path: string,
  { id, role, title }: NewCase,
  requirement: string,
  { needs, steps }: CaseTemplate,
): string {
  const lines = [
    `- id: ${id}`,
    `  title: ${quoted(title)}`,
    ...(needs === undefined ? [] : [`  needs: ${needs}`]),
    '  steps:',
    ...steps.map((line) => `    ${line.replace(/(?<=check: )REQUIREMENT$/, requirement)}`),
  ];
  const before = textOf(path);
  if (before === undefined) {
    const suite = id.split('.').at(id.split('.').length > 2 ? -2 : 0)!;
    const head = [
      schemaLine(path, 'case'),
      `suite: ${quoted(suite.charAt(0).toUpperCase() + suite.slice(1).replaceAll('-', ' '))}`,
      `role: ${role}`,
      'cases:',
    ];
    return `${[...head, ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
  }
  return appended(path, before, 'cases', lines, (document) => {
    const named = document.get('role');
    if (named !== role)
      throw new NewCaseError(
        `${shown(path)} has cases of ${String(named)}, and the new one is for ${role}; choose another id, whose second last part names the file`,
      );
  });
}

function withRequirement(path: string, id: string, { role, title }: NewCase): string {
  const lines = [`- id: ${id}`, '  level: must', `  text: ${quoted(title)}`, '  source: Say here where it is written'];
  const before = textOf(path);
  if (before !== undefined) return appended(path, before, 'requirements', [...lines, `  roles: ${role}`]);
  return `${[schemaLine(path, 'requirements'), `roles: ${role}`, 'requirements:', ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
}

/** The target file with the folder among its `cases`. What a person wrote stays as it is. */
function withFolder(path: string, folder: string): string {
  const before = textOf(path) ?? '';
  const document = parseDocument(before);
  const named = relative(dirname(path), folder).split(sep).join('/');
  const { contents } = document;
  if (!isMap(contents) || (contents as YAMLMap).flow === true)
    throw new NewCaseError(`${shown(path)} is not written in lines; add \`cases: ${named}\` to it yourself`);
  const { cases } = Object.fromEntries(
    (contents.items as Pair<Scalar, unknown>[]).map((one) => [one.key.value, one.value]),
  );
  if (cases === undefined) return `${before.replace(/\n*$/, '\n')}cases: ${named}\n`;
  document.set('cases', [...(isSeq(cases) ? (cases.toJSON() as string[]) : [String(document.get('cases'))]), named]);
  return document.toString({ lineWidth: 0 });
}

/** A file with one more entry in the list that is its last member; its other lines stay. Throws NewCaseError. */
function appended(
  path: string,
  before: string,
  key: string,
  lines: readonly string[],
  check: (document: YAMLMap) => void = () => undefined,
): string {
  const document = parseDocument(before);
  const { contents } = document;
  const list = isMap(contents) ? contents.get(key) : undefined;
  if (document.errors.length > 0 || !isMap(contents) || !isSeq(list))
    throw new NewCaseError(`${shown(path)} is there and has no list of \`${key}\`; mend it, or choose another id`);
  check(contents as YAMLMap);
  const last = (contents.items.at(-1) as Pair<Scalar, unknown>).key.value === key;
  const [first] = (list as YAMLSeq).items as { range?: [number, number, number] }[];
  if (!last || (list as YAMLSeq).flow === true || first?.range === undefined)
    throw new NewCaseError(
      `${shown(path)}: \`${key}\` is not the last member of the file, in lines; add the entry yourself:\n${lines.join('\n')}`,
    );
  const column = first.range[0] - before.lastIndexOf('\n', first.range[0] - 1) - 1 - '- '.length;
  const indent = ' '.repeat(Math.max(0, column));
  const between = key === 'cases' ? '\n' : '';
  return `${before.replace(/\n*$/, '\n')}${between}${lines.map((line) => `${indent}${line}`).join('\n')}\n`;
}

function textOf(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    if (error.code === 'ENOENT') return undefined;
    throw new NewCaseError(`${shown(path)} ${error.reason}`);
  }
}

/** The first line of a file, by which editors know its schema. */
const schemaLine = (path: string, format: string) =>
  `# yaml-language-server: $schema=${schemaPath(path, process.cwd(), format)}`;

const shown = (path: string) => relative(process.cwd(), path) || path;

/** A text as a YAML scalar, in one line. */
const quoted = (text: string) => stringify(text.replaceAll('\n', ' '), { lineWidth: 0 }).trimEnd();
