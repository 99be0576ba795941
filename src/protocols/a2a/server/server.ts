import type { ClientRequests } from '../../../generated/methods/a2a-0.3.0.js';
import type {
  AgentCard,
  Message,
  MessageSendConfiguration,
  MessageSendParams,
  Part,
  Task,
} from '../../../generated/types/a2a-0.3.0.js';
import { INTERNAL_ERROR, RpcError } from '../../../jsonrpc/rpc-error.js';
import type { RequestHandlers } from '../../../jsonrpc/typed.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { StoreError } from '../../../workspace/store/store-error.js';
import { CODES, invalidParams, taskNotFound } from '../errors.js';
import { AGENT, type Agent, type Skill } from './agent/skills.js';
import { extendedCardOf, MODES, type Offer } from './card.js';
import { checkMessage } from './messages.js';
import type { Hooks } from './push/hooks.js';
import { LiveTask, type TaskEvent } from './tasks/live-task.js';
import { isTerminal } from './tasks/states.js';
import type { KeptTask, TaskStore } from './tasks/store.js';

/** Who asks. `name` is unset where nobody signed in. */
export interface Caller {
  name: string | undefined;
}

/** What the events of a stream hold: the task or message that it begins with, then what happens. */
type Streamed = Task | Message | TaskEvent;

/** Tasks that have not ended, by id. */
export type LiveTasks = Map<string, LiveTask>;

export interface ServerOptions {
  clock: Clock;
  offer: Offer;
  store: TaskStore;
  hooks: Hooks;
  /** Where its tasks are that have not ended, if other servers have the same tasks. Default: its own. */
  live?: LiveTasks;
  card(): AgentCard;
  newId(): string;
  /** Whether a request that does not say so waits for its task. */
  waits: boolean;
  /** ms for which a task that is cancelled still works. Default: 0. */
  cancelsAfter?: number;
  /** Makes the id of a context that the client does not name. Default: `newId`. */
  newContext?(): string;
  /** Whether a subscription to a task that has ended is refused. Default: its stream has the task alone. */
  refusesEnded?: boolean;
  /** Default: that of the reference. */
  agent?: Agent;
  /** Default: the card with a skill more. */
  extendedCard?(card: AgentCard, caller: Caller): AgentCard;
  /** Told of a task whose status has changed. */
  changed(task: Task): void;
  /** Told of errors of the agent itself. */
  failed?: ((error: unknown) => void) | undefined;
}

/** Takes what a stream brings, and whether that is its end. */
type StreamListener = (event: Streamed, last: boolean) => void;

type Handlers = RequestHandlers<ClientRequests, Caller>;
type Streaming = 'message/stream' | 'tasks/resubscribe';

/** The agent and its tasks, whatever carries the requests. */
export class Server {
  /** Tasks that have not ended. */
  readonly #live: LiveTasks;
  /** What is answered with one result. */
  readonly handlers: Omit<Handlers, Streaming>;

  constructor(private readonly options: ServerOptions) {
    const { hooks, live = new Map() } = options;
    this.#live = live;
    this.handlers = {
      'message/send': (params, caller) => this.#send(params, caller),
      'tasks/get': ({ id, historyLength }, caller) => shortened(this.#kept(id, caller).task, historyLength),
      'tasks/cancel': ({ id }, caller) => this.#cancel(id, caller),
      'tasks/pushNotificationConfig/set': ({ taskId, pushNotificationConfig }, caller) => {
        this.#pushes(taskId, caller);
        return hooks.set(taskId, pushNotificationConfig);
      },
      'tasks/pushNotificationConfig/get': (params, caller) => {
        this.#pushes(params.id, caller);
        return hooks.get(params.id, (params as { pushNotificationConfigId?: string }).pushNotificationConfigId);
      },
      'tasks/pushNotificationConfig/list': ({ id }, caller) => {
        this.#pushes(id, caller);
        return hooks.list(id);
      },
      'tasks/pushNotificationConfig/delete': ({ id, pushNotificationConfigId }, caller) => {
        this.#pushes(id, caller);
        hooks.delete(id, pushNotificationConfigId);
        return null;
      },
      'agent/getAuthenticatedExtendedCard': (_, caller) => {
        if (!options.offer.extendedCard) throw new RpcError(CODES.noExtendedCard, 'The agent has no extended card');
        return (options.extendedCard ?? extendedCardOf)(options.card(), caller);
      },
    };
  }

  /** Another one once a script has changed it. */
  get #agent(): Agent {
    return this.options.agent ?? AGENT;
  }

