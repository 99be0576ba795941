import type { Json, JsonObject } from '../jsonrpc/json.js';
import { isObject } from '../jsonrpc/messages.js';
import type { Clock } from '../transport/clock.js';
import type { Branch, Case, Step } from './case.js';
import type { Channel } from './channel.js';
import { claim } from './claim.js';
import { compose } from './compose.js';
import { formatDuration, parseDuration } from './duration.js';
import { type Finder, type Found, find, take } from './find.js';
import { judge } from './judgement.js';
import { Names } from './names.js';
import { type Ending, type Judged, StepFailure } from './outcome.js';
import { type MatchContext, match, PatternError } from './pattern.js';
import { getPointer } from './pointer.js';
import { viewOf, type WireRecord } from './record.js';
import type { Requests } from './requests.js';
import type { Level } from './requirement.js';
import {
  describe,
  parseSelector,
  type SelectContext,
  type Selector,
  SelectorError,
  selects,
  splitExpect,
} from './selector.js';
import { at, type Stage, StageError } from './stage.js';
import { describeFound } from './summary.js';
import { resolve, toBytes, ValueError } from './values.js';

/** What the player is told about the world beside the case. Durations in ms, real time. */
export interface PlayOptions {
  clock: Clock;
  /** Budget of a wait that names none. */
  within: number;
  /** Factor on every real-time budget. */
  slow: number;
  level(requirement: string): Level;
  match: MatchContext;
  select: SelectContext;
  /** Whether a message of this kind may come at any time in this role. */
  anytime(record: WireRecord, transcript: readonly WireRecord[]): boolean;
  onJudged(judged: Judged): void;
}

/**
 * Plays the steps of one case on a stage: sends, waits, judges. Returns how the case ended, never throws for what the
 * target did. Design, "Cases".
 */
export class Player {
  readonly names: Names;
  private readonly finder: Finder;
  /** Steps in tolerated branches prove their requirements only so far. */
  private tolerated = 0;

  constructor(
    private readonly subject: Case,
    private readonly stage: Stage,
    private readonly requests: Requests,
    private readonly options: PlayOptions,
  ) {
    this.names = new Names(stage, requests);
    this.finder = {
      transcript: stage.transcript,
      selects: (selector, record) => selects(selector, record, this.selectContext()),
      mayPass: (record) => this.mayPass(record),
    };
  }

  /** Plays every step. */
  async play(): Promise<Ending> {
    try {
      await this.steps(this.subject.steps);
      return { kind: 'finished' };
    } catch (error) {
      return this.ending(error);
    }
  }

  /** Plays further steps after `play`, such as the liveness question of the role. */
  async epilogue(steps: Step[]): Promise<Ending> {
    try {
      await this.steps(steps);
      return { kind: 'finished' };
    } catch (error) {
      return this.ending(error);
    }
  }

  private ending(error: unknown): Ending {
    if (this.stage.signal.aborted) return { kind: 'interrupted' };
    const place = this.subject.place;
    if (error instanceof StepFailure) {
      const spot = error.step?.place ?? place;
      const channel = error.channel ?? 'main';
      if (this.stage.died !== undefined) {
        const message = error.message.startsWith(this.stage.died)
          ? error.message
          : `${this.stage.died}; ${error.message}`;
        return { kind: 'target-died', at: spot, message, channel, died: this.stage.died };
      }
      const { message, timedOut } = error;
      if (error.step && error.step.check.length > 0)
        return { kind: 'check-failed', at: spot, message, timedOut, channel };
      const behavior = error.step?.shows;
      return { kind: 'precondition', at: spot, message, timedOut, channel, ...(behavior ? { behavior } : {}) };
    }
    if (error instanceof StageError) {
      const detail = error.detail === undefined ? {} : { detail: error.detail };
      if (error.kind === 'died') {
        const { message } = error;
        return { kind: 'target-died', at: place, message, channel: 'main', died: this.stage.died ?? message };
      }
      if (error.kind === 'not-started') return { kind: 'not-started', message: error.message, ...detail };
      if (error.kind === 'precondition') {
        return { kind: 'precondition', at: place, message: error.message, timedOut: false, channel: 'main' };
      }
      return { kind: 'kit', message: error.message, at: place, ...detail };
    }
    const detail = error instanceof Error ? error.stack : String(error);
    return { kind: 'kit', message: `the kit failed: ${String(error)}`, at: place, ...(detail ? { detail } : {}) };
  }

