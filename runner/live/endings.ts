import type { Side } from '../../src/watch/finding.js';
import type { WireRecord } from '../../src/wire/record.js';

/**
 * When sessions end, and by whom. Only the end of a connection ends its session: a stream or an exchange is a part of it. A side that has
 * closed its pipe has said all, and is answered still: the session lasts until the other side closes too, or the process exits.
 */
export class Endings {
  private readonly silent = new Map<string, Side>();

  /** @param transport one of a target file, or `file` for messages of which it is not known */
  constructor(private readonly transport: string) {}

  /** Who ended a session first, if this record of it is its end. */
  endedBy(session: string, record: WireRecord): Side | undefined {
    const { kind, closed, stream, from } = record;
    if (kind !== 'exit' && (kind !== 'closed' || stream !== undefined)) return undefined;
    const first = this.silent.get(session);
    // A socket is closed for both sides.
    const isPipe = ['stdio', 'file'].includes(this.transport) && kind === 'closed' && closed?.how === 'end';
    if (isPipe && (first ?? from) === from) {
      this.silent.set(session, from);
      return undefined;
    }
    this.silent.delete(session);
    return first ?? from;
  }

  /** Which side of a session that is open has said all, if one has. The session is forgotten. */
  take(session: string): Side | undefined {
    const first = this.silent.get(session);
    this.silent.delete(session);
    return first;
  }
}
