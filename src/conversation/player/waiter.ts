import type { Json, JsonObject } from '../../json/json.js';
import { isObject, objectOf, stringifyJson } from '../../json/json.js';
import { getPointer } from '../../json/pointer.js';
import type { Step } from '../../language/case.js';
import { formatDuration, parseDuration } from '../../language/duration.js';
import { nearestAlternative } from '../../language/pattern/nearest.js';
import type { Actual, MatchContext } from '../../language/pattern/pattern.js';
import {
  describe,
  parseSelector,
  type SelectContext,
  type Selector,
  selects,
  splitExpect,
} from '../../language/selector.js';
import { resolve } from '../../language/values/index.js';
import type { Clock } from '../../wire/clock/clock.js';
import { viewOf, type WireRecord } from '../../wire/record.js';
import type { EvidenceOptions } from '../blame/evidence.js';
import type { Judged } from '../blame/outcome.js';
import type { Channel } from '../channel.js';
import { unhurried } from '../clock/unhurried.js';
import { Names } from '../names.js';
import type { Requests } from '../requests.js';
import { type Stage, StageError } from '../stage.js';
import { describeFound } from '../summary.js';
import { type Finder, type Found, Search, take } from './find.js';
import { endedEarly, refuseUnread, tooLate } from './in-vain.js';
import { judge } from './judgement.js';
import { anyOf, awaitedBy, type Patience } from './patience.js';
import { StepFailure } from './step-failure.js';
import { hasSpoken, isTimeUp, until } from './until.js';

/** What the player is told about the world beside the case. Durations in ms, real time. */
export interface PlayOptions extends EvidenceOptions {
  clock: Clock;
  /** Budget of a wait that names none. */
  within: number;
  /** Budget of a wait in which the target has said nothing yet but notifications, where that is longer: it may still be starting. */
  firstWord?: number;
  /** Factor on every real-time budget. */
  slow: number;
  match: MatchContext;
  select: SelectContext;
  /** Whether a message of this kind may come at any time in this role. */
  anytime(record: WireRecord, transcript: readonly WireRecord[]): boolean;
  /** How long waits may take; without it as long as their steps say. */
  patience?: Patience;
  onJudged(judged: Judged): void;
}

const endsItself = ({ kind }: Selector) => kind === 'exit' || kind === 'outcome';

const withinWords = (ms: number) => `within ${formatDuration(ms)}`;

/** An id and what kind of value it is. */
const typed = (id: Json) => `${stringifyJson(id)} (${typeof id === 'string' ? 'text' : 'number'})`;

/** The failure of a step by a record as a whole. */
const differing = (message: string, record: WireRecord, channel: Channel) =>
  new StepFailure(message, { kind: 'differs', differences: [], record }, { channel: channel.name });

/** The record that was found. Only for a look that found one. */
const recordOf = (found: Found | 'over' | undefined) => (found as Extract<Found, { kind: 'found' }>).record;

/** Waits for what the target sends, takes it, judges and captures it: the half of the player that listens. */
export class Waiter {
  readonly names: Names;
  readonly finder: Finder;
  /** The steps are over: no request of the target waits for one any longer. */
  over = false;

  constructor(
    private readonly stage: Stage,
    private readonly requests: Requests,
    private readonly options: PlayOptions,
  ) {
    this.names = new Names(stage, requests);
    this.finder = {
      transcript: stage.transcript,
      selects: (selector, record) => selects(selector, record, this.selectContext()),
      retypedId: ({ kind, names = [] }, record) => {
        if (kind !== 'reply') return undefined;
        return names.map((name) => this.requests.retypedId(name, record)).find((id) => id !== undefined);
      },
      mayPass: (record) => this.mayPass(record),
    };
  }

  /** Waits for the message of an `expect` and takes it. Throws StepFailure. */
  async expect(step: Step, body: JsonObject): Promise<WireRecord> {
    const channel = await this.channelOf(step);
    const { selector, judgement } = splitExpect(body);
    this.stage.reads?.(channel);
    const since = channel.lastTaken;
    const search = new Search(this.finder, channel, selector);
    const awaited = this.awaited(selector, judgement);
    const found = await this.wait(step, channel, () => this.look(search, channel, selector), selector, awaited);
    return this.accept(step, channel, selector, judgement, found, since, body);
  }