  private async steps(steps: Step[]): Promise<void> {
    for (const step of steps) {
      this.stage.signal.throwIfAborted();
      await this.step(step);
    }
  }

  /** Plays one step and deals with what it proves. */
  private async step(step: Step): Promise<void> {
    try {
      const record = await this.perform(step);
      this.proved(step, record);
    } catch (error) {
      this.failed(step, error);
    }
  }

  private proved(step: Step, record?: WireRecord): void {
    const status = this.tolerated > 0 ? 'non-strict' : 'pass';
    for (const requirement of step.check) {
      this.options.onJudged({ requirement, status, at: step.place, ...(record ? { record } : {}) });
    }
  }

  /** A broken should or may is noted and the case goes on; everything else ends it. */
  private failed(step: Step, error: unknown): void {
    const failure = isMistake(error) ? new StageError('kit', `${at(step.place)}  ${error.message}`) : error;
    if (!(failure instanceof StepFailure)) throw failure;
    // A nested step has already said which requirement it breaks.
    if (failure.step) throw failure;
    failure.step = step;
    if (this.stage.died === undefined) {
      for (const requirement of step.check)
        this.options.onJudged({ ...about(failure), requirement, status: 'fail', at: step.place });
    }
    const binding = step.check.some((id) => this.options.level(id) === 'must');
    if (step.check.length === 0 || binding || this.stage.died !== undefined) throw failure;
  }

  private async perform(step: Step): Promise<WireRecord | undefined> {
    switch (step.verb) {
      case 'start':
        return this.start(step);
      case 'stop':
        return this.stop(step);
      case 'open':
        await this.stage.open(this.object(step.body));
        return undefined;
      case 'close': {
        const channel = await this.channelOf(step);
        await this.stage.close(channel, this.value(step.body) as 'end' | 'reset' | number);
        return undefined;
      }
      case 'send':
        await this.send(step, step.body);
        return undefined;
      case 'expect':
        return this.expect(step, this.pattern(step.body) as JsonObject);
      case 'call':
        return this.call(step);
      case 'never':
        return this.never(step);
      case 'any_order':
        return this.anyOrder(step, step.steps ?? []);
      case 'either':
        return this.either(step, step.branches ?? []);
      case 'repeat':
        return this.repeat(step);
      case 'assert':
        await this.assert(step, step.body as JsonObject);
        return undefined;
      case 'write':
        return this.write(step);
      case 'advance':
        await this.stage.time.sleep(this.duration(step.body), this.stage.signal);
        return undefined;
    }
  }

  // --- the target's life

  private async start(step: Step): Promise<undefined> {
    const body = this.object(step.body);
    await this.stage.start({
      ...(body.behavior === undefined ? {} : { behavior: String(body.behavior) }),
      with: (body.with ?? {}) as JsonObject,
      args: ((body.args ?? []) as Json[]).map(String),
      env: Object.fromEntries(Object.entries((body.env ?? {}) as JsonObject).map(([k, v]) => [k, String(v)])),
    });
    return undefined;
  }

  private async stop(step: Step): Promise<undefined> {
    const body = this.pattern(step.body) as JsonObject;
    const how = (body.how ?? 'eof') as 'eof' | 'term' | 'kill';
    await this.stage.ready();
    await this.stage.stop(how);
    const exit = this.stage.transcript.records.findLast((record) => record.kind === 'exit');
    if (body.exit !== undefined) {
      const actual = (exit?.exit?.code ?? exit?.exit?.signal ?? null) as Json;
      const differences = match(body.exit, actual, this.options.match);
      if (differences.length > 0) {
        throw new StepFailure(`the target ended with ${actual === null ? 'no exit code' : String(actual)}`, {
          differences,
          expected: body.exit,
          actual,
          ...(exit ? { record: exit } : {}),
        });
      }
    }
    return undefined;
  }

  // --- sending

  private async send(step: Step, body: Json): Promise<string | undefined> {
    const channel = await this.channelOf(step);
    const list = (Array.isArray(body) ? body : [body]) as JsonObject[];
    const out = list.map((one) => compose(this.object(one), this.requests, toBytes));
    await this.stage.send(channel, out);
    return out[0]?.as;
  }

