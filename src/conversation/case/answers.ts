import type { Json, JsonObject } from '../../json/json.js';
import { isObject, stringifyJson } from '../../json/json.js';
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
 * has not been given `times` often. One answer without `when` is given to all. What nothing fits gets 404, what can't be filled in 500,
 * each with the reason as text.
 */
export class Answers {
  private readonly given = new Map<JsonObject, number>();
  /** The answers whose `after` has come. */
  private readonly begun = new Set<JsonObject>();
  private readonly list: readonly JsonObject[];

  /** @param written one answer or a list of them, as the case has it */
  constructor(
    written: Json | undefined,
    private readonly scope: AnswerScope,
  ) {
    this.list = Array.isArray(written) ? (written as JsonObject[]) : [isObject(written) ? written : {}];
  }

  /** Answers one request. */
  answer(exchange: ServerExchange, received: ReceivedRequest): void {
    try {
      const chosen = this.list.find((one) => this.isFor(one, received));
      for (const one of this.list)
        if (one.after !== undefined && this.scope.fits(one.after, received)) this.begun.add(one);
      if (!chosen) {
        say(exchange, 404, 'no answer of the case is for this request');
        return;
      }
      this.given.set(chosen, this.timesOf(chosen) + 1);
      const { when: _, after: __, times: ___, ...written } = chosen;
      const { status = 204, headers, body } = this.scope.value(written, received) as JsonObject;
      const named = Object.entries(isObject(headers) ? headers : {}).map(([name, text]) => [name, String(text)]);
      exchange.head(Number(status), Object.fromEntries(named));
      if (body !== undefined) exchange.text(typeof body === 'string' ? body : stringifyJson(body));
      exchange.end();
    } catch (error) {
      say(exchange, 500, `the case's answer can't be given: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private isFor(one: JsonObject, received: ReceivedRequest): boolean {
    if (typeof one.times === 'number' && this.timesOf(one) >= one.times) return false;
    if (one.after !== undefined && !this.begun.has(one)) return false;
    return one.when === undefined || this.scope.fits(one.when, received);
  }

  private timesOf(one: JsonObject): number {
    return this.given.get(one) ?? 0;
  }
}

function say(exchange: ServerExchange, status: number, text: string): void {
  exchange.head(status, { 'content-type': 'text/plain; charset=utf-8' });
  exchange.text(text);
  exchange.end();
}
