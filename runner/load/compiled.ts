import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { livenessChecksOf } from '../../src/language/role.js';
import { protocolOf } from '../profiles.js';
import type { Corpus } from '../types.js';
import { checksOf } from './case/cases.js';
import { filesBelow } from './registry.js';

/** Raised whenever loaded cases look different for the same files. */
const FORM = 11;

interface Compiled {
  form: number;
  /** SHA-256 over the names and contents of the files, hexadecimal. */
  files: string;
  /** Roles that roles of it extend: their fragments are in its cases. */
  extends: string[];
  /** Protocols whose roles, requirements or machines it names, itself among them. */
  names: string[];
  corpus: { [part: string]: unknown };
}

/** Where the compiled form of a protocol stands. */
export function compiledFile(folder: string, protocol: string): string {
  return join(folder, `${protocol}.json`);
}

/**
 * The compiled form of a protocol that was loaded from the files below `root`: lines of ASCII. The first has everything but the
 * steps of the cases and the faults of the mutants; these follow, each on a line of its own, so that a run reads those it plays.
 */
export function compiledText(root: string, protocol: string, corpus: Corpus): string {
  const own = [...corpus.roles].filter(([role]) => role.startsWith(`${protocol}/`));
  const extended = own.flatMap(([, role]) => role.extends);
  const compiled: Compiled = {
    form: FORM,
    files: filesDigest(root, protocol, extended),
    extends: extended,
    names: protocolsNamed(corpus, extended),
    corpus: plain(corpus),
  };
  const cut = (list: { [part: string]: unknown }[], part: string) => list.map(({ [part]: _, ...rest }) => rest);
  compiled.corpus.cases = cut(compiled.corpus.cases as { [part: string]: unknown }[], 'steps');
  compiled.corpus.mutants = [...corpus.mutants].map(([id, { fault: _, ...rest }]) => [id, rest]);
  const later = [...corpus.cases.map(({ steps }) => steps), ...[...corpus.mutants.values()].map(({ fault }) => fault)];
  return [compiled, ...later].map((part) => `${ascii(JSON.stringify(part, tagged))}\n`).join('');
}

/**
 * A compiled protocol, and the protocols that it names. Undefined where there is none, and where it is older than the files.
 */
export function readCompiled(
  root: string,
  protocol: string,
  folder: string,
): { corpus: Corpus; names: readonly string[] } | undefined {
  const file = compiledFile(folder, protocol);
  if (!existsSync(file)) return undefined;
  const [head = '', ...later] = readFileSync(file, 'latin1').split('\n');
  try {
    const compiled = parse(head) as Compiled;
    if (compiled.form !== FORM || compiled.files !== filesDigest(root, protocol, compiled.extends)) return undefined;
    const corpus = revived(compiled.corpus);
    corpus.digests.set(protocol, compiled.files);
    // A file that was cut off while it was written is as good as none.
    if (later.length !== corpus.cases.length + corpus.mutants.size + 1 || later.at(-1) !== '') return undefined;
    for (const [index, subject] of corpus.cases.entries()) parseLater(subject, 'steps', later[index]!);
    let at = corpus.cases.length;
    for (const mutant of corpus.mutants.values()) parseLater(mutant, 'fault', later[at++]!);
    return { corpus, names: compiled.names };
  } catch (error) {
    // So is one that was cut off in its first line.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The protocols that have what a corpus names: roles, requirements, machines. */
function protocolsNamed({ cases, wire, roles }: Corpus, extended: readonly string[]): string[] {
  const requirements = [
    ...cases.flatMap(({ steps }) => checksOf(steps)),
    ...wire,
    ...[...roles.values()].flatMap((role) =>
      [...livenessChecksOf(role).flatMap(({ check, died }) => [check, died]), role.members]
        .flatMap((requirement) => requirement ?? [])
        .map((requirement) => ({ requirement })),
    ),
  ].map(({ requirement }) => requirement.split('-')[0]!.toLowerCase());
  const text = JSON.stringify([cases.map(({ steps }) => steps), wire], tagged);
  const machines = [...text.matchAll(/"(?:\$walk|machine)":"([^"/]+)\//g)].map(([, protocol]) => protocol!);
  const others = [...extended, ...cases.map(({ role }) => role), ...roles.keys()].map(protocolOf);
  return [...new Set([...requirements, ...machines, ...others])].sort();
}

/** Gives an object a member whose text is parsed when it is read first. */
function parseLater<K extends string>(object: { [key in K]: unknown }, key: K, text: string): void {
  const settle = (value: unknown) =>
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  Object.defineProperty(object, key, {
    enumerable: true,
    configurable: true,
    get: () => {
      settle(parse(text));
      return object[key];
    },
    set: settle,
  });
}

/** JSON of which every character is one byte. */
function ascii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function parse(text: string): unknown {
  return JSON.parse(text, text.includes(BIG) ? untagged : undefined);
}

/**
 * SHA-256 over the names and contents of the files of a protocol, hexadecimal.
 *
 * @param extended roles of other protocols whose fragments its cases may use
 */
export function filesDigest(root: string, protocol: string, extended: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (folder: string) => {
    for (const name of filesBelow(join(root, folder))) {
      const bytes = readFileSync(join(root, folder, name));
      hash.update(`${folder}/${name}\0${bytes.length}\0`).update(bytes);
    }
  };
  add(`cases/${protocol}`);
  for (const role of extended) add(`cases/${role}`);
  return hash.digest('hex');
}

const BIG = '$bigint:';

function tagged(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${BIG}${value}` : value;
}

function untagged(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(BIG) ? BigInt(value.slice(BIG.length)) : value;
}

/** A corpus without maps; nested maps become lists of pairs too. */
function plain(corpus: Corpus): { [part: string]: unknown } {
  const lists = (value: unknown): unknown =>
    value instanceof Map ? [...value].map(([name, inner]) => [name, lists(inner)]) : value;
  const { digests: _, ...parts } = corpus;
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, lists(value)]));
}

function revived(parts: { [part: string]: unknown }): Corpus {
  const map = <T>(part: string) => new Map(parts[part] as [string, T][]);
  const nested = <T>(part: string) => {
    const outer = parts[part] as [string, [string, T][]][];
    return new Map(outer.map(([name, inner]) => [name, new Map(inner)]));
  };
  return {
    documents: map('documents'),
    requirements: map('requirements'),
    behaviors: nested('behaviors'),
    roles: map('roles'),
    wire: parts.wire as Corpus['wire'],
    machines: map('machines'),
    versions: nested('versions'),
    defaults: map('defaults'),
    history: map('history'),
    mutants: map('mutants'),
    references: map('references'),
    consequences: parts.consequences as Corpus['consequences'],
    cases: parts.cases as Corpus['cases'],
    digests: new Map(),
  };
}