  private async call(step: Step): Promise<WireRecord> {
    const body = step.body as JsonObject;
    const { result, error, http, sse, ...rest } = body;
    const as = (rest.as as string | undefined) ?? `${String(rest.request)}@${step.place.line}:${step.place.col}`;
    // Response members of `http` are judged, request members are sent.
    const sent = isObject(http) ? pick(http, ['method', 'path', 'headers']) : undefined;
    const judged = isObject(http) && 'status' in http ? { status: http.status! } : undefined;
    const expectsError = error !== undefined;
    await this.send(step, { ...rest, as, ...(sent ? { http: sent } : {}), ...(expectsError ? { broken: true } : {}) });
    const judgement: JsonObject = { reply: as };
    if (result !== undefined) judgement.result = result;
    if (error !== undefined) judgement.error = error;
    if (judged) judgement.http = judged;
    if (sse !== undefined) judgement.sse = sse;
    return this.expect(step, this.pattern(judgement) as JsonObject);
  }

  // --- waiting

  private async expect(step: Step, body: JsonObject): Promise<WireRecord> {
    const channel = await this.channelOf(step);
    const { selector, judgement } = splitExpect(body);
    const since = channel.lastTaken;
    const found = await this.wait(step, channel, () => this.look(channel, selector), selector);
    return this.accept(step, channel, selector, judgement, found, since, body);
  }

  /** Takes a found record, judges it, captures from it. Throws StepFailure. */
  private accept(
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
      throw new StepFailure(`waited for ${describe(selector)}, but ${describeFound(record)} came first`, {
        record,
        channel: channel.name,
      });
    }
    take(this.finder, channel, selector, record);
    const as = body.as;
    if (typeof as === 'string') this.requests.nameTaken(record, as);
    const differences = this.judge(judgement, record, selector);
    if (differences.length > 0) {
      throw new StepFailure(differences[0]!.message, {
        differences,
        expected: judgement,
        actual: viewOf(record),
        record,
        channel: channel.name,
      });
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
    const about = { record, channel: channel.name };
    if (waited < wanted - slack) {
      throw new StepFailure(
        `came after ${Math.round(waited)} ms, not before ${formatDuration(wanted)} were over`,
        about,
      );
    }
    if (waited > latest)
      throw new StepFailure(`came after ${Math.round(waited)} ms, wanted ${formatDuration(wanted)}`, about);
  }

  private save(step: Step, record: WireRecord): void {
    const entries = Object.entries(step.save);
    if (entries.length === 0) return;
    const view = viewOf(record);
    for (const [name, pointer] of entries) {
      const value = getPointer(view, String(this.value(pointer)));
      if (value === undefined) {
        throw new StepFailure(`the message has nothing at ${pointer || '/'} to save as ${name}`, {
          record,
          actual: view,
        });
      }
      this.names.save(name, value);
    }
  }

  private look(channel: Channel, selector: Selector): Found | 'over' | undefined {
    const found = find(this.finder, channel, selector);
    if (found.kind !== 'none') return found;
    const name = selector.kind === 'reply' ? selector.names?.[0] : undefined;
    const waitsForEnd = selector.kind === 'exit' || selector.kind === 'outcome';
    if (!waitsForEnd && (channel.ended || !this.stage.canAnswer(channel, name))) return 'over';
    if (waitsForEnd && this.stage.transcript.records.some((record) => record.kind === 'exit')) return 'over';
    return undefined;
  }

  /** Waits until `probe` finds something, the lane is over, or the budget is. */
  private async wait<T>(
    step: Step,
    channel: Channel,
    probe: () => T | 'over' | undefined,
    selector: Selector,
  ): Promise<T> {
    const what = describe(selector);
    const budget = this.within(step) + (step.after === undefined ? 0 : this.duration(step.after));
    const outcome = await this.until(probe, budget);
    if (outcome === 'over') {
      await this.stage.settle();
      throw new StepFailure(`${overText(channel, this.stage)} before ${what} came`, { channel: channel.name });
    }
    if (outcome === 'time' || outcome === 'still') {
      const seen = this.lastFrom(channel);
      const waited = outcome === 'time' ? `within ${formatDuration(budget)}` : 'and the target has nothing left to do';
      throw new StepFailure(`${what} did not come ${waited}${seen}`, { timedOut: true, channel: channel.name });
    }
    return outcome;
  }