  /** Takes a found record, judges it, captures from it. Throws StepFailure. */
  accept(
    step: Step,
    channel: Channel,
    selector: Selector,
    judgement: JsonObject,
    found: Found,
    since: number | undefined,
    body: JsonObject,
  ): WireRecord {
    if (found.kind === 'none') throw new Error('nothing was found');
    const { record } = found;
    if (found.kind === 'blocked') {
      throw differing(
        `waited for ${this.describe(selector)}, but ${describeFound(record)} came first`,
        record,
        channel,
      );
    }
    if (found.kind === 'retyped') {
      const given = objectOf(record.message).id!;
      throw differing(`replied with id ${typed(given)}, asked with ${typed(found.id)}`, record, channel);
    }
    take(this.finder, channel, selector, record);
    const as = body.as;
    if (typeof as === 'string') this.requests.nameTaken(record, as);
    const differences = this.judge(judgement, record, selector);
    if (differences.length > 0) {
      throw new StepFailure(
        differences[0]!.message,
        { kind: 'differs', differences, record },
        { expected: judgement, actual: viewOf(record), channel: channel.name },
      );
    }
    this.checkTime(step, record, since, channel);
    this.save(step, record);
    return record;
  }

  private judge(judgement: JsonObject, record: WireRecord, selector: Selector) {
    const exit = record.exit?.code ?? record.exit?.signal ?? null;
    const whole = selector.kind === 'exit' ? exit : selector.kind === 'outcome' ? record.outcome : undefined;
    return judge(judgement, record, this.options.match, whole);
  }

  private checkTime(step: Step, record: WireRecord, since: number | undefined, channel: Channel): void {
    if (step.after === undefined) return;
    const wanted = this.duration(step.after);
    const waited = record.time - (since ?? 0);
    const slack = this.stage.time.exact ? 0 : Math.max(50, wanted / 10);
    const latest = wanted + (this.stage.time.exact ? 0 : this.within(step));
    const came = `came after ${Math.round(waited)} ms`;
    if (waited < wanted - slack)
      throw differing(`${came}, not before ${formatDuration(wanted)} were over`, record, channel);
    if (waited > latest) throw differing(`${came}, expected ${formatDuration(wanted)}`, record, channel);
  }

  private save(step: Step, record: WireRecord): void {
    if (Object.keys(step.save).length > 0) this.saveFrom(step, viewOf(record), record);
  }

  /** Captures from a value, which a record shows or an assertion has judged. Throws StepFailure where there is nothing to capture. */
  saveFrom(step: Step, view: Actual, record?: WireRecord): void {
    const entries = Object.entries(step.save);
    for (const [name, pointer] of entries) {
      const value = getPointer(view as Json, String(this.value(pointer)));
      if (value === undefined) {
        throw new StepFailure(
          `the ${record ? 'message' : 'value'} has nothing at ${pointer || '/'} to save as ${name}`,
          { kind: 'differs', differences: [], ...(record ? { record } : {}) },
          { actual: view as Json },
        );
      }
      this.names.save(name, value, record);
    }
  }

  private look(search: Search, channel: Channel, selector: Selector): Found | 'over' | undefined {
    const found = search.look();
    if (found.kind !== 'none') return found;
    const name = selector.kind === 'reply' ? selector.names?.[0] : undefined;
    const waitsForEnd = endsItself(selector);
    if (!waitsForEnd && (channel.ended || !this.stage.canAnswer(channel, name))) return 'over';
    if (waitsForEnd && this.stage.transcript.exited) return 'over';
    return undefined;
  }

  /** Waits until `probe` finds something, the lane is over, or the budget is. */
  private async wait<T>(
    step: Step,
    channel: Channel,
    probe: () => T | 'over' | undefined,
    selector: Selector,
    awaited: string,
  ): Promise<T> {
    const what = this.describe(selector);
    const whole = this.within(step) + (step.after === undefined ? 0 : this.duration(step.after));
    const budget = step.after === undefined ? this.patience(awaited, whole) : whole;
    const { outcome, more } = await this.untilHeard(probe, budget, endsItself(selector));
    if (isTimeUp(outcome) || outcome === 'over') refuseUnread(this.stage, what, channel, selector);
    if (outcome === 'over') throw await endedEarly(this.stage, channel, selector, what);
    if (!isTimeUp(outcome)) return outcome;
    const waited =
      outcome === 'still' ? 'and the target has nothing left to do' : this.waitedFor(awaited, whole, budget, more);
    const kind = selector.kind === 'reply' ? 'no-reply' : 'nothing-came';
    throw tooLate(this.stage, `${what} did not come ${waited}`, outcome, channel, kind);
  }

