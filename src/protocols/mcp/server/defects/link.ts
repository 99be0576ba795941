import { isObject } from '../../../../json/json.js';
import { META } from '../../per-request.js';
import type { LinkContext } from '../parts.js';
import type { ServerLink } from '../state/call.js';

/** A link whose notifications of one method go to whoever listens, too. */
export const straying = (link: ServerLink, method: string, { tellAll }: LinkContext): ServerLink => ({
  closed: link.closed,
  listen: (listener) => link.listen(listener),
  send: (message, about) => {
    link.send(message, about);
    const params = isObject(message.params) ? message.params : {};
    // What goes to who listens passes here too.
    const isTold = isObject(params._meta) && META.subscriptionId in params._meta;
    if (message.method === method && !isTold) tellAll?.(method, params);
  },
  announce: (message, cause) => (link.announce ? link.announce(message, cause) : link.send(message)),
  withhold: (request) => link.withhold?.(request),
  hangUp: (request, retry) => link.hangUp?.(request, retry),
  hears: (about) => link.hears?.(about) ?? true,
  settled: async () => link.settled?.(),
  close: () => link.close(),
});
