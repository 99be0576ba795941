import { Document, isMap, isScalar, isSeq, parseDocument, type Scalar, YAMLSeq } from 'yaml';
import type { BaselineEntry, KnownEntry } from '../types.js';
import { subjectOf } from './known.js';

/** What the entries of a baseline say beside their cases. */
export interface BaselineWords {
  reason: string;
  /** Where they are tracked. */
  issue?: string;
  /** The day after which they are overdue, as in 2027-01-31. */
  until: string;
  /** The sentence that a requirement is, in a comment above its entry. */
  sentence(requirement: string): string | undefined;
}

/** The most characters of a sentence in a comment. */
const LONGEST = 140;

/**
 * A list of known failures with more entries at its end. What a person wrote stays, comments included.
 *
 * @param text of the file, which is known to be valid; undefined for a new one
 */
export function withEntries(
  text: string | undefined,
  entries: readonly BaselineEntry[],
  { reason, issue, until, sentence }: BaselineWords,
): string {
  const document = text === undefined ? new Document({ known: [] }) : parseDocument(text);
  const known = listOf(document);
  // A flow list would hold everything in one line.
  known.flow = false;
  for (const { cases, state, requirement } of entries) {
    const [only] = cases;
    const node = document.createNode({
      case: cases.length === 1 ? only : cases,
      reason,
      ...(issue === undefined ? {} : { issue }),
      until,
      ...(state === 'fails' ? {} : { state }),
    });
    // Other readers of YAML take it for a date.
    (node.get('until', true) as Scalar).type = 'QUOTE_DOUBLE';
    const said = requirement === undefined ? undefined : sentence(requirement);
    if (said !== undefined) node.commentBefore = ` ${cut(said)}`;
    known.add(node);
  }
  return document.toString({ lineWidth: 0 });
}

/** The same without what some entries are about. An entry that is about more keeps the rest. */
export function withoutEntries(text: string, stale: readonly KnownEntry[]): string {
  const document = parseDocument(text);
  const isStale = (node: unknown) => {
    if (!isScalar(node)) return false;
    const { pattern, requirement } = subjectOf(String(node.value));
    return stale.some((entry) => entry.pattern === pattern && entry.requirement === requirement);
  };
  const known = listOf(document);
  const [first] = known.items;
  known.items = known.items.filter((entry) => {
    const subject = isMap(entry) ? entry.get('case', true) : undefined;
    if (!isSeq(subject)) return !isStale(subject);
    subject.items = subject.items.filter((one) => !isStale(one));
    return subject.items.length > 0;
  });
  // What stands above the first entry belongs to the list as a node, and is about that entry as far as no empty line follows it.
  if (known.items[0] !== first && known.commentBefore) {
    const paragraphs = known.commentBefore.split(/\n[ \t]*\n/);
    known.commentBefore = paragraphs
      .slice(0, -1)
      .map((one) => `${one}\n`)
      .join('\n');
  }
  if (known.items.length === 0) known.flow = true;
  return document.toString({ lineWidth: 0 });
}

function listOf(document: Document): YAMLSeq {
  const known = document.get('known');
  if (isSeq(known)) return known;
  const list = new YAMLSeq();
  document.set('known', list);
  return list;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
