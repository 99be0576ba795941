import type { Role } from '../../src/language/role.js';
import type { Finding, Side } from '../../src/watch/finding.js';
import { otherSide } from '../../src/watch/memory.js';
import type { Ending } from '../../src/watch/rule.js';
import { createWatch, type Watch } from '../../src/watch/watch.js';
import type { WireRecord } from '../../src/wire/record.js';
import { loadRoleProtocol, type RoleProtocol } from '../run/role-protocol.js';
import type { Corpus } from '../types.js';

/** What one side of a conversation is judged by. */
export interface JudgedSide {
  role: string;
  protocol: RoleProtocol;
}

/** Loads what a role is judged by outside of a run. Throws where the build has none of that version. */
export async function judgedSide(corpus: Corpus, role: Role, version: string): Promise<JudgedSide> {
  return { role: role.role, protocol: await loadRoleProtocol(corpus, role, version, { outside: true }) };
}

export interface BothSidesOptions {
  sides: { [side in Side]: JudgedSide };
  transport: string;
  /** How many findings of one rule are kept for each side; 10 by default. */
  keep?: number;
  /** Called with every finding, be it kept or only counted. */
  told?(finding: Finding): void;
}

/**
 * The wire rules over a conversation, each side judged by those of its own role. What is found does not depend on which side somebody
 * asked about.
 */
export class BothSides {
  private readonly watches: { [side in Side]: Watch };

  constructor({ sides, transport, keep, told }: BothSidesOptions) {
    const watchOf = (side: Side) =>
      createWatch({
        ...sides[side].protocol.watch,
        role: sides[side].role,
        transport,
        ...(keep === undefined ? {} : { keep }),
        told: (finding) => {
          if (finding.blame === 'target') told?.(seenFrom(side, finding));
        },
      });
    this.watches = { kit: watchOf('kit'), target: watchOf('target') };
  }

  /** Judges the next record of a session. Returns what it adds to the findings. */
  observe(session: string, record: WireRecord): Finding[] {
    return this.each((watch, side) => watch.observe(session, side === 'target' ? record : turned(record)));
  }

  /** Forgets a session that has ended, and judges how it was left. Returns what that adds to the findings. */
  close(session: string, ending: Ending): Finding[] {
    const turnedEnding = ending === 'kit' || ending === 'target' ? otherSide(ending) : ending;
    return this.each((watch, side) => watch.close(session, side === 'target' ? ending : turnedEnding));
  }

  /** Every finding that was kept about one side. */
  findings(side: Side): Finding[] {
    return about(side, this.watches[side].findings());
  }

  /** By rule id: how often the conduct of one side was judged. */
  judged(side: Side): Record<string, number> {
    return this.watches[side].judged();
  }

  /** By rule id: how often one side broke it. */
  broken(side: Side): Record<string, number> {
    return this.watches[side].broken();
  }

  /** How many messages some rule judged, both directions. */
  messages(): number {
    return Math.max(this.watches.kit.messages(), this.watches.target.messages());
  }

  /** The extensions of both sides that another version of the protocol defines, which no rule judges. */
  unjudged(): string[] {
    return [...new Set([...this.watches.kit.unjudged(), ...this.watches.target.unjudged()])];
  }

  private each(judge: (watch: Watch, side: Side) => readonly Finding[]): Finding[] {
    return (['target', 'kit'] as const).flatMap((side) => about(side, judge(this.watches[side], side)));
  }
}

/** The findings of the watch of one side that are about this side, as the conversation has them. */
const about = (side: Side, findings: readonly Finding[]): Finding[] =>
  findings.filter(({ blame }) => blame === 'target').map((finding) => seenFrom(side, finding));

/** A watch has its own side as the target. */
const seenFrom = (side: Side, finding: Finding): Finding =>
  side === 'target' ? finding : { ...finding, blame: 'kit', record: turned(finding.record) };

const turned = (record: WireRecord): WireRecord => ({ ...record, from: otherSide(record.from) });
