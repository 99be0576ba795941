import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/envelope.js';
import type { Link, Related } from '../../../../jsonrpc/link.js';
import type { Carried, Listener } from '../../../../wire/carried.js';
import { CODES } from '../../revision.js';
import type { ServerLink } from '../call.js';
import type { Freedoms } from '../freedoms.js';
import { loosenMessage } from '../loosen.js';
import { readMessage, refusal } from '../messages.js';

/**
 * Where the messages of a session come in and go out: refuses what is no MCP message, so that only proper ones get behind
 * it, and knows when a reply has left.
 */
export class Desk implements Link {
  readonly closed: Promise<void>;
  readonly #after = new Map<string, (() => void)[]>();

  constructor(
    private readonly link: ServerLink,
    private readonly freedoms: Freedoms,
  ) {
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
      this.#send(refusal(CODES.parseError, `Parse error: ${carried.problem ?? 'not JSON'}`), about);
    } else {
      const received = readMessage(carried.message ?? null);
      if (received.kind === 'invalid' && received.answerable) this.#send(received.refusal, about);
    }
    return false;
  }

  send(message: JsonObject, about?: Related): void {
    this.#send(message, about);
    if (about === undefined || 'method' in message) return;
    this.#finish(about);
  }

  announce(message: JsonObject, cause: Related | undefined): void {
    const loose = loosenMessage(message, this.freedoms);
    if (this.link.announce) this.link.announce(loose, cause);
    else this.link.send(loose);
  }

  /** No response will be sent for this request. */
  withhold(request: Related): void {
    this.link.withhold?.(request);
    this.#after.delete(keyOf(request));
  }

  hangUp(request: Related, retry: number): void {
    this.link.hangUp?.(request, retry);
  }

  /** Calls `then` once the reply of the request was sent. */
  afterReply(request: Related, then: () => void): void {
    const key = keyOf(request);
    this.#after.set(key, [...(this.#after.get(key) ?? []), then]);
  }

  close(): void {
    this.link.close();
  }

  #send(message: JsonObject, about: Related | undefined): void {
    this.link.send(loosenMessage(message, this.freedoms), about);
  }

  #finish(request: Related): void {
    const key = keyOf(request);
    const waiting = this.#after.get(key);
    this.#after.delete(key);
    for (const then of waiting ?? []) then();
  }
}

/** Whether a message is judged here: one with a method. What has none may be an answer, which only the asker can judge. */
const isOurs = (message: Json | undefined) => isObject(message) && 'method' in message;

const keyOf = ({ id, stream }: Related) => `${stream ?? ''} ${idKey(id)}`;
