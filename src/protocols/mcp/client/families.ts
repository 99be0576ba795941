import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { ParamsOf, ResultOf } from '../../../jsonrpc/typed.js';
import { type Clock, sleep } from '../../../wire/clock/clock.js';
import type { ClientRequests } from '../methods.js';
import type { PerRequestRevision } from '../per-request.js';
import type { AskOptions, Conversation, Unchecked, Watched } from './conversation.js';

/** ms that a server may take to say which family it is of. */
const PROBE = 5_000;

export interface FamiliesOptions {
  clock: Clock;
  /** Revisions with sessions that the client speaks. */
  versions: readonly string[];
  /** The revision without. */
  revision: PerRequestRevision;
  /** Begins a conversation without sessions. */
  perRequest(): Conversation;
  /** Begins one with a session, in place of the other. */
  session(): Conversation;
}

/**
 * The conversation of a client that speaks revisions of both families: it asks what the server has, and where that tells no server
 * without sessions, whatever it is that the server says, it opens a session (MCP 2026-07-28, Versioning, Backward compatibility).
 */
export class ConversationOfEitherFamily implements Conversation {
  #chosen: Conversation;
  #known: Promise<void> | undefined;

  constructor(private readonly options: FamiliesOptions) {
    this.#chosen = options.perRequest();
  }

  open(): Promise<void> {
    // The family of a server does not change while they speak.
    this.#known ??= this.#choose();
    return this.#known;
  }

  get serverName(): Json {
    return this.#chosen.serverName;
  }

  get opened(): JsonObject {
    return this.#chosen.opened;
  }

  get instructions(): string | undefined {
    return this.#chosen.instructions;
  }

  has(...names: string[]): boolean {
    return this.#chosen.has(...names);
  }

  ask<M extends keyof ClientRequests & string>(
    method: M,
    params: ParamsOf<ClientRequests, M>,
    options?: AskOptions,
  ): Promise<Unchecked<ResultOf<ClientRequests, M>>> {
    return this.#chosen.ask(method, params, options);
  }

  token(): string | number {
    return this.#chosen.token();
  }

  changeRoots(folders: readonly string[]): void {
    this.#chosen.changeRoots(folders);
  }

  watching<T>(what: Watched, work: () => Promise<T>): Promise<T> {
    return this.#chosen.watching(what, work);
  }

  setLevel(level: ParamsOf<ClientRequests, 'logging/setLevel'>['level']): Promise<Json> {
    return this.#chosen.setLevel(level);
  }

  close(): void {
    this.#chosen.close();
  }

  async #choose(): Promise<void> {
    const { clock, session } = this.options;
    const over = new AbortController();
    const silent = sleep(clock, PROBE, over.signal).then((isSilent) => isSilent);
    try {
      const answered = this.#chosen.open().then(() => false);
      if (!(await Promise.race([answered, silent]))) return;
    } catch (error) {
      if (this.#isWithoutSessions(error)) throw error;
    } finally {
      over.abort();
    }
    this.#chosen = session();
    await this.#chosen.open();
  }

  /** Whether only a server without sessions refuses so, and it speaks nothing else that the client does. */
  #isWithoutSessions(error: unknown): boolean {
    const codes: number[] = Object.values(this.options.revision.codes);
    if (!(error instanceof RpcError) || !codes.includes(Number(error.code))) return false;
    const { supported } = isObject(error.data) ? error.data : {};
    return !(Array.isArray(supported) && supported.some((one) => this.options.versions.includes(String(one))));
  }
}