  /** Every task that the caller may see, oldest first. */
  list(caller: Caller): Task[] {
    return [...this.options.store.all()].flatMap((kept) => (isFor(kept, caller) ? [kept.task] : []));
  }

  /**
   * Opens a stream; `listener` gets what it brings, at the earliest when the promise has resolved with what ends it. Rejects with
   * RpcError where there is none.
   */
  async stream(
    method: Streaming,
    params: ClientRequests[Streaming]['params'],
    caller: Caller,
    listener: StreamListener,
  ): Promise<() => void> {
    if (!this.options.offer.streaming) throw new RpcError(CODES.unsupportedOperation, 'The agent does not stream');
    if (method === 'tasks/resubscribe') return this.#resubscribe((params as { id: string }).id, caller, listener);
    const sent = params as MessageSendParams;
    const begun = await this.#begin(sent, caller);
    if (!(begun instanceof LiveTask)) return later(() => listener(begun, true));
    const { historyLength } = sent.configuration ?? {};
    return follow(begun, (event, last) =>
      listener(event.kind === 'task' ? shortened(event, historyLength) : event, last),
    );
  }

  /** Lets go of a task that is not kept any more. */
  forget(id: string): void {
    const live = this.#live.get(id);
    this.#live.delete(id);
    live?.abandon();
  }

  /** Ends every task. */
  close(): void {
    for (const live of this.#live.values()) live.move('canceled');
  }

  async #send(params: MessageSendParams, caller: Caller): Promise<Task | Message> {
    const { configuration = {} } = params;
    const begun = await this.#begin(params, caller);
    if (!(begun instanceof LiveTask)) return begun;
    if (configuration.blocking ?? this.options.waits) await begun.settled();
    return shortened(begun.task, configuration.historyLength);
  }

  /** Takes a message: the task that it begins or goes on with, or the message that it is answered with. */
  #begin(params: MessageSendParams, caller: Caller): LiveTask | Promise<Message> {
    const { message, configuration = {} } = params;
    checkMessage(message, configuration, MODES);
    if (configuration.pushNotificationConfig) this.#pushesAtAll();
    if (message.taskId !== undefined) return this.#goOn(message, message.taskId, configuration, caller);
    const { name, text, skill = this.#agent.skills[name]! } = this.#agent.choose(params);
    const contextId = message.contextId ?? (this.options.newContext ?? this.options.newId)();
    if (skill.says) return this.#say(skill.says(text, this.options.clock), contextId);
    const live = this.#newTask(message, contextId, caller);
    this.#setHook(live, configuration);
    void this.#work(live, skill, text);
    return live;
  }

