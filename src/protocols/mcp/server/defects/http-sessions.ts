import { isObject, type JsonObject } from '../../../../json/json.js';
import type { Related } from '../../../../jsonrpc/link.js';
import type { Carried } from '../../../../wire/carried.js';
import { isLogLevel } from '../../revision.js';
import { HttpSession, type MakeHttpSession } from '../http/http-session.js';
import type { Wire } from '../http/wire.js';

/** A resumed stream brings what is kept of all other streams too. */
export const replayingAll: MakeHttpSession = (id, options) =>
  new (class extends HttpSession {
    override resume(wire: Wire, lastEventId: string): boolean {
      const stream = this.streamOf(lastEventId);
      if (!super.resume(wire, lastEventId)) return false;
      for (const other of this.streams)
        if (other !== stream) for (const message of other.messages) wire.event(message, {}, false);
      return true;
    }
  })(id, options);

/** Responses leave on a stream that was opened with GET, if there is one. */
export const respondingOnGet: MakeHttpSession = (id, options) =>
  new (class extends HttpSession {
    override send(message: JsonObject, about?: Related): void {
      const own = 'method' in message ? undefined : this.ownStream;
      if (own && about) {
        own.send(message);
        this.withhold(about);
      } else super.send(message, about);
    }
  })(id, options);

/** Log messages leave on a stream that was opened with GET, if there is one. */
export const loggingOnGet: MakeHttpSession = (id, options) =>
  new (class extends HttpSession {
    override send(message: JsonObject, about?: Related): void {
      if (message.method === 'notifications/message') this.announce(message);
      else super.send(message, about);
    }
  })(id, options);

/** What belongs to the session leaves on every stream that is open. */
export const broadcasting: MakeHttpSession = (id, options) =>
  new (class extends HttpSession {
    override announce(message: JsonObject): void {
      for (const stream of this.streams) if (stream.connected) stream.send(message);
    }
  })(id, options);

/** A request ends with its connection. */
export const cancellingWithoutConnection: MakeHttpSession = (id, options) =>
  new (class extends HttpSession {
    override request(carried: Carried, message: JsonObject, wire: Wire): void {
      super.request(carried, message, wire);
      void wire.parted.then(() => {
        if (this.carries(wire.stream)) this.session.cancel(message.id as Related['id']);
      });
    }
  })(id, options);

/** Sessions that all hear of the end of a visit. */
export function tellingAllOfVisits(): MakeHttpSession {
  const all = new Set<HttpSession>();
  return (id, options) => {
    const one = new (class extends HttpSession {
      override announce(message: JsonObject, cause?: Related): void {
        super.announce(message, cause);
        if (message.method !== 'notifications/elicitation/complete') return;
        for (const other of all) if (other !== this) HttpSession.prototype.announce.call(other, message);
      }
    })(id, options);
    all.add(one);
    return one;
  };
}

/** The log level that a client sets is that of all sessions. */
export function sharingLevel(): MakeHttpSession {
  const all = new Set<HttpSession>();
  return (id, options) => {
    const one = new (class extends HttpSession {
      override request(carried: Carried, message: JsonObject, wire: Wire): void {
        super.request(carried, message, wire);
        const { level } = isObject(message.params) ? message.params : {};
        if (message.method !== 'logging/setLevel' || !isLogLevel(level)) return;
        for (const { session } of all) session.state.level = level;
      }
    })(id, options);
    all.add(one);
    return one;
  };
}
