import type { Header, Message } from '../../generated/types/recording-v1.js';
import type { Secrets } from '../../json/secrets/redact.js';
import { recordOf } from '../../recording/record-json.js';
import { recordTo } from '../../recording/record-to.js';
import type { Carried } from '../../wire/carried.js';
import type { WireRecord } from '../../wire/record.js';

/** A recording that gets more exchanges. */
export interface Appended {
  /** Adds something that was carried. */
  add(fromMock: boolean, carried: Carried, session: string): void;
  /** The whole text with what was added; undefined if that is nothing. */
  text(): Promise<string | undefined>;
  /** How many messages were added. */
  count(): number;
}

/**
 * Adds exchanges to a recording: each live session becomes a conversation behind those that are there.
 *
 * @param side which side of the recording the mock is
 * @param now ms since the mock began
 */
export function appendedTo(
  { header, lines }: { header: Header; lines: readonly Message[] },
  side: 'kit' | 'target',
  secrets: Secrets,
  now: () => number,
): Appended {
  const added: { record: WireRecord; session: string }[] = [];
  const names = new Map<string, string>();
  const taken = new Set(lines.map(({ session }) => session));
  const last = lines.at(-1)?.record;
  const nameOf = (session: string): string => {
    for (let number = names.size + 1; !names.has(session); number += 1) {
      const name = `update ${number}`;
      if (taken.has(name)) continue;
      taken.add(name);
      names.set(session, name);
    }
    return names.get(session)!;
  };
  return {
    add: (fromMock, carried, session) => {
      const from = fromMock === (side === 'kit') ? 'kit' : 'target';
      const seq = (last?.seq ?? -1) + 1 + added.length;
      const time = (last?.time ?? 0) + now();
      const record: WireRecord = { ...carried, seq, time, from, channel: carried.stream ?? 'main' };
      added.push({ record, session: nameOf(session) });
    },
    count: () => added.length,
    text: async () => {
      if (added.length === 0) return undefined;
      const texts: string[] = [];
      const recording = recordTo({ write: (text) => texts.push(text) }, header, secrets);
      for (const { record, findings, session } of lines) recording.line(recordOf(record), findings, session);
      for (const { record, session } of added) recording.line(record, [], session);
      await recording.close();
      return texts.join('');
    },
  };
}
