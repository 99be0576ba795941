import { Refused } from '../../bounded/refused.js';
import type { Json, JsonObject } from '../../json/json.js';
import { isObject, objectOf } from '../../json/json.js';
import type { Branch, Case, Step } from '../../language/case.js';
import { givenIn } from '../../language/given.js';
import { match } from '../../language/pattern/pattern.js';
import { resolve, toBytes } from '../../language/values/index.js';
import { unlessAborted } from '../../wire/clock/clock.js';
import type { WireRecord } from '../../wire/record.js';
import type { BlameFacts } from '../blame/blame.js';
import { type Ending, HELD } from '../blame/ending.js';
import { Evidence } from '../blame/evidence.js';
import type { Names } from '../names.js';
import type { Requests } from '../requests.js';
import type { Stage } from '../stage.js';
import { type Claimed, claim } from './assertion.js';
import { compose } from './compose.js';
import { Proof } from './proof.js';
import { StepFailure } from './step-failure.js';
import { type PlayOptions, Waiter } from './waiter.js';

/**
 * Plays the steps of one case on a stage: sends, waits, judges. Returns how the case ended, never throws for what the
 * target did. Design, "Cases".
 */
export class Player {
  private readonly waiter: Waiter;
  private readonly evidence: Evidence;
  private readonly proof: Proof;

  constructor(
    private readonly subject: Case,
    private readonly stage: Stage,
    private readonly requests: Requests,
    private readonly options: PlayOptions,
  ) {
    this.waiter = new Waiter(stage, requests, options);
    this.evidence = new Evidence(subject, options, () => stage.transcript.records);
    this.proof = new Proof(subject, stage, options, this.evidence, this.names);
  }

  /** The values that the case has captured. */
  get names(): Names {
    return this.waiter.names;
  }

  /** Plays every step. */
  async play(): Promise<Ending> {
    try {
      await this.steps(this.subject.steps);
      return HELD;
    } catch (error) {
      return this.proof.ending(error);
    }
  }

  /** Plays further steps after `play`, here the liveness check of the role. */
  async playLivenessCheck(steps: Step[]): Promise<Ending> {
    this.waiter.over = true;
    try {
      await this.steps(steps);
      return HELD;
    } catch (error) {
      return this.proof.ending(error);
    }
  }

  /** The behaviors that the target has shown so far. */
  get shown(): ReadonlySet<string> {
    return this.proof.shown;
  }

  /** What blame goes by after the last step. */
  facts(): BlameFacts {
    return this.evidence.facts(undefined);
  }

  private async steps(steps: Step[]): Promise<void> {
    for (const step of steps) {
      this.stage.signal.throwIfAborted();
      await this.step(step);
    }
  }

  /** Plays one step and deals with what it proves. Whatever it waits for, it ends with the case. */
  private async step(step: Step): Promise<void> {
    try {
      const record = await unlessAborted(this.perform(step), this.stage.signal);
      this.proof.proved(step, record);
    } catch (error) {
      this.proof.failed(step, error);
    }
  }

  private async perform(step: Step): Promise<WireRecord | undefined> {
    switch (step.verb) {
      case 'start':
        return this.start(step);
      case 'stop':
        return this.stop(step);
      case 'open':
        return this.open(objectOf(step.body));
      case 'close': {
        const channel = await this.waiter.channelOf(step);
        await this.stage.close(channel, this.waiter.value(step.body) as 'end' | 'reset' | number);
        return undefined;
      }
      case 'send':
        await this.send(step, step.body);
        return undefined;
      case 'expect':
        return this.waiter.expect(step, this.waiter.objectPattern(step.body));
      case 'call':
        return this.call(step);
      case 'never':
        return this.waiter.never(step);
      case 'any_order':
        return this.anyOrder(step, step.steps ?? []);
      case 'either':
        return this.either(step, step.branches ?? []);
      case 'repeat':
        return this.repeat(step);
      case 'assert':
        await this.assert(step, objectOf(step.body));
        return undefined;
      case 'write':
        return this.write(step);
      case 'control':
        if (step.on === 'main') await this.stage.ready();
        this.stage.control?.(step.on ?? 'auth', this.waiter.object(step.body));
        return undefined;
      case 'advance':
        await this.stage.time.sleep(this.waiter.duration(step.body), this.stage.signal);
        return undefined;
    }
  }

  // --- the target's life

  private async start(step: Step): Promise<undefined> {
    const body = this.waiter.object(step.body);
    await this.stage.start({
      ...(body.behavior === undefined ? {} : { behavior: String(body.behavior) }),
      with: objectOf(body.with ?? {}),
      args: ((body.args ?? []) as Json[]).map(String),
      env: Object.fromEntries(Object.entries(objectOf(body.env ?? {})).map(([k, v]) => [k, String(v)])),
      ...(body.lingers === undefined ? {} : { lingers: this.waiter.duration(body.lingers) * this.options.slow }),
    });
    return undefined;
  }

  /** What a listener answers may name the request that has come, so it is filled in then. */
  private async open({ answers, ...rest }: JsonObject): Promise<undefined> {
    const options = this.waiter.object(rest);
    await this.stage.open(answers === undefined ? options : { ...options, answers }, {
      value: (written, received) => resolve(written, this.names.with({ received }), 'value'),
      fits: (pattern, received) => this.fits(resolve(pattern, this.names.with({ received }), 'pattern'), received),
    });
    return undefined;
  }

