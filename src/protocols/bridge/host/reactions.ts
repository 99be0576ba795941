import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { Id } from '../../../jsonrpc/messages.js';
import type { Carried } from '../../../wire/carried.js';

/**
 * The same link, which tells when a message of the other side is dealt with: a notification once it was heard, a request
 * once its answer has left.
 */
export function watchedLink(link: Link, done: (method: string) => void): Link {
  const open = new Map<Id, string>();
  const hear = ({ kind, message }: Carried) => {
    if (kind !== 'message' || !isObject(message as Json)) return;
    const { method, id } = message as JsonObject;
    if (typeof method !== 'string') return;
    if (id === undefined) done(method);
    else open.set(id as Id, method);
  };
  return {
    closed: link.closed,
    close: () => link.close(),
    send: (message, about) => {
      link.send(message, about);
      if ('method' in message) return;
      const method = open.get(message.id as Id);
      open.delete(message.id as Id);
      if (method !== undefined) done(method);
    },
    listen: (listener) =>
      link.listen((carried) => {
        listener(carried);
        hear(carried);
      }),
  };
}
