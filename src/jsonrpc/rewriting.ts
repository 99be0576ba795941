import { Few } from '../bounded/few.js';
import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { BufferedListeners } from '../wire/buffered-listeners.js';
import type { Carried } from '../wire/carried.js';
import { idKey, RequestLedger } from './ledger.js';
import type { Link } from './link.js';
import { shapeOf } from './messages.js';

/** Hands a message to the next rewrite, and from the last one to the link or to the connection. */
type Pass = (message: JsonObject) => void;

/** What happens to messages at the border of a reference: each is passed on once, changed, later, several times or never. */
export interface Rewrite {
  /** Takes a message that is about to leave. Without it all are passed on. */
  sends?(message: JsonObject, pass: Pass): void;
  /** Takes a message that came. Without it all are passed on. */
  hears?(message: JsonObject, pass: Pass): void;
}

/** Lets some time go by before it acts. */
type Wait = (act: () => void) => void;

/** The border as one rewrite sees it. */
export interface RewritingBorder {
  /** The request that a response of ours answers; undefined for any other message. */
  requestOf(message: JsonObject): JsonObject | undefined;
  /** Sends a message past all rewrites. */
  send(message: JsonObject): void;
  /** Acts after `wait`; where the link is closed meanwhile, before that. */
  later(wait: Wait, act: () => void): void;
}

export type MakeRewrite = (border: RewritingBorder) => Rewrite;

/**
 * The same link with rewrites between it and the connection. What leaves passes them in the order of the list, what comes in
 * the opposite one.
 */
export function rewritten(link: Link, makers: LiveRewrites): Link {
  if (typeof makers === 'function') return new RewrittenLink(link, makers);
  return makers.length === 0 ? link : new RewrittenLink(link, () => makers);
}

/** Rewrites; those that may become others while a link lives are asked for with each message. */
export type LiveRewrites = readonly MakeRewrite[] | (() => readonly MakeRewrite[]);

/** What the rewrites of several have between the link and the connection, in their order. */
export function together(all: readonly LiveRewrites[]): LiveRewrites {
  if (all.every((one): one is readonly MakeRewrite[] => typeof one !== 'function')) return all.flat();
  let parts: readonly (readonly MakeRewrite[])[] = [];
  let made: readonly MakeRewrite[] = [];
  return () => {
    const now = all.map((one) => (typeof one === 'function' ? one() : one));
    if (now.length !== parts.length || now.some((one, index) => one !== parts[index])) made = now.flat();
    parts = now;
    return made;
  };
}

class RewrittenLink implements Link {
  readonly closed: Promise<void>;
  readonly #listeners = new BufferedListeners();
  /** The requests of the peer that are not answered yet: their answers are rewritten as they were. */
  readonly #requests = new Few<{ message: JsonObject; rewrites: readonly Rewrite[] }>();
  /** What rewrote our requests that are not answered yet. */
  readonly #asked = new Few<readonly Rewrite[]>();
  readonly #border: RewritingBorder;
  #makers: readonly MakeRewrite[] = [];
  #rewrites: readonly Rewrite[] = [];
  readonly #waiting = new Set<() => void>();
  #listening = false;

