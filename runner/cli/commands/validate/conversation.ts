import type { RoleEntry } from '../../../../src/conversation/role-entry.js';
import type { Json } from '../../../../src/json/json.js';
import { documents } from '../../../../src/protocols/documents.js';
import type { Finding, Side } from '../../../../src/watch/finding.js';
import { otherSide } from '../../../../src/watch/memory.js';
import type { Ending } from '../../../../src/watch/rule.js';
import { rulesFor } from '../../../../src/watch/watch.js';
import type { WireRecord } from '../../../../src/wire/record.js';
import { agreedVersion } from '../../../live/agreed-version.js';
import { BothSides } from '../../../live/both-sides.js';
import { Endings } from '../../../live/endings.js';
import { protocolOf } from '../../../profiles.js';
import { SessionNames } from '../../../run/session-names.js';
import type { Entry, Messages } from './read-messages.js';
import type { FileSides } from './roles.js';
import { type Link, Sides } from './sides.js';

/** Something to say about a line: what a side broke, or what could not be judged. */
export interface Told {
  line: number;
  finding?: Finding;
  remark: { message: string; warning?: true };
}

/** The conversations of one file, judged by the wire rules of both roles. */
export class Conversation {
  private readonly watch: BothSides;
  private readonly guesses = new Map<string, Sides>();
  private readonly names = new Map<string, SessionNames>();
  private readonly open = new Set<string>();
  private readonly endings: Endings;
  private readonly told: Told[] = [];
  private readonly unjudged = new Set<string>();
  /** Requirements that are newer than the version that both sides have agreed on. */
  private newer: ReadonlySet<string> = new Set();

  /** @param newerThan requirements that are newer than a version of the protocol */
  constructor(
    private readonly file: Messages,
    private readonly sides: FileSides,
    private readonly sessions: RoleEntry['sessions'],
    private readonly newerThan: (version: string) => ReadonlySet<string> | undefined,
  ) {
    this.endings = new Endings(sides.transport);
    this.watch = new BothSides({ sides, transport: sides.transport, keep: Number.POSITIVE_INFINITY });
  }

  /** Judges all of them, once. Returns what there is to say, in the order in which it was found. */
  judge(): Told[] {
    for (const [index, entry] of this.file.entries.entries()) this.take(entry, index);
    for (const session of this.open) this.note(this.watch.close(session, this.endings.take(session) ?? this.ending()));
    return this.told;
  }

  /** How many messages some rule judged. */
  messages(): number {
    return this.watch.messages();
  }

  /** The side that a role is on. */
  sideOf(role: string): Side {
    return this.sides.kit.role === role ? 'kit' : 'target';
  }

  /** Of each role the requirements of its wire rules: those that some message was about, and the others. */
  requirements(): { role: string; observed: string[]; notObserved: string[] }[] {
    return (['target', 'kit'] as const).map((side) => {
      const { role, protocol } = this.sides[side];
      const rules = rulesFor({ ...protocol.watch, role, transport: this.sides.transport });
      const [judged, broken] = [this.watch.judged(side), this.watch.broken(side)];
      const seen = rules.filter(({ id }) => judged[id] || broken[id]).map(({ requirement }) => requirement);
      const all = new Set(rules.map(({ requirement }) => requirement).filter((id) => !this.newer.has(id)));
      const isSeen = (id: string) => seen.includes(id);
      return { role, observed: [...all].filter(isSeen), notObserved: [...all].filter((id) => !isSeen(id)) };
    });
  }

  private take(entry: Entry, index: number): void {
    const { line, known, record } = entry;
    if (record.beyondLimit)
      this.told.push({
        line,
        remark: { message: `not judged: ${record.problem}; Proctor reads no message beyond its limits` },
      });
    if (this.isDocument(entry)) {
      this.document(entry, index);
      return;
    }
    const talk = entry.session ?? entry.case ?? '';
    const guess =
      this.guesses.get(talk) ??
      new Sides(this.sides.target.protocol.watch.definitions, this.sides.client, linksOf(this.sides));
    this.guesses.set(talk, guess);
    const { side, unclear, why } = guess.of(record.message, known.from, () => this.after(index, talk));
    if (why !== undefined) this.told.push({ line, remark: { message: why, warning: true } });
    const full: WireRecord = {
      ...{ channel: 'main', ...known, ...record, seq: index, time: 0, from: side },
      ...(unclear ? { deliberate: true } : {}),
    };
    this.observe(entry.session ?? this.nameOf(talk, full), full);
  }

  private observe(session: string, record: WireRecord): void {
    const agreed = agreedVersion(record);
    if (agreed !== undefined) this.newer = this.newerThan(agreed) ?? this.newer;
    this.note(this.watch.observe(session, record));
    const { line } = this.file.entries[record.seq]!;
    for (const name of this.watch.unjudged()) {
      if (this.unjudged.has(name)) continue;
      this.unjudged.add(name);
      const message = `not judged: another version of the protocol has it: ${name}`;
      this.told.push({ line, remark: { message, warning: true } });
    }
    const ended = this.endings.endedBy(session, record);
    if (ended) {
      this.note(this.watch.close(session, ended));
      this.open.delete(session);
    } else this.open.add(session);
  }

  private note(findings: readonly Finding[]): void {
    for (const finding of findings) {
      if (this.newer.has(finding.requirement)) continue;
      const { line } = this.file.entries[finding.record.seq]!;
      this.told.push({ line, finding, remark: { message: finding.message } });
    }
  }

  private *after(index: number, talk: string): Generator<Json | undefined> {
    for (let at = index + 1; at < this.file.entries.length; at++) {
      const entry = this.file.entries[at]!;
      if ((entry.session ?? entry.case ?? '') === talk) yield entry.record.message;
    }
  }

  /** The sessions of a protocol that are in one talk, where the file does not say which is which. */
  private nameOf(talk: string, record: WireRecord): string {
    const names = this.names.get(talk) ?? new SessionNames(talk, this.sessions?.());
    this.names.set(talk, names);
    return names.of(record);
  }

  /** A recording says who ended what is still open, where somebody did. A run ends its cases wherever it likes. */
  private ending(): Ending {
    return this.file.isRecording && !this.file.dropped ? (this.file.ended ?? 'cut') : 'unknown';
  }

  private isDocument({ known, record }: Entry): boolean {
    return known.from === undefined && record.message !== undefined && this.kindOf(record.message) !== undefined;
  }

  private kindOf(value: Json): string | undefined {
    const own = Object.keys(documents).filter((kind) => protocolOf(kind) === protocolOf(this.sides.target.role));
    return own.find((kind) => documents[kind]!.isOne(value));
  }

  /** A document among messages is judged as what a server gives out at its usual place. */
  private document({ record }: Entry, index: number): void {
    const kind = documents[this.kindOf(record.message!)!]!;
    const stream = `document-${index}`;
    const all = { channel: stream, stream, seq: index, time: 0 };
    const { client } = this.sides;
    const http = { method: 'GET', path: kind.wellKnown, headers: {} };
    this.observe(stream, { ...all, from: client, kind: 'http', http });
    this.observe(stream, { ...all, ...record, from: otherSide(client) });
  }
}

/** How notifications that both sides may send name requests: what the rules say that hold for them. */
function linksOf({ target }: FileSides): Link[] {
  const rules = target.protocol.watch.rules.filter(({ rule }) => rule === 'after-final');
  return rules.flatMap(({ with: settings = {} }) => {
    const { notify, key, of = '/id', own = false } = settings;
    if (typeof key !== 'string' || typeof of !== 'string') return [];
    return [{ notify: [notify].flat().map(String), key, of, own: own === true }];
  });
}
