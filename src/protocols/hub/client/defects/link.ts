import { isObject } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { type Id, shapeOf } from '../../../../jsonrpc/messages.js';

/** A connection that is taken for lost once the hub has answered an answer: that one came too late, or was known. */
export function endingOnceJudged(link: Link): Link {
  const answered = new Set<string>();
  return {
    closed: link.closed,
    send: (message, about) => {
      if (shapeOf(message) === 'response') answered.add(idKey(message.id as Id));
      link.send(message, about);
    },
    listen: (listener) =>
      link.listen((carried) => {
        listener(carried);
        const { message } = carried;
        if (carried.kind !== 'message' || !isObject(message) || shapeOf(message) !== 'response') return;
        if (answered.has(idKey(message.id as Id))) listener({ kind: 'closed', closed: { how: 'end' } });
      }),
    close: () => link.close(),
  };
}
