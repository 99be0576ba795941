import { crypto } from '../../../json/crypto.js';
import { invalidParams } from '../errors.js';

export interface Page<Entry> {
  entries: Entry[];
  /** Unset on the last page. */
  nextCursor?: string;
}

/** Cuts lists into pages (MCP 2025-11-25, Pagination). */
export interface Pager {
  /**
   * The page of `list` that `cursor` points to, the first without one. `keyOf` names an entry, so that a cursor stays
   * where it is when entries come and go. Throws RpcError -32602 for a cursor that this pager did not issue for this list.
   */
  page<Entry>(
    list: string,
    entries: readonly Entry[],
    keyOf: (entry: Entry) => string,
    cursor: string | undefined,
  ): Page<Entry>;
}

interface Position {
  /** Key of the last entry that the client has seen; unset before the first. */
  after?: string;
  /** Where to go on if that entry is gone. */
  index: number;
}

/** A pager whose cursors are signed with a key (32 random bytes), asked for once, and hold for one session. */
export function createPager(size: number, keyOf: () => Uint8Array): Pager {
  let key: Uint8Array | undefined;
  const sign = (list: string, payload: string) => {
    key ??= keyOf();
    return crypto().createHmac('sha256', key).update(`${list}\n${payload}`).digest();
  };

  const issue = (list: string, position: Position) => {
    const payload = Buffer.from(JSON.stringify(position)).toString('base64url');
    return `${payload}.${sign(list, payload).toString('base64url')}`;
  };
  const redeem = (list: string, cursor: string): Position => {
    const [payload = '', mark = ''] = cursor.split('.');
    const given = Buffer.from(mark, 'base64url');
    const wanted = sign(list, payload);
    const genuine = given.length === wanted.length && crypto().timingSafeEqual(given, wanted);
    if (!genuine) throw invalidParams('Unknown cursor');
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Position;
  };

  return {
    page(list, entries, keyOf, cursor) {
      const position = cursor === undefined ? { index: 0 } : redeem(list, cursor);
      const seen = position.after === undefined ? -1 : entries.findIndex((entry) => keyOf(entry) === position.after);
      const from = seen >= 0 ? seen + 1 : position.index;
      const to = from + size;
      const page = entries.slice(from, to);
      const last = page.at(-1);
      if (to >= entries.length || last === undefined) return { entries: page };
      return { entries: page, nextCursor: issue(list, { after: keyOf(last), index: to }) };
    },
  };
}
