import { isDeepStrictEqual } from 'node:util';
import { Few } from '../../../../bounded/few.js';
import type { ClientCapabilities } from '../../../../generated/types/mcp-2025-11-25.js';
import { randomBytes } from '../../../../json/crypto.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject, isObject } from '../../../../json/json.js';
import { type Connection, connect, type RequestContext } from '../../../../jsonrpc/connection.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Link } from '../../../../jsonrpc/link.js';
import type { Id } from '../../../../jsonrpc/messages.js';
import { type Clock, realClock } from '../../../../wire/clock/clock.js';
import { invalidRequest } from '../../errors.js';
import { uuid } from '../../uuid.js';
import { checkedParams } from '../../validation.js';
import { completionHandlers } from '../completion.js';
import { failure } from '../content.js';
import { capabilitiesOf, lifecycleHandlers, runsTasks } from '../lifecycle.js';
import { loggingHandlers } from '../logging.js';
import { createPager } from '../pagination.js';
import { PARTS, type ServerParts } from '../parts.js';
import { promptAsks, promptHandlers } from '../prompts/handlers.js';
import { type Refusals, usualRefusals } from '../refusals.js';
import { readResource, resourceHandlers } from '../resources/handlers.js';
import type { ScriptDifference } from '../script/difference.js';
import type { Call, Handlers, ServerLink } from '../state/call.js';
import { createCall } from '../state/calling.js';
import type { Script } from '../state/script.js';
import type { SessionState } from '../state/session-state.js';
import type { ChangingList } from '../state/tool.js';
import { taskHandlers } from '../tasks/handlers.js';
import { callStreams, toolHandlers } from '../tools/handlers.js';
import { SessionGate } from './gate.js';

/** Randomness for session ids, cursor keys and UUIDs: `size` bytes. */
export type Random = (size: number) => Uint8Array;

export interface ServeOptions {
  /** What the server offers, as `loadScript` returns it. */
  script: Script;
  clock?: Clock;
  /** Default: PARTS. */
  parts?: ServerParts;
  /** Default: those of the protocol. */
  refusals?: Refusals;
  /** Default: the system's. */
  random?: Random;
  /** Signs cursors, where they shall hold for more than one session. Default: a key of the session's own. */
  cursorKey?: Uint8Array;
  /** The sessions of the server, to which this one is added while it lives. */
  others?: Set<ServerSession>;
  /** Whether the session is taken for initialized, by a client of which nothing is known. */
  opened?: boolean;
  /** Told of errors of the server itself. Default: nobody. */
  failed?: (error: unknown) => void;
  /** Makes the ids of its requests. Default: 1, 2, 3 … */
  ids?: () => Id;
  /** Requests of these methods are left to whoever started the server, which says their answers itself. */
  keeps?: (method: string) => boolean;
}

/** Serves one session of MCP 2025-11-25 as the server, over any link, until either side closes it. */
export function serveMcp(link: Link | ServerLink, options: ServeOptions): ServerSession {
  return new ServerSession(link, options);
}

/** A handler whose params are checked. */
type CheckedHandler = (params: JsonObject, call: Call) => object | Promise<object>;

const AT_ANY_TIME = ['initialize', 'ping'];

export class ServerSession {
  readonly state: SessionState;
  /** Resolves when nothing more can arrive. Never rejects. */
  readonly closed: Promise<void>;
  readonly #connection: Connection;
  readonly #link: ServerLink;
  readonly #gate: SessionGate;
  #handlers: { [method: string]: CheckedHandler };
  readonly #active = new Few<string>();
  readonly #others: Set<ServerSession>;
  #held: JsonObject[] = [];

