import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Action } from '../../../generated/types/mcp-client-script-v1.js';
import { type Json, parseJson } from '../../../json/json.js';
import { type Clock, during } from '../../../wire/clock/clock.js';
import type { ClientOutcome } from './outcome.js';

/** ms for which a card is kept (Harn guide, Server cards). */
export const CARD_KEPT = 300_000;

/** The server cards that a client has looked at. It needs no connection to a server for them. */
export class ServerCards {
  readonly #kept = new Map<string, { card: Json; until: number }>();

  constructor(
    private readonly clock: Clock,
    /** What paths are relative to. */
    private readonly cwd: string,
    /** ms for which a card is kept. */
    private readonly kept = CARD_KEPT,
    /** Where the cards of configured servers are, by the names of these. */
    protected readonly named: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** The card of the server of this name, at this URL or in this file. Rejects where it can't be had or is no JSON. */
  async get(nameOrSource: string): Promise<Json> {
    const source = this.named.get(nameOrSource) ?? nameOrSource;
    const known = this.#kept.get(source);
    if (known && this.clock.now() < known.until) return known.card;
    const card = parseJson(await during(this.clock, this.#read(source)));
    this.#kept.set(source, { card, until: this.clock.now() + this.kept });
    return card;
  }

  async #read(source: string): Promise<string> {
    if (!/^https?:/.test(source)) return readFile(resolve(this.cwd, source), 'utf8');
    const response = await fetch(source);
    if (!response.ok) throw new Error(`the card at ${source} is not there: status ${response.status}`);
    return response.text();
  }
}

/** What the user gets of cards alone, for which nothing is connected to. Never rejects. */
export async function lookAtCards(sources: readonly string[], cards: ServerCards): Promise<ClientOutcome> {
  const results: Json[] = [];
  try {
    for (const source of sources) results.push(await cards.get(source));
    return { ok: true, value: { server: null, results } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, value: { server: null, results }, error: why };
  }
}

/** Where the cards are that a client with these actions looks at, where it wants nothing else. */
export function cardsAlone(actions: readonly Action[]): string[] | undefined {
  const cards = actions.flatMap(({ card }) => card ?? []);
  return cards.length > 0 && cards.length === actions.length ? cards : undefined;
}
