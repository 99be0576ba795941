import type { Json } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { BufferedListeners } from '../../../../wire/buffered-listeners.js';
import { carryBytes } from '../../../../wire/carry.js';
import type { ServerExchange } from '../../../../wire/http/exchange.js';
import { defaultLimits } from '../../../../wire/limits.js';
import { META, PER_REQUEST_HEADERS, perRequestRevision } from '../../per-request.js';
import { REVISIONS } from '../../revision.js';
import { metaOf } from '../per-request/metadata.js';

/** Whether a message says its revision by itself, or asks for what only a server without sessions has. */
function saysRevision(message: Json | undefined): boolean {
  if (!isObject(message)) return false;
  return message.method === 'server/discover' || metaOf(message.params)[META.protocolVersion] !== undefined;
}

/** Whether an exchange is one of a client without sessions: by a header that only these send, or by its body. */
export function isPerRequest({ headers, body }: ServerExchange): boolean {
  const named = headers[PER_REQUEST_HEADERS.protocolVersion];
  // As some SDKs do: whatever names a revision with sessions is one of these, wherever it says so.
  if (named !== undefined && perRequestRevision(named) === undefined && REVISIONS.includes(named)) return false;
  if (headers[PER_REQUEST_HEADERS.method] !== undefined) return true;
  return body.length > 0 && saysRevision(carryBytes(body, defaultLimits).message);
}

/** A link over pipes with a server of each family behind it: from `initialize` on the client is one with a session. */
export class LinkOfEitherFamily {
  readonly perRequest: Link;
  readonly session: Link;
  readonly closed: Promise<void>;
  #hasSession = false;

  constructor(private readonly link: Link) {
    const [without, opened] = [new BufferedListeners(), new BufferedListeners()];
    this.closed = link.closed;
    this.perRequest = this.#side(without);
    this.session = this.#side(opened);
    link.listen((carried) => {
      if (carried.kind !== 'message' && carried.kind !== 'bytes') {
        without.emit(carried);
        opened.emit(carried);
        return;
      }
      const { message } = carried;
      if (isObject(message) && message.method === 'initialize') this.#hasSession = true;
      (this.#hasSession ? opened : without).emit(carried);
    });
  }

  close(): void {
    this.link.close();
  }

  #side(listeners: BufferedListeners): Link {
    const { link } = this;
    return {
      closed: link.closed,
      listen: (listener) => listeners.listen(listener),
      send: (message, about) => link.send(message, about),
      close: () => link.close(),
    };
  }
}