  /** Whether what a listener received fits a pattern; not if finding out would cost too much. */
  private fits(pattern: Json, received: Json): boolean {
    try {
      return match(pattern, received, this.options.match).length === 0;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }

  private async stop(step: Step): Promise<undefined> {
    const body = this.waiter.objectPattern(step.body);
    const how = (body.how ?? 'eof') as 'eof' | 'term' | 'kill';
    await this.stage.ready();
    await this.stage.stop(how);
    const exit = this.stage.transcript.records.findLast((record) => record.kind === 'exit');
    if (body.exit !== undefined) {
      const actual = exit?.exit?.code ?? exit?.exit?.signal ?? null;
      const differences = match(body.exit, actual, this.options.match);
      if (differences.length > 0) {
        throw new StepFailure(
          `the target ended with ${actual === null ? 'no exit code' : String(actual)}`,
          { kind: 'differs', differences, ...(exit ? { record: exit } : {}) },
          { expected: body.exit, actual },
        );
      }
    }
    return undefined;
  }

  // --- sending

  private async send(step: Step, body: Json): Promise<string | undefined> {
    const channel = await this.waiter.channelOf(step);
    if (step.if_open !== undefined && channel.ended) {
      this.proof.notes.unshift(step.if_open);
      return undefined;
    }
    const list = (Array.isArray(body) ? body : [body]) as JsonObject[];
    const out = list.map((one) => {
      const given = givenIn(one);
      return { ...compose(this.waiter.object(one), this.requests, toBytes), ...(given ? { given } : {}) };
    });
    this.evidence.sends(out);
    await this.stage.send(channel, out);
    return out[0]?.as;
  }

  private async call(step: Step): Promise<WireRecord> {
    const body = objectOf(step.body);
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
    return this.waiter.expect(step, this.waiter.objectPattern(judgement));
  }

  // --- order

  private async anyOrder(step: Step, steps: Step[]): Promise<undefined> {
    const open = [...steps];
    while (open.length > 0) {
      const next = await this.waiter.firstOf(step, open);
      const { selector, judgement, body } = next;
      open.splice(open.indexOf(next.step), 1);
      await this.guarded(next.step, () =>
        this.waiter.accept(next.step, next.channel, selector, judgement, next.found, next.channel.lastTaken, body),
      );
    }
    return undefined;
  }

  private async either(step: Step, branches: Branch[]): Promise<WireRecord | undefined> {
    const firsts = branches.map((branch) => branch.steps[0]!);
    const chosen = await this.waiter.firstOf(step, firsts);
    const branch = branches[firsts.indexOf(chosen.step)]!;
    if (branch.grade === 'non-strict') this.proof.tolerated++;
    if (branch.note !== undefined) this.proof.notes.push(branch.note);
    try {
      await this.guarded(chosen.step, () =>
        this.waiter.accept(
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
      this.proof.proved(step);
      return undefined;
    } finally {
      if (branch.grade === 'non-strict') this.proof.tolerated--;
      if (branch.note !== undefined) this.proof.notes.pop();
    }
  }

  /** Runs the taking of a nested step with its own check, so that a failure names the nested place. */
  private async guarded(step: Step, take: () => WireRecord): Promise<void> {
    try {
      this.proof.proved(step, take());
    } catch (error) {
      this.proof.failed(step, error);
    }
  }

  private async repeat(step: Step): Promise<undefined> {
    const body = objectOf(step.body);
    const max = Number(this.waiter.value(body.max!));
    for (let round = 1; ; round++) {
      await this.steps(step.steps ?? []);
      const { failure } = await this.claim(step, objectOf(body.until));
      if (!failure) return undefined;
      if (round >= max) {
        failure.message = `after ${max} rounds still not so: ${failure.message}`;
        throw failure;
      }
      if (body.every !== undefined) await this.stage.time.sleep(this.waiter.duration(body.every), this.stage.signal);
    }
  }

  // --- judging what is there

  private async assert(step: Step, body: JsonObject): Promise<void> {
    const { actual, failure } = await this.claim(step, body);
    if (failure) throw failure;
    this.waiter.saveFrom(step, actual);
  }

  private async claim(step: Step, body: JsonObject): Promise<Claimed> {
    const channel = this.stage.channel(step.on) ?? this.stage.channel(undefined);
    const { is, seen, ...values } = body;
    const resolved: JsonObject = { ...this.waiter.object(values), is: this.waiter.pattern(is!) };
    if (seen !== undefined) resolved.seen = this.waiter.pattern(seen);
    return claim(resolved, {
      records: body.seen === undefined ? [] : (channel?.records ?? []),
      selects: this.waiter.finder.selects,
      match: this.options.match,
      readFile: (path) => this.stage.readFile(path),
      ports: () => this.stage.ports(),
      channel: channel?.name ?? 'main',
    });
  }

  private async write(step: Step): Promise<undefined> {
    for (const [path, content] of Object.entries(this.waiter.object(step.body))) {
      const link = isObject(content) && typeof content.link === 'string' ? { link: content.link } : undefined;
      await this.stage.write(path, content === null ? null : (link ?? toBytes(content)));
    }
    return undefined;
  }
}

const pick = (value: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
