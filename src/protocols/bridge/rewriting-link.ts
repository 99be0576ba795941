import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { Link, Related } from '../../jsonrpc/link.js';
import type { Id } from '../../jsonrpc/messages.js';

/**
 * What leaves in place of a message: itself, another one, several, or none. `request` is the request that a reply answers.
 */
export type Rewrite = (message: JsonObject, request?: JsonObject) => JsonObject[];

/** The same link, whose messages pass the rewrites on their way out, in this order. What arrives is left alone. */
export function rewritingLink(link: Link, rewrites: readonly Rewrite[]): Link {
  if (rewrites.length === 0) return link;
  const requests = new Map<Id, JsonObject>();
  const request = (message: JsonObject) => {
    if ('method' in message) return undefined;
    const answered = requests.get(message.id as Id);
    requests.delete(message.id as Id);
    return answered;
  };
  return {
    ...passing(link),
    listen: (listener) =>
      link.listen((carried) => {
        const message = carried.kind === 'message' ? (carried.message as Json) : undefined;
        if (isObject(message) && 'method' in message && 'id' in message) requests.set(message.id as Id, message);
        listener(carried);
      }),
    send(message, about) {
      const answered = request(message);
      const sent = rewrites.reduce((all, rewrite) => all.flatMap((one) => rewrite(one, answered)), [message]);
      for (const one of sent) link.send(one, about);
    },
  };
}

/** How many turns of the event loop a reply waits so that others overtake it: more than any handler here takes. */
const TURNS = 5;

/** The same link, whose first reply, third reply and so on wait, so that the replies of concurrent requests change places. */
export function reorderingLink(link: Link): Link {
  let replies = 0;
  const later = async (message: JsonObject, about: Related | undefined) => {
    for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
    link.send(message, about);
  };
  return {
    ...passing(link),
    send(message, about) {
      if (!('method' in message) && ++replies % 2 === 1) void later(message, about);
      else link.send(message, about);
    },
  };
}

const passing = (link: Link): Omit<Link, 'send'> => ({
  closed: link.closed,
  close: () => link.close(),
  listen: (listener) => link.listen(listener),
});