  /** What a wait is for, as waits of other cases have it. */
  private awaited(selector: Selector, judgement: JsonObject): string {
    const methods = selector.names?.map((name) => this.requests.named(name)?.method ?? name) ?? [];
    return awaitedBy(selector, methods, judgement.error !== undefined || selector.variant === 'error');
  }

  /** How long a wait may take of its budget. A clock that the kit moves costs no time. */
  private patience(awaited: string, budget: number): number {
    return this.stage.time.exact ? budget : (this.options.patience?.of(awaited, budget) ?? budget);
  }

  /** How long was waited, in words; takes note that it was in vain. */
  private waitedFor(awaited: string, whole: number, budget: number, more: number): string {
    const { patience } = this.options;
    const why = budget < whole ? (patience?.why(awaited, whole) ?? '') : '';
    if (!this.stage.time.exact) patience?.ranOut(awaited, whole);
    return `${withinWords(budget + more)}${why}`;
  }

  private until<T>(probe: () => T | 'over' | undefined, budget: number, exit = false) {
    return until(this.stage, this.options.clock, probe, budget, exit);
  }

  /**
   * Waits as `until`, and `more` ms beyond the budget where the target may still be starting. What it waits for a target that lacked a core
   * is not told: a message says what the step allows, whatever the machine does.
   */
  private async untilHeard<T>(probe: () => T | 'over' | undefined, budget: number, exit = false) {
    const { firstWord = 0, slow, clock } = this.options;
    const wait = (ms: number) => this.until(probe, ms, exit);
    const { outcome, given } = await unhurried(wait, budget, this.stage.time, clock);
    const more = outcome === 'time' && !hasSpoken(this.stage) ? Math.max(0, firstWord * slow - budget) : 0;
    return { outcome: more > given ? await this.until(probe, more - given) : outcome, more };
  }

  async never(step: Step): Promise<undefined> {
    const channel = await this.channelOf(step);
    this.stage.reads?.(channel);
    const { for: window, ...body } = this.objectPattern(step.body);
    const selector = parseSelector(body);
    let at = channel.cursor;
    const seen = () => {
      const wanted = (one: WireRecord) => one.from === 'target' && this.finder.selects(selector, one);
      while (at < channel.records.length && !wanted(channel.records[at]!)) at++;
      return channel.records[at];
    };
    const stop = new AbortController();
    const unwatch = this.stage.transcript.watch(() => seen() && stop.abort());
    try {
      if (!seen())
        await this.stage.time.sleep(this.duration(window!), AbortSignal.any([stop.signal, this.stage.signal]));
    } finally {
      unwatch();
    }
    const record = seen();
    if (record) {
      const when = `${Math.round(record.time)} ms into the case`;
      throw differing(`${describe(selector)} came ${when}, expected none`, record, channel);
    }
    return undefined;
  }