  constructor(link: ServerLink, options: ServeOptions) {
    const { script, clock = realClock, parts = PARTS, random = randomBytes } = options;
    this.#others = options.others ?? new Set();
    this.#link = parts.link(link, { clock });
    this.#gate = new SessionGate(this.#link);
    this.state = {
      script,
      offers: parts.offers,
      parts,
      refusals: options.refusals ?? usualRefusals,
      clock,
      pager: createPager(script.pageSize, () => options.cursorKey ?? random(32)),
      capabilities: {},
      declared: {},
      phase: options.opened ? 'ready' : 'new',
      level: 'debug',
      subscriptions: new Set(),
      extras: new Set(),
      kept: new Map(),
      toolRounds: parts.toolRounds,
      tasks: parts.tasks({
        clock,
        newId: () => uuid(random(16)),
        changed: (task) => this.state.announce('notifications/tasks/status', task),
      }),
      peer: {
        notify: (method, params, about) => this.#connection.notify(method, params, about),
        request: (method, params, options) => this.#connection.request(method, params, options),
        hears: (about) => this.#gate.hears(about),
      },
      lacking: (_needed, reason) => failure(reason),
      uuid: () => uuid(random(16)),
      announce: (method, params, cause) => this.#announce(method, params, cause),
      toggle: (list, cause) => this.#toggle(list, cause),
      touch: (uri, cause) => this.#touch(uri, cause),
    };
    // `checkedParams` makes of what was sent what the handler of its method takes.
    this.#handlers = handlersOf(this.state) as { [method: string]: CheckedHandler };
    this.#connection = connect(this.#gate, {
      clock,
      fallback: {
        request: (method, params, context) => this.#serve(method, params, context),
        notification: (method, params) => this.#hear(method, params),
      },
      problem: ({ carried }) => this.#gate.refuse(carried),
      failed: (error) => options.failed?.(error),
      ...(options.ids && { ids: options.ids }),
    });
    this.closed = this.#connection.closed;
    this.#others.add(this);
    void this.closed.then(() => {
      this.#others.delete(this);
      this.state.tasks.stop();
    });
  }

  /** The script has changed: notifies the client of lists that were declared with `listChanged`, and of what it subscribed to. */
  scriptChanged({ lists, resources }: ScriptDifference): void {
    const { phase, subscriptions } = this.state;
    // Nothing was declared yet.
    if (phase === 'new') this.#handlers = handlersOf(this.state) as { [method: string]: CheckedHandler };
    else {
      for (const list of lists)
        if (this.state.declared[list]?.listChanged)
          this.state.announce(`notifications/${list}/list_changed`, undefined);
      for (const uri of resources)
        if (subscriptions.has(uri)) this.state.announce('notifications/resources/updated', { uri });
    }
  }

  /** Whether the answer to this request may be preceded by something else, so that over HTTP a stream is due. */
  streams({ method, params }: JsonObject): boolean {
    if (!isObject(params)) return false;
    if (method === 'prompts/get') return promptAsks(this.state, params.name);
    if (method !== 'tools/call') return false;
    // What a task says goes elsewhere: this is answered at once.
    if (params.task !== undefined && runsTasks(this.state)) return false;
    const asksProgress = isObject(params._meta) && 'progressToken' in params._meta;
    return asksProgress || callStreams(this.state, params.name);
  }

  /** Somebody else has answered an `initialize` of the client with a result: the session is open, as if this one had. */
  initializedBy({ params }: JsonObject): void {
    if (this.state.phase !== 'new') return;
    const { capabilities } = isObject(params) ? params : {};
    this.state.capabilities = isObject(capabilities) ? (capabilities as ClientCapabilities) : {};
    this.state.phase = 'open';
  }

  /** Cancels the request with this id as if the client had said so. */
  cancel(id: RequestContext['id']): void {
    this.#connection.cancel(id);
  }

  /** Stops everything that runs, without answers, and closes the link. */
  close(): void {
    this.#others.delete(this);
    this.state.tasks.stop();
    this.#connection.close();
  }

  /** Resolves when no request is being served and every answer has left. */
  async settled(): Promise<void> {
    await this.#connection.settled();
    await this.#link.settled?.();
  }

  async #serve(method: string, params: Json | undefined, context: RequestContext): Promise<Json | undefined> {
    const key = idKey(context.id);
    const call = createCall(this.state, this.#gate, context);
    if (this.#active.has(key)) throw invalidRequest('A request with this id is being served already');
    this.#active.set(key, method);
    try {
      const handler = Object.hasOwn(this.#handlers, method) ? this.#handlers[method] : undefined;
      if (!handler) throw this.state.refusals.method(method);
      if (this.state.phase === 'new' && !AT_ANY_TIME.includes(method))
        throw invalidRequest(`${method} came before initialize`);
      const checked = checkedParams(method, params);
      return asObject(await handler(checked instanceof Promise ? await checked : checked, call));
    } finally {
      this.#active.delete(key);
      if (context.cancelled()) this.#gate.withhold(call.about);
    }
  }

  #hear(method: string, params: Json | undefined): void {
    if (method === 'notifications/initialized' && this.state.phase === 'open') {
      this.state.phase = 'ready';
      const held = this.#held;
      this.#held = [];
      for (const message of held) this.#gate.announce(message, undefined);
    }
    if (method === 'notifications/cancelled' && isObject(params)) this.#cancelled(params.requestId);
  }

  /** What is unknown, finished or malformed is ignored, and initialize is never cancelled (MCP 2025-11-25, Cancellation). */
  #cancelled(id: Json | undefined): void {
    if (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint') return;
    if (this.#active.get(idKey(id)) === 'initialize') return;
    this.#connection.cancel(id);
  }

  #announce(method: string, params: object | undefined, cause: Call | undefined): void {
    const message: JsonObject = { jsonrpc: '2.0', method, ...(params && { params: asObject(params) }) };
    if (this.state.phase === 'ready') this.#gate.announce(message, cause?.about);
    // Told once, a change is told, however long the client takes to say that it is ready.
    else if (!this.#held.some((held) => isDeepStrictEqual(held, message))) this.#held.push(message);
  }

  /** Changes a list and tells the client (MCP 2025-11-25, Tools, Resources and Prompts, List Changed Notification). */
  #toggle(list: ChangingList, cause: Call): boolean {
    const { extras, offers } = this.state;
    const added = !extras.delete(list);
    if (added) extras.add(list);
    if (offers.listChanged) this.state.announce(`notifications/${list}/list_changed`, undefined, cause);
    return added;
  }

  #touch(uri: string, cause: Call): boolean {
    if (!readResource(this.state, uri)) return false;
    const method = 'notifications/resources/updated';
    for (const told of this.state.parts.toldOfUpdate<ServerSession>(uri, this, this.#others))
      told.state.announce(method, { uri }, told === this ? cause : undefined);
    return true;
  }
}

/** What the server declares it answers; ping and initialize always. */
function handlersOf(state: SessionState): Handlers {
  const declared = capabilitiesOf(state);
  state.declared = declared;
  return {
    ...lifecycleHandlers(state),
    ...('tools' in declared && toolHandlers(state)),
    ...('resources' in declared && resourceHandlers(state)),
    ...('prompts' in declared && promptHandlers(state)),
    ...('completions' in declared && completionHandlers(state)),
    ...('logging' in declared && loggingHandlers(state)),
    ...('tasks' in declared && taskHandlers(state)),
  };
}
