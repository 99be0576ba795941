import type { Json, JsonObject } from '../../json/json.js';
import { isObject, stringifyJson } from '../../json/json.js';
import { parseDuration } from '../../language/duration.js';
import { type Clock, sleep } from '../../wire/clock/clock.js';
import type { ServerExchange } from '../../wire/http/server.js';
import type { ReceivedRequest } from './received.js';

/** Fills in what a case has written and compares with it, where `received` stands for the request that has come. */
export interface AnswerScope {
  value(written: Json, received: ReceivedRequest): Json;
  /** Whether a request fits a pattern as written. */
  fits(pattern: Json, received: ReceivedRequest): boolean;
}

/**
 * How a listener answers: the first of its answers whose `when` fits the request, whose `after` an earlier request has fitted, and which
 * has not been given `times` often, counted for each value of `per`. One answer without `when` is given to all. What can't be filled in
 * is answered by 500 with the reason as text.
 */
export class Answers {
  private readonly given = new Map<JsonObject, Map<string, number>>();
  /** The answers whose `after` has come. */
  private readonly begun = new Set<JsonObject>();
  private readonly list: readonly JsonObject[];

  /**
   * @param written one answer or a list of them, as the case has it
   * @param signal ends answers that wait, by a reset
   */
  constructor(
    written: Json | undefined,
    private readonly scope: AnswerScope,
    private readonly clock: Clock,
    private readonly signal: AbortSignal,
  ) {
    this.list = Array.isArray(written) ? (written as JsonObject[]) : [isObject(written) ? written : {}];
  }

  /** Answers one request, and says whether it did: it does not where no answer is for it. */
  answer(exchange: ServerExchange, received: ReceivedRequest): boolean {
    try {
      const chosen = this.list.find((one) => this.isFor(one, received));
      for (const one of this.list)
        if (one.after !== undefined && this.scope.fits(one.after, received)) this.begun.add(one);
      if (!chosen) return false;
      this.count(chosen, received);
      const { when: _, after: __, times: ___, per: ____, delay, ...written } = chosen;
      const answer = this.scope.value(written, received) as JsonObject;
      if (typeof delay !== 'string') this.write(exchange, answer);
      else void sleep(this.clock, parseDuration(delay), this.signal).then(() => this.write(exchange, answer));
    } catch (error) {
      say(exchange, 500, `the case's answer can't be given: ${error instanceof Error ? error.message : String(error)}`);
    }
    return true;
  }

  private write(exchange: ServerExchange, { status = 204, headers, body }: JsonObject): void {
    if (this.signal.aborted) {
      exchange.reset();
      return;
    }
    const named = Object.entries(isObject(headers) ? headers : {}).map(([name, text]) => [name, String(text)]);
    exchange.head(Number(status), Object.fromEntries(named));
    if (body !== undefined) exchange.text(typeof body === 'string' ? body : stringifyJson(body));
    exchange.end();
  }

  private isFor(one: JsonObject, received: ReceivedRequest): boolean {
    if (one.after !== undefined && !this.begun.has(one)) return false;
    if (one.when !== undefined && !this.scope.fits(one.when, received)) return false;
    return typeof one.times !== 'number' || this.timesOf(one, received) < one.times;
  }

  private count(one: JsonObject, received: ReceivedRequest): void {
    const counts = this.given.get(one) ?? new Map<string, number>();
    counts.set(this.valueOf(one, received), this.timesOf(one, received) + 1);
    this.given.set(one, counts);
  }

  private timesOf(one: JsonObject, received: ReceivedRequest): number {
    return this.given.get(one)?.get(this.valueOf(one, received)) ?? 0;
  }

  /** What the times of an answer are counted for. */
  private valueOf({ per }: JsonObject, received: ReceivedRequest): string {
    return per === undefined ? '' : stringifyJson(this.scope.value(per, received));
  }
}

/** Answers what no answer of the case is for. */
export function answersNothing(exchange: ServerExchange): void {
  say(exchange, 404, 'no answer of the case is for this request');
}

function say(exchange: ServerExchange, status: number, text: string): void {
  exchange.head(status, { 'content-type': 'text/plain; charset=utf-8' });
  exchange.text(text);
  exchange.end();
}