  async #say(parts: Part[] | Promise<Part[]>, contextId: string): Promise<Message> {
    return { kind: 'message', role: 'agent', messageId: this.options.newId(), contextId, parts: await parts };
  }

  #newTask(message: Message, contextId: string, { name: owner }: Caller): LiveTask {
    const { clock, newId, store, changed } = this.options;
    const id = newId();
    const status = { state: 'submitted', timestamp: new Date(clock.date()).toISOString() } as const;
    const history = [{ ...message, taskId: id, contextId }];
    const live = new LiveTask({
      task: { kind: 'task', id, contextId, status, history },
      date: () => clock.date(),
      newId,
      endsStream: this.#agent.endsStream,
      changed: (task, event) => {
        store.put({ task, owner });
        if (isTerminal(task.status.state)) this.#live.delete(id);
        if (event.kind === 'status-update') changed(task);
      },
    });
    this.#keepNew(live.task, owner);
    this.#live.set(id, live);
    return live;
  }

  /** Throws RpcError -32603 if the store can't keep the task: its client is answered, and others go on. */
  #keepNew(task: Task, owner: string | undefined): void {
    try {
      this.options.store.put({ task, owner });
    } catch (error) {
      throw error instanceof StoreError ? new RpcError(INTERNAL_ERROR, `The task: ${error.message}`) : error;
    }
  }

  #goOn(message: Message, id: string, configuration: MessageSendConfiguration, caller: Caller): LiveTask {
    const { task } = this.#kept(id, caller);
    const live = this.#live.get(id);
    if (!live)
      throw new RpcError(CODES.unsupportedOperation, `The task is ${task.status.state} and takes no more messages`);
    if (message.contextId !== undefined && message.contextId !== task.contextId)
      throw invalidParams('the task belongs to another context');
    this.#setHook(live, configuration);
    live.take({ ...message, contextId: task.contextId });
    return live;
  }

  /** Works a turn of the loop later, so that whoever asked sees the task begin. */
  async #work(task: LiveTask, skill: Skill, text: string): Promise<void> {
    await new Promise(setImmediate);
    if (task.signal.aborted) return;
    try {
      await skill.works?.({ task, text, clock: this.options.clock });
    } catch (error) {
      this.options.failed?.(error);
      task.move('failed', { kind: 'text', text: 'The agent failed.' });
    }
  }

  #cancel(id: string, caller: Caller): Task {
    const { task } = this.#kept(id, caller);
    const live = this.#live.get(id);
    if (!live) throw new RpcError(CODES.taskNotCancelable, `The task is ${task.status.state}`);
    const { clock, cancelsAfter = 0 } = this.options;
    if (cancelsAfter > 0) clock.after(cancelsAfter, () => live.move('canceled'));
    else live.move('canceled');
    return live.task;
  }

  #resubscribe(id: string, caller: Caller, listener: StreamListener): () => void {
    const { task } = this.#kept(id, caller);
    const live = this.#live.get(id);
    if (!live && this.options.refusesEnded)
      throw new RpcError(CODES.unsupportedOperation, `The task is ${task.status.state}, and nothing more comes of it`);
    return live ? follow(live, listener) : later(() => listener(task, true));
  }

  #kept(id: string, caller: Caller): KeptTask {
    const kept = this.options.store.get(id);
    if (!kept || !isFor(kept, caller)) throw taskNotFound(id);
    return kept;
  }

  #pushesAtAll(): void {
    if (!this.options.offer.push) throw new RpcError(CODES.pushNotSupported, 'The agent does not post to webhooks');
  }

  #pushes(id: string, caller: Caller): void {
    this.#pushesAtAll();
    this.#kept(id, caller);
  }

  #setHook(live: LiveTask, { pushNotificationConfig }: MessageSendConfiguration): void {
    if (pushNotificationConfig) this.options.hooks.set(live.task.id, pushNotificationConfig);
  }
}

const isFor = ({ owner }: KeptTask, { name }: Caller) => owner === undefined || owner === name;

/** The task, then each event, to the one with which it ends or waits for its client. */
function follow(live: LiveTask, listener: StreamListener): () => void {
  if (live.streamed) return later(() => listener(live.task, true));
  const begun = live.task;
  const waiting: TaskEvent[] = [];
  let open = false;
  const say = (event: TaskEvent) => {
    const last = event.kind === 'status-update' && event.final;
    if (last) stop();
    listener(event, last);
  };
  const stop = live.listen((event) => (open ? say(event) : void waiting.push(event)));
  const cancel = later(() => {
    open = true;
    listener(begun, false);
    for (const event of waiting) say(event);
  });
  return () => {
    cancel();
    stop();
  };
}

/** Does it in the next turn of the loop; returns what keeps it from that. */
function later(act: () => void): () => void {
  const timer = setImmediate(act);
  return () => clearImmediate(timer);
}

/** A task with at most so many messages of its history, the latest. */
function shortened(task: Task, length: number | undefined): Task {
  if (length === undefined) return task;
  if (length < 0) throw invalidParams('historyLength must not be negative');
  const { history = [] } = task;
  return { ...task, history: length === 0 ? [] : history.slice(-length) };
}