  constructor(
    private readonly link: Link,
    private readonly makers: () => readonly MakeRewrite[],
  ) {
    this.closed = link.closed;
    this.#border = {
      requestOf: (message) =>
        shapeOf(message) === 'response' ? this.#requests.get(idKey(message.id))?.message : undefined,
      send: (message) => this.link.send(message),
      later: (wait, act) => this.#later(wait, act),
    };
    this.#now();
  }

  send(...[message, about]: Parameters<Link['send']>): void {
    const answered = shapeOf(message) === 'response' ? this.#requests.get(idKey(message.id)) : undefined;
    const rewrites = answered?.rewrites ?? this.#now();
    this.#pass('sends', rewrites, message, (last) => {
      const shape = shapeOf(last);
      if (shape === 'response') this.#requests.delete(idKey(last.id));
      else if (shape === 'request' && rewrites.length > 0) this.#asked.set(idKey(last.id), rewrites);
      this.link.send(last, about);
    });
  }

  listen(listener: (carried: Carried) => void): void {
    this.#listeners.listen(listener);
    if (this.#listening) return;
    this.#listening = true;
    this.link.listen((carried) => this.#hear(carried));
  }

  close(): void {
    for (const act of [...this.#waiting]) act();
    this.link.close();
  }

  #hear(carried: Carried): void {
    const { message } = carried;
    if (carried.kind !== 'message' || !isObject(message)) {
      this.#listeners.emit(carried);
      return;
    }
    const shape = shapeOf(message);
    const asked = shape === 'response' ? this.#asked.get(idKey(message.id)) : undefined;
    if (asked) this.#asked.delete(idKey(message.id));
    const rewrites = asked ?? this.#now();
    if (shape === 'request') this.#requests.set(idKey(message.id), { message, rewrites });
    this.#pass('hears', rewrites, message, (last) =>
      this.#listeners.emit(last === message ? carried : withMessage(carried, last)),
    );
  }

  /** The rewrites as they are now. */
  #now(): readonly Rewrite[] {
    const makers = this.makers();
    if (makers !== this.#makers) this.#rewrites = makers.map((make) => make(this.#border));
    this.#makers = makers;
    return this.#rewrites;
  }

  #pass(way: keyof Rewrite, rewrites: readonly Rewrite[], message: JsonObject, end: Pass): void {
    if (rewrites.length === 0) {
      end(message);
      return;
    }
    const step = way === 'sends' ? 1 : -1;
    const at = (index: number): Pass => {
      const rewrite = rewrites[index];
      if (!rewrite) return end;
      const next = at(index + step);
      return (one) => (rewrite[way] ? rewrite[way](one, next) : next(one));
    };
    at(way === 'sends' ? 0 : rewrites.length - 1)(message);
  }

  #later(wait: Wait, act: () => void): void {
    const once = () => {
      if (this.#waiting.delete(once)) act();
    };
    this.#waiting.add(once);
    wait(once);
  }
}

/** The same with another message, whose text is its own. */
function withMessage({ text: _, ...rest }: Carried, message: JsonObject): Carried {
  return { ...rest, message };
}

/** What leaves in place of a message: itself, another one, several, or none. `request` is the one that a response answers. */
export type Replacements = (message: JsonObject, request?: JsonObject) => JsonObject[];

/** Puts other messages, or none, in the place of each one that leaves; `request` is the one that a response answers. */
export const replaces =
  (replacements: Replacements): MakeRewrite =>
  ({ requestOf }) => ({
    sends: (message, pass) => {
      for (const one of replacements(message, requestOf(message))) pass(one);
    },
  });

/** Puts another message in the place of each one that leaves; `request` is the one that a response answers. */
export const changes =
  (change: (message: JsonObject, request: JsonObject | undefined) => JsonObject): MakeRewrite =>
  ({ requestOf }) => ({ sends: (message, pass) => pass(change(message, requestOf(message))) });

/** Puts another result in the place of each one that leaves and is an object. */
export const changesResults = (change: (result: JsonObject, request: JsonObject) => Json): MakeRewrite =>
  changes((message, request) =>
    request && isObject(message.result) ? { ...message, result: change(message.result, request) } : message,
  );

/** Puts other params in the place of those that leave with this method. */
export const changesParams = (method: string, change: (params: JsonObject) => JsonObject): MakeRewrite =>
  changes((message) =>
    message.method === method && isObject(message.params) ? { ...message, params: change(message.params) } : message,
  );

/** Acts in a later turn of the event loop, so many turns from now. */
export const afterTurns =
  (turns: number): Wait =>
  (act) =>
    void (turns === 0 ? act() : setImmediate(() => afterTurns(turns - 1)(act)));

/** Holds each second result back, so that other answers overtake it. */
export const delaysResults =
  (wait: Wait): MakeRewrite =>
  ({ later }) => {
    let answered = 0;
    return {
      sends: (message, pass) => {
        if ('result' in message && ++answered % 2 === 1) later(wait, () => pass(message));
        else pass(message);
      },
    };
  };

/** Requests whose own ids are remembered. */
const REMEMBERED = 10_000;

/** Gives our requests ids that are texts beyond ASCII. */
export const oddIds: MakeRewrite = () => {
  const requests = new RequestLedger<'us' | 'them', Json>(REMEMBERED);
  let count = 0;
  return {
    sends: (message, pass) => {
      if (shapeOf(message) !== 'request') return pass(message);
      const id = `größe ${++count} "😀"`;
      requests.asked('us', id, String(message.method), message.id!);
      pass({ ...message, id });
    },
    hears: (message, pass) => {
      if (shapeOf(message) !== 'response') return pass(message);
      const { to } = requests.replied('them', message.id);
      // An answer to an id that never left answers nothing.
      if (to) pass({ ...message, id: to.about });
    },
  };
};
