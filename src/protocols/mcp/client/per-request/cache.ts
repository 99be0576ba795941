import type { Json, JsonObject } from '../../../../json/json.js';
import { stringifyJson } from '../../../../json/json.js';
import { own } from '../../../../json/own.js';
import type { Clock } from '../../../../wire/clock/clock.js';

interface Kept {
  method: string;
  result: JsonObject;
  /** Time of the clock at which it is stale. */
  until: number;
}

/** The methods whose results say for how long they stay fresh (MCP 2026-07-28, Caching). */
const CACHEABLE: readonly string[] = [
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
];

/** What becomes stale before its time when a server tells of a change. */
const CHANGED_BY: { readonly [notification: string]: readonly string[] } = {
  'notifications/tools/list_changed': ['tools/list'],
  'notifications/prompts/list_changed': ['prompts/list'],
  'notifications/resources/list_changed': ['resources/list', 'resources/templates/list'],
};

/** Results that a client need not ask for again, by method and params. They are those of one user. */
export class ResultCache {
  readonly #kept = new Map<string, Kept>();

  /** @param lifetime the member of a result that says for how many ms it stays fresh */
  constructor(
    private readonly clock: Clock,
    private readonly lifetime: string,
  ) {}

  /** The result of such a request, where it is fresh. */
  get(method: string, params: JsonObject): JsonObject | undefined {
    const kept = this.#kept.get(keyOf(method, params));
    return kept && this.clock.now() < kept.until ? kept.result : undefined;
  }

  /** Keeps a result for as long as it says: a time that is missing, 0 or below is none. */
  put(method: string, params: JsonObject, result: JsonObject): void {
    const lifetime = result[this.lifetime];
    if (!CACHEABLE.includes(method) || typeof lifetime !== 'number' || lifetime <= 0) return;
    this.#kept.set(keyOf(method, params), { method, result, until: this.clock.now() + lifetime });
  }

  /** Takes note of a notification: what it tells has changed is stale. */
  hear(notification: string, uri: Json | undefined): void {
    if (notification === 'notifications/resources/updated')
      this.#kept.delete(keyOf('resources/read', { uri: uri ?? null }));
    this.forget(...(own(CHANGED_BY, notification) ?? []));
  }

  /** Forgets what was answered to these methods. */
  forget(...methods: string[]): void {
    for (const [key, { method }] of this.#kept) if (methods.includes(method)) this.#kept.delete(key);
  }
}

/** What tells one request from another; what it says of itself does not. */
function keyOf(method: string, { _meta, ...params }: JsonObject): string {
  return `${method} ${stringifyJson(params)}`;
}