  /** Resolves with the probe's find, `over`, or `time` when `budget` ms of real time passed, `still` when nothing can come. */
  private async until<T>(probe: () => T | 'over' | undefined, budget: number): Promise<T | 'over' | 'time' | 'still'> {
    const first = probe();
    if (first !== undefined) return first;
    const done = new AbortController();
    return new Promise((resolve, reject) => {
      const finish = (value: T | 'over' | 'time' | 'still') => {
        end();
        resolve(value);
      };
      const look = () => {
        let value: T | 'over' | undefined;
        try {
          value = probe();
        } catch (error) {
          end();
          reject(error);
          return;
        }
        if (value !== undefined) finish(value);
      };
      const stop = () => {
        end();
        reject(this.stage.signal.reason);
      };
      const unwatch = this.stage.transcript.watch(look);
      const cancel = this.options.clock.after(budget, () => finish('time'));
      this.stage.signal.addEventListener('abort', stop, { once: true });
      const end = () => {
        unwatch();
        cancel();
        this.stage.signal.removeEventListener('abort', stop);
        done.abort();
      };
      this.stage.time.drive(done.signal).then(
        () => done.signal.aborted || finish('still'),
        (error) => {
          end();
          reject(error);
        },
      );
    });
  }

  private async never(step: Step): Promise<undefined> {
    const channel = await this.channelOf(step);
    const { for: window, ...body } = this.pattern(step.body) as JsonObject;
    const selector = parseSelector(body);
    const seen = () =>
      channel.records.slice(from).find((record) => record.from === 'target' && this.finder.selects(selector, record));
    const from = channel.cursor;
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
      throw new StepFailure(`${describe(selector)} came ${Math.round(record.time)} ms into the case, wanted none`, {
        record,
        channel: channel.name,
      });
    }
    return undefined;
  }

  // --- order

  private async anyOrder(step: Step, steps: Step[]): Promise<undefined> {
    const open = [...steps];
    while (open.length > 0) {
      const next = await this.firstOf(step, open);
      const { selector, judgement, body } = next;
      open.splice(open.indexOf(next.step), 1);
      await this.guarded(next.step, () =>
        this.accept(next.step, next.channel, selector, judgement, next.found, next.channel.lastTaken, body),
      );
    }
    return undefined;
  }

  private async either(step: Step, branches: Branch[]): Promise<WireRecord | undefined> {
    const firsts = branches.map((branch) => branch.steps[0]!);
    const chosen = await this.firstOf(step, firsts);
    const branch = branches[firsts.indexOf(chosen.step)]!;
    if (branch.grade === 'non-strict') this.tolerated++;
    try {
      await this.guarded(chosen.step, () =>
        this.accept(
          chosen.step,
          chosen.channel,
          chosen.selector,
          chosen.judgement,
          chosen.found,
          chosen.channel.lastTaken,
          chosen.body,
        ),
      );
      await this.steps(branch.steps.slice(1));
      // What the either itself checks is proved in the grade of the branch.
      this.proved(step);
      return undefined;
    } finally {
      if (branch.grade === 'non-strict') this.tolerated--;
    }
  }

  /** Waits for the first message that one of several expect steps selects; among several, one whose judgement holds. */
  private async firstOf(step: Step, steps: Step[]) {
    const options = await Promise.all(
      steps.map(async (one) => {
        const body = this.pattern(one.body) as JsonObject;
        return { step: one, body, ...splitExpect(body), channel: await this.channelOf(one) };
      }),
    );
    const probe = () => {
      const looks = options.map((option) => ({ option, found: this.look(option.channel, option.selector) }));
      const hits = looks.filter((look) => typeof look.found === 'object' && look.found.kind === 'found');
      const best = Math.min(...hits.map((hit) => (hit.found as { record: WireRecord }).record.seq));
      const earliest = hits.filter((hit) => (hit.found as { record: WireRecord }).record.seq === best);
      const hit =
        earliest.find(
          (one) =>
            this.judge(one.option.judgement, (one.found as { record: WireRecord }).record, one.option.selector)
              .length === 0,
        ) ?? earliest[0];
      if (hit) return { ...hit.option, found: hit.found as Found };
      const blocked = looks.find((look) => typeof look.found === 'object');
      if (blocked) return { ...blocked.option, found: blocked.found as Found };
      return looks.every((look) => look.found === 'over') ? 'over' : undefined;
    };
    const names = options.map((option) => describe(option.selector)).join(' or ');
    const budget = this.within(step);
    const outcome = await this.until(probe, budget);
    const channel = options[0]!.channel;
    if (outcome === 'over') {
      await this.stage.settle();
      throw new StepFailure(`${overText(channel, this.stage)} before ${names} came`, { channel: channel.name });
    }
    if (outcome === 'time' || outcome === 'still') {
      throw new StepFailure(`neither ${names} came within ${formatDuration(budget)}${this.lastFrom(channel)}`, {
        timedOut: true,
        channel: channel.name,
      });
    }
    return outcome;
  }

  /** Runs the taking of a nested step with its own check, so that a failure names the nested place. */
  private async guarded(step: Step, take: () => WireRecord): Promise<void> {
    try {
      this.proved(step, take());
    } catch (error) {
      this.failed(step, error);
    }
  }

  private async repeat(step: Step): Promise<undefined> {
    const body = step.body as JsonObject;
    const max = Number(this.value(body.max!));
    for (let round = 1; ; round++) {
      await this.steps(step.steps ?? []);
      const failure = await this.claim(step, body.until as JsonObject);
      if (!failure) return undefined;
      if (round >= max) {
        failure.message = `after ${max} rounds still not so: ${failure.message}`;
        throw failure;
      }
      if (body.every !== undefined) await this.stage.time.sleep(this.duration(body.every), this.stage.signal);
    }
  }

  // --- judging what is there

  private async assert(step: Step, body: JsonObject): Promise<void> {
    const failure = await this.claim(step, body);
    if (failure) throw failure;
  }

  private async claim(step: Step, body: JsonObject): Promise<StepFailure | undefined> {
    const channel = this.stage.channel(step.on) ?? this.stage.channel(undefined);
    const { is, seen, ...values } = body;
    const resolved: JsonObject = { ...this.object(values), is: this.pattern(is!) };
    if (seen !== undefined) resolved.seen = this.pattern(seen);
    return claim(resolved, {
      records: body.seen === undefined ? [] : (channel?.records ?? []),
      selects: this.finder.selects,
      match: this.options.match,
      readFile: (path) => this.stage.readFile(path),
      channel: channel?.name ?? 'main',
    });
  }

  private async write(step: Step): Promise<undefined> {
    for (const [path, content] of Object.entries(this.object(step.body))) {
      const link = isObject(content) && typeof content.link === 'string' ? { link: content.link } : undefined;
      await this.stage.write(path, content === null ? null : (link ?? toBytes(content)));
    }
    return undefined;
  }

  // --- small things

  private async channelOf(step: Step): Promise<Channel> {
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
        'kit',
        `no channel ${JSON.stringify(name ?? 'main')}; there are ${this.stage.channelNames().join(', ') || 'none'}`,
      );
    }
    return channel;
  }

  private mayPass(record: WireRecord): boolean {
    if (record.kind !== 'message' || !isObject(record.message as Json)) return true;
    const message = record.message as JsonObject;
    if (typeof message.method !== 'string') return true;
    if ('id' in message) return this.stage.served(record);
    return this.options.anytime(record, this.stage.transcript.records);
  }

  private selectContext(): SelectContext {
    return {
      ...this.options.select,
      idsOf: (name) => this.requests.allNamed(name).map(({ id, from }) => ({ id, from })),
    };
  }

  private lastFrom(channel: Channel): string {
    const last = channel.records.findLast((record) => record.from === 'target');
    return last ? `; the last that came was ${describeFound(last)}` : '; nothing came at all';
  }

  private within(step: Step): number {
    return (step.within === undefined ? this.options.within : this.duration(step.within)) * this.options.slow;
  }

  private duration(value: Json): number {
    return parseDuration(String(this.value(value)));
  }

  private value(value: Json): Json {
    return resolve(value, this.names, 'value');
  }

  private pattern(value: Json): Json {
    return resolve(value, this.names, 'pattern');
  }

  private object(value: Json): JsonObject {
    return this.value(value) as JsonObject;
  }
}

const about = (failure: StepFailure) => ({
  message: failure.message,
  ...(failure.differences.length > 0 ? { differences: failure.differences } : {}),
  ...(failure.expected === undefined ? {} : { expected: failure.expected }),
  ...(failure.actual === undefined ? {} : { actual: failure.actual }),
  ...(failure.record ? { record: failure.record } : {}),
});

const pick = (value: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));

const overText = (channel: Channel, stage: Stage) =>
  stage.died ?? (channel.ended ? `channel ${channel.name} was closed` : `the exchange on ${channel.name} ended`);

/** A case that can't be played as it is written: its own mistake, never the target's. */
const isMistake = (error: unknown): error is Error =>
  error instanceof ValueError || error instanceof PatternError || error instanceof SelectorError;