  /**
   * Waits for the first message that one of several expect steps selects; among several, one whose judgement holds, else the one that it
   * was most likely meant for.
   */
  async firstOf(step: Step, steps: Step[]) {
    const options = await Promise.all(
      steps.map(async (one) => {
        const body = this.objectPattern(one.body);
        const channel = await this.channelOf(one);
        this.stage.reads?.(channel);
        const split = splitExpect(body);
        return { step: one, body, ...split, channel, search: new Search(this.finder, channel, split.selector) };
      }),
    );
    const probe = () => {
      const looks = options.map((option) => ({
        option,
        found: this.look(option.search, option.channel, option.selector),
      }));
      const hits = looks.filter((look) => typeof look.found === 'object' && look.found.kind === 'found');
      const best = Math.min(...hits.map((hit) => recordOf(hit.found).seq));
      const earliest = hits.filter((hit) => recordOf(hit.found).seq === best);
      const judged = earliest.map((one) => ({
        ...one,
        pattern: one.option.judgement,
        differences: this.judge(one.option.judgement, recordOf(one.found), one.option.selector),
      }));
      const hit =
        judged.find(({ differences }) => differences.length === 0) ??
        (judged.length < 2 ? judged[0] : judged[nearestAlternative(judged, viewOf(recordOf(judged[0]!.found)))]);
      if (hit) return { ...hit.option, found: hit.found as Found };
      const blocked = looks.find((look) => typeof look.found === 'object');
      if (blocked) return { ...blocked.option, found: blocked.found as Found };
      return looks.every((look) => look.found === 'over') ? 'over' : undefined;
    };
    // A response head is waited for beside a reply, in case that it comes without one.
    const isBeside = ({ selector }: { selector: Selector }) => selector.kind === 'http';
    const told = options.every(isBeside) ? options : options.filter((option) => !isBeside(option));
    const several = [...new Set(told.map((option) => this.describe(option.selector)))];
    const names = several.join(' or ');
    const whole = this.longest([step, ...steps]);
    const awaited = anyOf(options.map((one) => this.awaited(one.selector, one.judgement)));
    const budget = this.patience(awaited, whole);
    const waitsForEnd = options.some((one) => endsItself(one.selector));
    const { outcome, more } = await this.untilHeard(probe, budget, waitsForEnd);
    const { channel, selector } = options[0]!;
    if (isTimeUp(outcome) || outcome === 'over') refuseUnread(this.stage, names, channel, selector);
    if (outcome === 'over') throw await endedEarly(this.stage, channel, selector, names);
    if (!isTimeUp(outcome)) return outcome;
    const late = several.length > 1 ? `neither ${names} came` : `${names} did not come`;
    const waited = this.waitedFor(awaited, whole, budget, more);
    throw tooLate(this.stage, `${late} ${waited}`, outcome, channel, 'nothing-came');
  }

  async channelOf(step: Step): Promise<Channel> {
    const name = step.on === undefined ? undefined : String(this.value(step.on));
    const known = this.stage.channel(name);
    if (known) {
      if (name === undefined || known.name === 'main') await this.stage.ready();
      return this.stage.channel(name)!;
    }
    await this.stage.ready();
    const channel = this.stage.channel(name);
    if (!channel) {
      throw new StageError(
        'defect',
        `no channel ${JSON.stringify(name ?? 'main')}; there are ${this.stage.channelNames().join(', ') || 'none'}`,
      );
    }
    return channel;
  }

  /** What a step waits for; a reply by the method of its request, which says more than the name that a step gave it. */
  private describe(selector: Selector): string {
    if (selector.kind !== 'reply') return describe(selector);
    return describe({
      ...selector,
      names: selector.names?.map((name) => this.requests.named(name)?.method ?? name) ?? [],
    });
  }

  private mayPass(record: WireRecord): boolean {
    if (record.kind !== 'message' || !isObject(record.message)) return true;
    const message = record.message;
    if (typeof message.method !== 'string') return true;
    if ('id' in message) return this.over || this.stage.served(record);
    return this.options.anytime(record, this.stage.transcript.records);
  }

  private selectContext(): SelectContext {
    return {
      ...this.options.select,
      idsOf: (name) => this.requests.allNamed(name).map(({ id, about: { from } }) => ({ id, from })),
    };
  }

  /** The longest budget that some step says, or that of a step that says none. */
  private longest(steps: readonly Step[]): number {
    const said = steps.filter(({ within }) => within !== undefined);
    return Math.max(...(said.length > 0 ? said : steps).map((step) => this.within(step)));
  }

  within(step: Step): number {
    return (step.within === undefined ? this.options.within : this.duration(step.within)) * this.options.slow;
  }

  duration(value: Json): number {
    return parseDuration(String(this.value(value)));
  }

  value(value: Json): Json {
    return resolve(value, this.names, 'value');
  }

  pattern(value: Json): Json {
    return resolve(value, this.names, 'pattern');
  }

  /** The pattern of what is an object: what a step expects or says of itself. */
  objectPattern(value: Json): JsonObject {
    return objectOf(this.pattern(value));
  }

  object(value: Json): JsonObject {
    return objectOf(this.value(value));
  }
}
