import { BoundedMap } from '../../bounded/bounded-map.js';
import { showValue } from '../../json/display.js';
import type { JsonObject } from '../../json/json.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import type { Exchange, RecordedStep } from '../../recording/exchanges.js';
import type { AnswerSource, Heard, Play, Step } from '../answering/play.js';
import { exactKey, looseKey, unlikeAsked } from './alike.js';
import { renaming } from './renamed.js';

/** Sessions whose progress through the recording is remembered at least. */
const MOST_SESSIONS = 2_000;
/** Requests that matched nothing and are kept apart for the report. */
const MOST_UNMATCHED = 200;

/** A kind of request that the recording has no answer to. */
export interface Unmatched {
  method: string;
  count: number;
  /** Why nothing matched: where the request differs from the most similar one, if there is one. */
  reason: string;
}

/** What came of a replay. */
export interface ReplayReport {
  /** Answers of the recording that nobody asked for. */
  unused: readonly Exchange[];
  /** How many answers the recording has. */
  answers: number;
  unmatched: readonly Unmatched[];
}

/** Answers from a recording, each session from its beginning. */
export interface Replay extends AnswerSource {
  report(): ReplayReport;
}

interface Progress {
  /** The conversation of the recording that this session goes along with. */
  conversation: number;
  used: Set<Exchange>;
}

/**
 * Answers requests as a recording shows it. A request is answered like the next recorded one with the same method and params; ids, times and
 * tokens may differ if none has them exactly. Once all are used, the last one is used again.
 *
 * @param begins methods by which a peer begins: their params say what it is, and need not match
 */
export function replay(exchanges: readonly Exchange[], begins: readonly string[]): Replay {
  return new Replaying(exchanges, begins);
}

class Replaying implements Replay {
  readonly #byMethod = new Map<string, Exchange[]>();
  readonly #byExact = new Map<string, Exchange[]>();
  readonly #byLoose = new Map<string, Exchange[]>();
  readonly #sessions = new BoundedMap<string, Progress>(MOST_SESSIONS);
  readonly #used = new Set<Exchange>();
  readonly #unmatched = new Map<string, Unmatched>();
  readonly #answers: Exchange[];
  readonly #last: number;
  #opened = 0;

  constructor(
    exchanges: readonly Exchange[],
    private readonly begins: readonly string[],
  ) {
    this.#answers = exchanges.filter(({ isComplete }) => isComplete);
    this.#last = Math.max(0, ...exchanges.map(({ conversation }) => conversation));
    for (const exchange of this.#answers) {
      const { method, request } = exchange;
      add(this.#byMethod, method, exchange);
      add(this.#byExact, `${method} ${exactKey(request)}`, exchange);
      add(this.#byLoose, `${method} ${looseKey(request)}`, exchange);
    }
  }

  answer({ message, method, session, isApart }: Heard): Play | undefined {
    if (shapeOf(message) !== 'request') return undefined;
    const progress = this.#sessions.obtain(session, () => ({
      conversation: Math.min(this.#opened++, this.#last),
      used: new Set(),
    }));
    const isBeginning = this.begins.includes(method);
    const alike = isBeginning
      ? this.#byMethod.get(method)
      : (this.#byExact.get(`${method} ${exactKey(message)}`) ?? this.#byLoose.get(`${method} ${looseKey(message)}`));
    if (!alike) {
      if (!isBeginning) this.#missed(method, message);
      return undefined;
    }
    const own = alike.filter(({ conversation }) => conversation === progress.conversation);
    const among = own.length > 0 ? own : alike;
    const next = among.find((one) => !progress.used.has(one)) ?? among.at(-1)!;
    progress.used.add(next);
    this.#used.add(next);
    const renamed = renaming(next.request, message, isBeginning);
    return { steps: played(next, isApart, renamed), isStream: next.isStream };
  }

  report(): ReplayReport {
    return {
      unused: this.#answers.filter((one) => !this.#used.has(one)),
      answers: this.#answers.length,
      unmatched: [...this.#unmatched.values()],
    };
  }

  #missed(method: string, message: JsonObject): void {
    const reason = this.#reason(method, message);
    const key = JSON.stringify([method, reason]);
    const known = this.#unmatched.get(key);
    if (known) known.count += 1;
    else if (this.#unmatched.size < MOST_UNMATCHED) this.#unmatched.set(key, { method, count: 1, reason });
  }

  /** Why nothing matches: of the recorded requests of the method the one whose first difference is deepest is meant. */
  #reason(method: string, message: JsonObject): string {
    const alike = this.#byMethod.get(method);
    if (!alike) return 'the recording has no answer to this method';
    const differences = alike.flatMap(({ request, line }) => {
      const unlike = unlikeAsked(request, message);
      return unlike ? [{ ...unlike, line }] : [];
    });
    const [nearest] = differences.sort((a, b) => depthOf(b.path) - depthOf(a.path));
    if (!nearest) return 'its params differ';
    const { path, wanted, actual, line } = nearest;
    const shown = (value: typeof wanted) => (value === undefined ? 'nothing' : showValue(value));
    return `params${path}: got ${shown(actual)}, and line ${line} has ${shown(wanted)}`;
  }
}

const depthOf = (path: string): number => path.split('/').length;

function add(to: Map<string, Exchange[]>, key: string, exchange: Exchange): void {
  const list = to.get(key);
  if (list) list.push(exchange);
  else to.set(key, [exchange]);
}

/** The steps of an exchange. What came after the reply stands before it if nothing else would carry it. */
function* played(
  { steps, after }: Exchange,
  isApart: boolean,
  renamed: ReturnType<typeof renaming>,
): Generator<Step, void, JsonObject | undefined> {
  const at = isApart ? steps.findIndex(({ kind }) => kind === 'reply') : steps.length;
  for (const one of [...steps.slice(0, at), ...after, ...steps.slice(at)]) {
    const message = renamed(one.message);
    if (message) yield stepOf(one, message);
  }
}

function stepOf({ kind, waits, status }: RecordedStep, message: JsonObject): Step {
  if (kind === 'request') return { kind, message, waits };
  if (kind === 'notify') return { kind, message };
  return { kind, message, ...(status === undefined ? {} : { http: { status } }) };
}
