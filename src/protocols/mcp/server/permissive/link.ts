import { setMaxListeners } from 'node:events';
import { Few } from '../../../../bounded/few.js';
import { LiveNames } from '../../../../conversation/live/names.js';
import type { JsonObject } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Related } from '../../../../jsonrpc/link.js';
import type { Id } from '../../../../jsonrpc/messages.js';
import type { Carried, Listener } from '../../../../wire/carried.js';
import { type Clock, sleep } from '../../../../wire/clock/clock.js';
import { readMessage } from '../messages.js';
import type { ServerLink } from '../state/call.js';
import { REWRITES, type Rewrite } from './rewrites.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** The same link, on which the messages of one session are as the permissive variants have them. `logging`: whether the server offers it. */
export function permissiveLink(
  link: ServerLink,
  names: PermissiveOptions,
  { clock, logging }: { clock: Clock; logging: boolean },
): ServerLink {
  const rewrites = () =>
    (Object.keys(REWRITES) as PermissiveOption[]).flatMap((name) =>
      names.has(name) ? [REWRITES[name]!({ logging })] : [],
    );
  if (names instanceof LiveNames) return new PermissiveLink(link, names.live(rewrites), clock);
  const made = rewrites();
  return made.length === 0 ? link : new PermissiveLink(link, () => made, clock);
}

interface OpenRequest {
  request: JsonObject;
  /** What was done to messages when it came: it ends so. */
  rewrites: readonly Rewrite[];
  /** What waits for its reply. */
  after: readonly JsonObject[];
}

const NOTHING: readonly JsonObject[] = [];

class PermissiveLink implements ServerLink {
  readonly closed: Promise<void>;
  readonly #open = new Few<OpenRequest>();
  readonly #delayed = new Set<Promise<void>>();
  readonly #over = new AbortController();

  constructor(
    private readonly link: ServerLink,
    /** As they are now. */
    private readonly now: () => readonly Rewrite[],
    private readonly clock: Clock,
  ) {
    this.closed = link.closed;
    // Any number of replies may wait.
    setMaxListeners(0, this.#over.signal);
  }

  listen(listener: Listener): void {
    this.link.listen((carried) => {
      const heard = this.#heard(carried);
      if (heard) listener(heard);
    });
  }

  send(message: JsonObject, about?: Related): void {
    const open = about && !('method' in message) ? this.#open.get(keyOf(about.id, about.stream)) : undefined;
    const delay =
      open?.rewrites.length && 'result' in message
        ? open.rewrites.reduce((ms, one) => ms + (one.delay?.() ?? 0), 0)
        : 0;
    if (delay === 0) {
      this.#put(message, about, open);
      return;
    }
    const later = sleep(this.clock, delay, this.#over.signal).then((elapsed) => {
      if (elapsed) this.#put(message, about, open);
      this.#delayed.delete(later);
    });
    this.#delayed.add(later);
  }

  announce(message: JsonObject, cause?: Related): void {
    const open = cause && this.#open.get(keyOf(cause.id, cause.stream));
    if (open?.rewrites.some((one) => one.afterReply?.(message))) open.after = [...open.after, message];
    else this.#announce(message, cause);
  }

  withhold(request: Related): void {
    this.link.withhold?.(request);
    this.#finish(request);
  }

  hangUp(request: Related, retry: number): void {
    this.link.hangUp?.(request, retry);
  }

  hears(about: Related): boolean {
    return this.link.hears?.(about) ?? true;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#delayed);
  }

  close(): void {
    this.#over.abort();
    this.link.close();
  }

  #heard(carried: Carried): Carried | undefined {
    if (carried.kind !== 'message') return carried;
    const rewrites = this.now();
    const received = readMessage(carried.message ?? null);
    if (received.kind === 'invalid') return carried;
    if (received.kind === 'request') {
      const key = keyOf(received.id, carried.stream);
      if (!this.#open.has(key)) this.#open.set(key, { request: received.message, rewrites, after: NOTHING });
    }
    if (rewrites.length === 0) return carried;
    let message: JsonObject | undefined = received.message;
    // The other way round than what is sent.
    for (const { hears } of [...rewrites].reverse()) if (message && hears) message = hears(message);
    if (message === received.message) return carried;
    const { text, ...rest } = carried;
    return message && { ...rest, message };
  }

  #put(message: JsonObject, about: Related | undefined, open: OpenRequest | undefined): void {
    const rewrites = open?.rewrites ?? this.now();
    if (rewrites.length === 0) this.link.send(message, about);
    else for (const one of this.#rewritten(message, rewrites, open?.request)) this.link.send(one, about);
    if (open && about) this.#finish(about);
  }

  #announce(message: JsonObject, cause: Related | undefined): void {
    for (const one of this.#rewritten(message, this.now(), undefined)) {
      if (this.link.announce) this.link.announce(one, cause);
      else this.link.send(one);
    }
  }

  #rewritten(message: JsonObject, rewrites: readonly Rewrite[], answered: JsonObject | undefined): JsonObject[] {
    return rewrites.reduce(
      (messages, { sends }) =>
        sends ? messages.flatMap((one) => sends(one, 'method' in one ? undefined : answered)) : messages,
      [message],
    );
  }

  /** The request was answered, or will never be. */
  #finish(request: Related): void {
    const key = keyOf(request.id, request.stream);
    const open = this.#open.get(key);
    this.#open.delete(key);
    for (const message of open?.after ?? []) this.#announce(message, request);
  }
}

const keyOf = (id: Id, stream: string | undefined) => `${stream ?? ''} ${idKey(id)}`;
