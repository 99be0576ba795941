import { stringifyJson } from '../../../src/json/json.js';
import type { Case } from '../../../src/language/case.js';
import { formatDuration } from '../../../src/language/duration.js';
import type { Role } from '../../../src/language/role.js';
import { stepsOf } from '../../../src/language/steps.js';
import type { Target, TransportName } from '../../../src/language/target.js';
import type { WireRecord } from '../../../src/wire/record.js';
import type { Cause } from '../cause.js';

/** What gives a target that is slow to start more time. */
const LONGER = '--within (`within` in the target file) or --slow';

/** Whether each case on this transport starts a process, or a start of its own takes as long as the load of the machine lets it. */
export function isStartedByCase({ transports, isolation }: Target, transport: TransportName): boolean {
  const command = transports[transport]?.command;
  return command !== undefined && (transport === 'stdio' || isolation === 'case');
}

/**
 * Tells a process that is slow to start from a target that leaves a message unanswered: where others of its processes answered the
 * very same opening, one that says nothing at all has not shown anything about the target.
 */
export class SlowStarts {
  private readonly answered = new Set<string>();
  /** How many processes were slow. */
  count = 0;
  /** ms that the last of them was waited for. */
  waited = 0;
  /** Whether one was slow that was played alone: more patience of this kind is in vain. */
  alone = false;

  /** ms, before `slow`, that the first reply of a process is worth waiting for, as far as the probe has shown. */
  patience = 0;

  /** Takes note of how a conversation began in which the target said something. */
  note(opening: string | undefined): void {
    if (opening !== undefined) this.answered.add(opening);
  }

  /** Whether the silence after this opening is one of a process that is slow to start. */
  explain(opening: string): boolean {
    return this.answered.has(opening);
  }

  /** The sentence for all of them together; undefined where none was slow. */
  remark(name: string): string | undefined {
    if (this.count === 0) return undefined;
    const times = this.count === 1 ? 'once' : `${this.count} times`;
    return `${name} was slow to start ${times}: nothing came within ${formatDuration(this.waited)}, though other processes of it answered; more time comes with ${LONGER}, less load with --jobs`;
  }
}

/** Why a case whose process was slow says nothing about the target. */
export const slowStartReason = (waited: number) =>
  `nothing came within ${formatDuration(waited)} of the start of the process, though others that were greeted alike answered: it was slow to start; more time comes with ${LONGER}`;

/** The same, as the way in which a target is unresponsive. */
export const slowUnresponsive = (waited: number) =>
  `is slow to start (nothing came within ${formatDuration(waited)}; more time comes with ${LONGER})`;

/** The warning about a target that its cases share and whose start takes longer than a wait of theirs. Both in ms. */
export function slowHandshake(name: string, took: number, within: number): string {
  return `${name} needs ${(took / 1000).toFixed(1)}s to its first reply, and a wait of the cases is over after ${formatDuration(within)}: each start is waited for as long; more time comes with ${LONGER}`;
}

/**
 * The cause that each start of a target takes longer than a wait of the cases, every one of which would have to wait for it: who
 * wants that says so. Both in ms.
 */
export function tooSlow(took: number, within: number): Cause {
  const seconds = `${(took / 1000).toFixed(1)}s`;
  const longer = `${Math.ceil((took * 2) / 1000)}s`;
  const message =
    `the handshake took ${seconds}, and a wait of the cases is over after ${formatDuration(within)}: ` +
    `give them longer with --within ${longer} (in the target file \`within: ${longer}\`), or with --slow`;
  return { message, exit: 3, longer };
}

/**
 * How a conversation began, in a text that is the same for those that began alike: what a server was sent first, or what a
 * client was started for. Undefined where nothing was sent, or where the case ended the process and started another.
 */
export function openingOf(subject: Case, side: Role['side'], records: readonly WireRecord[]): string | undefined {
  if (records.some(({ kind }) => kind === 'exit')) return undefined;
  if (side === 'client') {
    const start = stepsOf(subject.steps).find(({ verb }) => verb === 'start');
    return stringifyJson(start?.body ?? null);
  }
  const first = records.find(({ from, kind }) => from === 'kit' && kind === 'message');
  if (first?.message === undefined) return undefined;
  const { id: _, ...opening } = first.message as { id?: unknown };
  return stringifyJson(opening as never);
}
