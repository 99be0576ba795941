import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import type { Link, Related } from '../../../../jsonrpc/link.js';
import type { Carried, Listener } from '../../../../wire/carried.js';
import { CODES } from '../../revision.js';
import { readMessage, refusal } from '../messages.js';
import type { ServerLink } from '../state/call.js';

/**
 * The way into and out of a session: refuses what is no MCP message, so that only proper ones get
 * behind it.
 */
export class SessionGate implements Link {
  readonly closed: Promise<void>;

  constructor(private readonly link: ServerLink) {
    this.closed = link.closed;
  }

  listen(listener: Listener): void {
    this.link.listen((carried) => {
      const received = carried.kind === 'message' ? readMessage(carried.message ?? null) : undefined;
      if (received?.kind === 'invalid' && isOurs(carried.message)) this.refuse(carried);
      else listener(carried);
    });
  }

  /** Answers what is no MCP message, unless it was meant as a notification or a response. Returns false: it is dealt with. */
  refuse(carried: Carried): false {
    const about: Related = { id: null, ...(carried.stream !== undefined && { stream: carried.stream }) };
    if (carried.kind === 'bytes') {
      this.link.send(refusal(CODES.parseError, `Parse error: ${carried.problem ?? 'not JSON'}`), about);
    } else {
      const received = readMessage(carried.message ?? null);
      if (received.kind === 'invalid' && received.answerable) this.link.send(received.refusal, about);
    }
    return false;
  }

  send(message: JsonObject, about?: Related): void {
    this.link.send(message, about);
  }

  announce(message: JsonObject, cause: Related | undefined): void {
    if (this.link.announce) this.link.announce(message, cause);
    else this.link.send(message);
  }

  /** No response will be sent for this request. */
  withhold(request: Related): void {
    this.link.withhold?.(request);
  }

  hangUp(request: Related, retry: number): void {
    this.link.hangUp?.(request, retry);
  }

  hears(about: Related): boolean {
    return this.link.hears?.(about) ?? true;
  }

  close(): void {
    this.link.close();
  }
}

/** Whether a message is judged here: one with a method. What has none may be an answer, which only the asker can judge. */
const isOurs = (message: Json | undefined) => isObject(message) && 'method' in message;
