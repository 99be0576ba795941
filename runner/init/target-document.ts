import { randomUUID } from 'node:crypto';
import { Document, isMap, isSeq, type Node, parseDocument, type Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import { DEEPEST_GIVEN, type Exploration } from '../../src/conversation/explorer.js';
import type { Untestable } from '../../src/generated/types/target-v1.js';
import { depthOf, type JsonObject } from '../../src/json/json.js';
import { printable, withoutHidden } from '../../src/json/visible.js';
import type { Behavior } from '../types.js';

/** How a target file says how the target is started and reached. */
export interface WrittenTarget {
  name: string;
  role: string;
  version?: string;
  transports: JsonObject;
  isolation?: string;
  within?: string;
}

/** What this command lists as untestable begins its reason so; what a person wrote does not. */
export const OWN = 'init: ';
/** Why a behavior is listed that could not be asked for. */
export const UNKNOWN = 'nobody has said yet how the target shows it';

/** An entry of `untestable`. */
export type ListedCase = Untestable;

const BEHAVIORS = ` What the cases ask for, in words of the target's own. Map more of them as it learns more.`;
const UNTESTABLE = ` What the target is not tested by, and why. A case that is neither testable nor listed makes a run red.`;

const PROTECTED =
  'It asks for tokens. Proctor takes a good one from the header authorization of the transport; `tokens` gives others, `issuer` lets it trust an ' +
  'authorization server of Proctor, and `protected` names a call that needs a token (docs/guides/authorization.md).';

const FILL_IN =
  'Fill in how the client is made to show each of these: `args` go after its command, `env`, `files` and `stdin` are what it is started with ' +
  '(docs/guides/test-a-client.md). Take the # away, and run `npx proctor init` again: it takes the entries of `untestable` out that this answers.';

const OUTCOME =
  'The exit code says whether it succeeded. If its last line on stdout is JSON such as { "ok": true, "value": "what it read" }, say so: ' +
  'cases that judge what it read need it.';

/** A mapping to fill in. It can be loaded as it is. */
function stubOf({ gives, with: passed }: Behavior, isStarted: boolean): string {
  // A value that is not a text is JSON already.
  const args = Object.keys(passed).map((name) => `"\${with.${name}}"`);
  const values = Object.keys(gives).map((one) => `${one}: …`);
  const parts = [
    ...(isStarted ? [`args: [${args.join(', ')}]`] : []),
    ...(values.length > 0 ? [`gives: { ${values.join(', ')} }`] : []),
  ];
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** A target file as it is edited: what a person wrote stays, comments included. */
export class TargetDocument {
  /** Whether it has a transport or a version that it had not. */
  isExtended = false;

  private constructor(
    private readonly document: Document,
    private readonly before: string | undefined,
    /** Transports that a file did not have before. */
    private readonly added: Set<string> = new Set(),
  ) {}

  /** A new file. @param schema where the schema of target files is, seen from it */
  static of(target: WrittenTarget, head: readonly string[], schema: string): TargetDocument {
    const document = new Document(target);
    document.commentBefore = [` yaml-language-server: $schema=${schema}`, ...head.map((line) => ` ${line}`)].join('\n');
    for (const entry of mapAt(document, 'transports').items) if (isMap(entry.value)) inline(entry.value as YAMLMap);
    return new TargetDocument(document, undefined, new Set(Object.keys(target.transports)));
  }

  /** A file that is there; its text is known to be valid. */
  static from(text: string): TargetDocument {
    return new TargetDocument(parseDocument(text, { uniqueKeys: false }), text);
  }

  /** Says what only the target knows of itself, as far as it is known. */
  identify(name: string | undefined, versions: readonly string[]): void {
    if (name !== undefined) this.document.set('name', name);
    const [version, second] = versions;
    if (second !== undefined) this.speakAll(versions);
    else if (version !== undefined) this.speak(version);
  }

  /** Says all versions that the target speaks, where the file names none. */
  private speakAll(versions: readonly string[]): void {
    const { items } = this.document.contents as YAMLMap;
    if (this.document.has('version') || this.document.has('versions')) return;
    this.isExtended = true;
    const value = this.document.createNode(versions, { flow: true }) as unknown as YAMLSeq<Scalar>;
    for (const one of value.items) one.type = 'QUOTE_DOUBLE';
    items.splice(2, 0, this.document.createPair('versions', value));
  }

  /** Says the version that the target speaks, where the file names none. */
  speak(version: string): void {
    const { items } = this.document.contents as YAMLMap;
    if (this.document.has('version') || this.document.has('versions')) return;
    this.isExtended = true;
    const value = this.document.createNode(version) as Scalar;
    // Other readers of YAML take it for a date.
    value.type = 'QUOTE_DOUBLE';
    items.splice(2, 0, this.document.createPair('version', value));
  }

  get role(): string {
    return String(this.document.get('role'));
  }

  /** Undefined where the file names none. */
  get version(): string | undefined {
    const version = this.document.get('version');
    return version === undefined ? undefined : String(version);
  }

  /** How the target is started or reached over a transport; undefined where the file does not say it. */
  transport(name: string): JsonObject | undefined {
    const { transports } = this.document.toJS() as { transports: { [name: string]: JsonObject } };
    return transports[name];
  }

  /** Adds a transport that the file does not have. */
  addTransport(name: string, spec: JsonObject): void {
    this.added.add(name);
    this.isExtended = true;
    mapAt(this.document, 'transports').set(name, inline(this.document.createNode(spec) as YAMLMap));
  }

  /** Takes a transport out that the file did not have before. Returns whether it did. */
  dropTransport(name: string): boolean {
    return this.added.has(name) && mapAt(this.document, 'transports').delete(name);
  }

  /** Says how long a wait for the target may be, such as `15s`. */
  allow(within: string): void {
    this.isExtended = true;
    const { items } = this.document.contents as YAMLMap;
    const after = items.findIndex(({ key }) => String(key) === 'transports');
    items.splice(after + 1, 0, this.document.createPair('within', within));
  }

  /** Says how bodies are written over a transport that the file has. */
  write(transport: string, dialect: string): void {
    this.isExtended = true;
    this.document.setIn(['transports', transport, 'dialect'], dialect);
  }

  get isProtected(): boolean {
    return this.document.has('auth');
  }

  /** Says that the target asks for tokens, and what is known of that. */
  protect(auth: JsonObject): void {
    this.isExtended = true;
    const pair = this.document.createPair('auth', inline(this.document.createNode(auth) as YAMLMap));
    (pair.key as Scalar).commentBefore = wrapped(PROTECTED);
    const { items } = this.document.contents as YAMLMap;
    const after = items.findIndex(({ key }) => String(key) === 'transports');
    items.splice(after + 1, 0, pair);
  }

  has(behavior: string): boolean {
    return this.document.hasIn(['behaviors', behavior]);
  }

  /** Maps behaviors that are not mapped yet. Returns their names. */
  addBehaviors(shows: Exploration['shows'], meaning: ReadonlyMap<string, Behavior>): string[] {
    const fits = (name: string) => depthOf(shows.get(name)?.gives ?? null) <= DEEPEST_GIVEN;
    const added = [...meaning.keys()].filter((name) => shows.has(name) && !this.has(name) && fits(name));
    if (added.length === 0) return [];
    const behaviors = mapAt(this.document, 'behaviors', BEHAVIORS);
    for (const name of added) {
      const { note, gives } = shows.get(name)!;
      const value = escaped(this.document.createNode(gives === undefined ? {} : { gives }, { flow: true }));
      const key = this.document.createNode(name);
      key.commentBefore = wrapped(printable(note ?? meaning.get(name)!.text));
      behaviors.add(this.document.createPair(key, value));
    }
    return added;
  }

  /** What a person listed as untestable. */
  get listedByPerson(): ListedCase[] {
    return this.listed().filter(({ reason }) => !reason.startsWith(OWN));
  }

  /** Brings the entries of this command up to date. Returns how many were added and taken out. */
  listUntestable(found: readonly ListedCase[]): { added: number; removed: number } {
    const keyOf = ({ case: pattern, behavior, reason }: ListedCase) => JSON.stringify([pattern, behavior, reason]);
    const entries = found.map((one) => ({ ...one, reason: OWN + one.reason }));
    const wanted = new Set(entries.map(keyOf));
    const old = this.listed();
    const outdated = old.flatMap((one, index) =>
      one.reason.startsWith(OWN) && !wanted.has(keyOf(one)) ? [index] : [],
    );
    const there = new Set(old.map(keyOf));
    const missing = entries.filter((one) => !there.has(keyOf(one)));
    const list = this.document.get('untestable');
    if (isSeq(list)) for (const index of outdated.reverse()) list.delete(index);
    this.addUntestable(missing);
    if (isSeq(list) && list.items.length === 0) this.document.delete('untestable');
    return { added: missing.length, removed: outdated.length };
  }

  /** Lists cases behind those that are listed. */
  addUntestable(entries: readonly ListedCase[]): void {
    if (entries.length === 0) return;
    const sequence = seqAt(this.document, 'untestable', UNTESTABLE);
    for (const one of entries) sequence.add(this.document.createNode(one, { flow: true }));
  }

  /** Behaviors that nobody knows how to show, as a comment below those that are mapped. @param isStarted whether Proctor starts the target for each, as it does a client */
  commentUnmapped(unmapped: readonly Behavior[], isStarted: boolean): void {
    const lines = unmapped.flatMap((one) => [
      ...wrapped(one.text).split('\n'),
      `   ${one.name}: ${stubOf(one, isStarted)}`,
    ]);
    const outcome = this.document.has('outcome')
      ? []
      : [...wrapped(OUTCOME).split('\n'), ' outcome: { stdout: json }', ''];
    const head = isStarted ? [...wrapped(FILL_IN).split('\n'), '', ...outcome] : [];
    this.document.comment = [...head, ' behaviors:', ...lines].join('\n');
  }

  /** The text of the file; exactly that which it has where nothing changed. */
  text(changed: boolean): string {
    if (!changed && this.before !== undefined) return this.before;
    return visibleYaml(this.document);
  }

  private listed(): ListedCase[] {
    const { untestable } = this.document.toJS() as { untestable?: ListedCase[] };
    return untestable ?? [];
  }
}

/** Nothing is broken into lines: what a person wrote has the lines that it has. */
const FORM = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };

/**
 * The text of a document in which nothing is hidden: scalars with such characters stand in double quotes, with escapes. YAML libraries write
 * the characters themselves, so a mark stands for each until the text is there. What a person wrote plainly stays as it is.
 */
function visibleYaml(document: Document): string {
  const mark = `u${randomUUID().replaceAll('-', '')}u`;
  const changed: { scalar: Scalar; value: unknown; type: Scalar['type'] }[] = [];
  visit(document, {
    Scalar: (_, scalar) => {
      const { value, type, range } = scalar;
      if (typeof value !== 'string' || (range && type !== 'QUOTE_DOUBLE')) return;
      const marked = withoutHidden(value, (one) => (/[\n\t]/.test(one) ? one : mark + code(one) + mark));
      if (marked === value) return;
      changed.push({ scalar, value, type });
      scalar.value = marked;
      scalar.type = 'QUOTE_DOUBLE';
    },
  });
  const text = document.toString(FORM);
  for (const { scalar, value, type } of changed) Object.assign(scalar, { value, type });
  return text.replace(new RegExp(`${mark}([uU][0-9a-f]+)${mark}`, 'g'), '\\$1');
}

/** A character as an escape of YAML, without its backslash. */
function code(character: string): string {
  const hex = character.codePointAt(0)!.toString(16);
  return hex.length > 4 ? `U${hex.padStart(8, '0')}` : `u${hex.padStart(4, '0')}`;
}

/** Texts of several lines in one line, with their newlines as escapes. */
function escaped<T extends Node>(node: T): T {
  visit(node, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && /[\n\r]/.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return node;
}

/** Commands and variables are read best in one line each. */
function inline(map: YAMLMap): YAMLMap {
  for (const { value } of map.items) if (isMap(value) || isSeq(value)) value.flow = true;
  return map;
}

function mapAt(document: Document, name: string, comment?: string): YAMLMap {
  const there = document.get(name);
  if (isMap(there)) return there;
  const map = document.createNode({}) as unknown as YAMLMap;
  set(document, name, map, comment);
  map.flow = false;
  return map;
}

function seqAt(document: Document, name: string, comment: string): YAMLSeq {
  const there = document.get(name);
  if (isSeq(there)) return there;
  const list = document.createNode([]) as unknown as YAMLSeq;
  set(document, name, list, comment);
  list.flow = false;
  return list;
}

function set(document: Document, name: string, value: YAMLMap | YAMLSeq, comment: string | undefined): void {
  document.delete(name);
  const key = document.createNode(name);
  if (comment !== undefined) key.commentBefore = comment;
  (document.contents as YAMLMap).add(document.createPair(key, value));
}

/** Characters of a line of a comment. */
const WIDTH = 120;

/** A text as lines of a comment, without their signs. */
function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    if (`${lines.at(-1)} ${word}`.length > WIDTH) lines.push('');
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines.join('\n');
}
