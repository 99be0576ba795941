import type { Json, JsonObject } from '../../json/json.js';
import type { Case, Step } from '../../language/case.js';
import type { Level } from '../../language/requirement.js';
import type { Carried } from '../../wire/carried.js';
import { round } from '../../wire/clock/catch-up.js';
import { realClock } from '../../wire/clock/clock.js';
import type { WireRecord } from '../../wire/record.js';
import type { Ending } from '../blame/ending.js';
import type { BlameRules } from '../blame/evidence.js';
import type { Judged } from '../blame/outcome.js';
import { Channel, Transcript } from '../channel.js';
import { realTime } from '../clock/real-time.js';
import { Requests } from '../requests.js';
import type { Outgoing, Stage, TargetTime } from '../stage.js';
import { Player } from './player.js';

/** What a test's target does with one thing that the kit sent: `say` puts something on the wire in its time, `put` at once. */
export type Target = (
  out: Outgoing,
  say: (carried: Carried | JsonObject, after?: number) => void,
  put: (carried: Carried) => void,
) => void;

/** A clock that stands still until a step waits, then jumps to what is due next. */
class JumpingTime implements TargetTime {
  readonly exact = true;
  private time = 0;
  private due: { at: number; fire: () => void }[] = [];

  now = () => this.time;

  at(ms: number, fire: () => void): void {
    this.due.push({ at: this.time + ms, fire });
    this.due.sort((a, b) => a.at - b.at);
  }

  async drive(signal: AbortSignal, budget: number): Promise<'still' | 'time'> {
    const latest = this.time + budget;
    while (!signal.aborted) {
      await Promise.resolve();
      const next = this.due.shift();
      if (!next) return 'still';
      if (next.at > latest) {
        this.due.unshift(next);
        break;
      }
      this.time = next.at;
      next.fire();
    }
    return 'time';
  }

  async exiting(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await round();
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    const until = this.time + ms;
    while (!signal.aborted && this.due[0] && this.due[0].at <= until) {
      const next = this.due.shift()!;
      this.time = next.at;
      next.fire();
      await Promise.resolve();
    }
    this.time = Math.max(this.time, until);
  }
}

const place = (line: number) => ({ file: 'test.yaml', line, col: 1 });

/** Steps in the short form of a case file, with `line` counted from 1. */
function steps(list: readonly object[]): Step[] {
  return list.map((one, index) => {
    const { on, check, save, within, after, shows, says, if_open, ...rest } = one as JsonObject;
    const [verb, body] = Object.entries(rest)[0] as [Step['verb'], Json];
    const step: Step = {
      verb,
      body,
      check: check === undefined ? [] : ([check].flat() as string[]),
      save: (save ?? {}) as Record<string, string>,
      place: place(index + 1),
      ...(on === undefined ? {} : { on: String(on) }),
      ...(within === undefined ? {} : { within: String(within) }),
      ...(after === undefined ? {} : { after: String(after) }),
      ...(shows === undefined ? {} : { shows: String(shows) }),
      ...(says === undefined ? {} : { says: String(says) }),
      ...(if_open === undefined ? {} : { if_open: String(if_open) }),
    };
    if (verb === 'any_order') step.steps = steps(body as JsonObject[]);
    if (verb === 'repeat') step.steps = steps((body as JsonObject).steps as JsonObject[]);
    if (verb === 'either') {
      step.branches = (body as JsonObject[]).map((branch) => ({
        grade: branch.grade as 'pass' | 'non-strict',
        ...(branch.note === undefined ? {} : { note: String(branch.note) }),
        steps: steps(branch.steps as JsonObject[]),
      }));
    }
    return step;
  });
}

export interface PlayResult {
  ending: Ending;
  judged: Judged[];
  sent: Outgoing[];
  records: readonly WireRecord[];
  player: Player;
}

interface PlayInOptions {
  levels?: Record<string, Level>;
  judges?: (requirement: string) => boolean;
  anytime?: string[];
  served?: string[];
  within?: number;
  firstWord?: number;
  /** The machine's time, and ms that the target has waited for a core so far. Default: a clock that costs no time. */
  starved?: () => number;
  /** Aborts while the case is played. */
  signal?: AbortSignal;
  /** What `start` waits for. */
  started?: Promise<void>;
  /** Default: every message is legal, and the role has no liveness check. */
  blame?: BlameRules;
}

/** Plays steps against a target that lives in the test. */
export async function playIn(
  list: readonly object[],
  target: Target,
  options: PlayInOptions = {},
): Promise<PlayResult> {
  const jumping = new JumpingTime();
  const time = options.starved ? realTime(realClock, options.starved) : jumping;
  const requests = new Requests();
  const judged: Judged[] = [];
  const sent: Outgoing[] = [];
  const main = new Channel('main');
  const transcript = new Transcript(time.now, (record) => requests.note(record));
  const files = new Map<string, Uint8Array>();
  let died: string | undefined;
  const put = (carried: Carried) => {
    if (carried.kind === 'closed' || carried.kind === 'exit') main.ended = true;
    if (carried.kind === 'exit') died = `the target exited with code ${carried.exit?.code}`;
    transcript.add('target', [main], carried);
  };
  const say = (carried: Carried | JsonObject, after = 0) => {
    const item = 'kind' in carried ? (carried as Carried) : ({ kind: 'message', message: carried } as Carried);
    if (time === jumping) jumping.at(after, () => put(item));
    else realClock.after(after, () => put(item));
  };
  const stage: Stage = {
    transcript,
    time,
    signal: options.signal ?? new AbortController().signal,
    dir: () => '/case',
    builtIn: (name) => (name === 'node' ? '/bin/node' : undefined),
    builtInNames: () => ['node'],
    channel: (name) => (name === undefined || name === 'main' ? main : undefined),
    channelNames: () => ['main'],
    ready: async () => undefined,
    start: () => options.started ?? Promise.resolve(),
    stop: async () => put({ kind: 'exit', exit: { code: 0, signal: null } }),
    open: async () => undefined,
    close: async () => undefined,
    send: async (_channel, out) => {
      for (const one of out) {
        sent.push(one);
        transcript.add('kit', [main], { kind: 'message', message: one.message ?? null }, one.as ? { as: one.as } : {});
        target(one, say, put);
      }
    },
    canAnswer: () => !main.ended,
    served: (record) => (options.served ?? []).includes(String((record.message as JsonObject).method)),
    settle: async () => undefined,
    get died() {
      return died;
    },
    write: async (path, content) => {
      if (content instanceof Uint8Array) files.set(path, content);
    },
    readFile: async (path) => files.get(path),
    ports: () => [],
  };
  const subject: Case = {
    id: 'test.case',
    title: 'A case of a test',
    suite: 'test',
    role: 'test/target',
    place: place(1),
    needs: { capability: [], without: [], behavior: [], transport: [], version: [] },
    peer: {},
    kills: [],
    steps: steps(list),
    requirements: [],
  };
  const player = new Player(subject, stage, requests, {
    clock: realClock,
    within: options.within ?? 2_000,
    ...(options.firstWord === undefined ? {} : { firstWord: options.firstWord }),
    slow: 1,
    level: (id) => options.levels?.[id] ?? 'must',
    ...(options.judges ? { judges: options.judges } : {}),
    match: {},
    select: {},
    anytime: (record) => (options.anytime ?? []).includes(String((record.message as JsonObject).method)),
    blame: options.blame ?? { legal: () => true },
    onJudged: (one) => judged.push(one),
  });
  const ending = await player.play();
  return { ending, judged, sent, records: transcript.records, player };
}
