import type {
  CreateTaskResult,
  DetailedTask,
  GetTaskRequest,
  SubscriptionsAcknowledgedNotificationParams,
  UpdateTaskRequest,
} from '../../../../../generated/types/mcp-2026-07-28.js';
import type { Json, JsonObject } from '../../../../../json/json.js';
import { asObject, isObject } from '../../../../../json/json.js';
import { idKey } from '../../../../../jsonrpc/ledger.js';
import type { Id } from '../../../../../jsonrpc/messages.js';
import { RpcError } from '../../../../../jsonrpc/rpc-error.js';
import { type Clock, sleep } from '../../../../../wire/clock/clock.js';
import { META, type TaskFilter } from '../../../per-request.js';
import type { AskOptions, Unchecked } from '../../conversation.js';
import type { TaskHabits } from '../../tasks/habits.js';
import { OpenQuestions } from './open-questions.js';

/** ms between two requests for a task whose server does not say how long to wait. */
const POLL_INTERVAL = 1_000;

export interface FollowOptions {
  clock: Clock;
  habits: TaskHabits;
  /** Asks the server. Rejects as `Connection.request` does, and where the result is not complete. */
  ask(method: string, params: JsonObject): Promise<JsonObject>;
  /** Subscribes to what `filter` names, until the signal aborts. Settles when the subscription is over. */
  listen(filter: JsonObject, options: Required<Pick<AskOptions, 'signal' | 'sent'>>): Promise<unknown>;
  /** Answers a question of the server, until nobody wants that any more. Rejects where nothing can be answered. */
  answer(question: Json, signal: AbortSignal): Promise<object>;
}

/** A subscription to the changes of a task. */
interface Subscription {
  /** That of its id. */
  key: string;
  /** Whether the server agreed to tell them, so that it need not be asked. */
  tells: boolean;
  end(): void;
  /** Resolves when it is over. */
  ended: Promise<void>;
}

/** One call that goes on as a task: it is asked for, or listened for, until it is over (Tasks extension, Task Polling). */
export class FollowedTask {
  /** What the call would have been answered with. Rejects with the error of a failed task, or the reason why it was given up. */
  readonly result: Promise<JsonObject>;
  readonly #id: string;
  readonly #over = new AbortController();
  readonly #questions: OpenQuestions;
  #pace = POLL_INTERVAL;
  /** Time of the clock after which its server need not know it any more. */
  #kept = Number.POSITIVE_INFINITY;
  readonly #since: number;
  /** Why nobody wants the result any more. */
  #givenUp: { reason: unknown } | undefined;
  #subscription: Subscription | undefined;
  #resolve: (result: JsonObject) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  /** Throws where what the server made is no task. */
  constructor(
    made: Unchecked<CreateTaskResult>,
    private readonly options: FollowOptions,
  ) {
    if (typeof made.taskId !== 'string') throw new Error('the server made a task that has no id');
    this.#id = made.taskId;
    this.#since = options.clock.now();
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#questions = new OpenQuestions({
      answer: (question, signal) => options.answer(question, signal),
      deliver: (responses) => this.#update(responses),
      oneByOne: options.habits.oneByOne,
    });
    // Its end can only be asked for: what made it says where it stands and no more (Tasks extension, Task Creation).
    this.#keep(made);
  }

  get id(): string {
    return this.#id;
  }

  /** Begins: listens for its changes where that is wanted, and asks for it wherever they are not told. */
  start(listens: boolean): void {
    if (listens) this.#listen();
    this.#poll().catch((error: unknown) => this.#fail(error));
  }

  /** Nobody wants the result any more: the server is told, and `result` rejects with the reason. */
  giveUp(reason: unknown): void {
    if (this.#over.signal.aborted || this.#givenUp) return;
    this.#givenUp = { reason };
    this.#questions.close();
    const cancelled = this.options.ask('tasks/cancel', asObject({ taskId: this.#id })).catch(() => undefined);
    if (this.options.habits.watchesCancelled) return;
    // What comes of that is the server's affair (Tasks extension, Task Cancellation).
    this.#over.abort();
    void cancelled.then(() => this.#reject(reason));
  }

  /** Takes the task as its server tells it, in answer to tasks/get or by a notification. */
  take(task: Unchecked<DetailedTask>): void {
    if (this.#over.signal.aborted) return;
    this.#keep(task);
    const { status, inputRequests, result, error }: JsonObject = task;
    this.#questions.set(status === 'input_required' && isObject(inputRequests) ? inputRequests : {}, (reason) =>
      this.giveUp(reason),
    );
    if (status === 'completed') {
      if (isObject(result)) this.#end(() => this.#resolve(result));
      else this.#fail(new Error('the server completed a task without a result'));
    } else if (status === 'failed') this.#fail(RpcError.from(error ?? null));
    else if (status === 'cancelled') this.#fail(new Error('the server ended the task without a result'));
    else if (status !== 'working' && status !== 'input_required')
      this.#fail(new Error(`the server sent a task with an unknown status: ${String(status)}`));
  }

  /** Takes note of which tasks the server will tell of on a subscription. */
  acknowledged({ notifications, _meta }: Unchecked<SubscriptionsAcknowledgedNotificationParams>): void {
    const subscription = this.#subscription;
    const about = isObject(_meta) ? _meta[META.subscriptionId] : undefined;
    if (!subscription || subscription.key !== idKey((about ?? null) as Id)) return;
    const { taskIds } = isObject(notifications) ? notifications : {};
    if (!Array.isArray(taskIds) || !taskIds.includes(this.#id)) {
      subscription.end();
      return;
    }
    subscription.tells = !this.options.habits.pollsBeside;
    // Changes are told, not what was before.
    void this.#get().catch((error: unknown) => this.#fail(error));
  }

  /** Remembers at which pace it is to be asked for, and for how long it is kept. */
  #keep({ pollIntervalMs, ttlMs }: Unchecked<CreateTaskResult>): void {
    const { habits } = this.options;
    if (typeof pollIntervalMs === 'number') this.#pace = habits.pace(pollIntervalMs);
    if (typeof ttlMs === 'number') this.#kept = this.#since + habits.patience(ttlMs);
  }

  async #poll(): Promise<void> {
    const { clock, habits } = this.options;
    if (habits.asksAtOnce) await this.#get();
    while (await sleep(clock, this.#pace, this.#over.signal)) {
      if (this.#subscription?.tells) await this.#subscription.ended;
      if (this.#over.signal.aborted) return;
      if (clock.now() > this.#kept) throw new Error('the task is older than its server keeps it');
      await this.#get();
    }
  }

  async #get(): Promise<void> {
    const params: Pick<GetTaskRequest['params'], 'taskId'> = { taskId: this.#id };
    this.take(await this.options.ask('tasks/get', asObject(params)));
  }

  async #update(inputResponses: JsonObject): Promise<void> {
    const params = { taskId: this.#id, inputResponses } as unknown as Omit<UpdateTaskRequest['params'], '_meta'>;
    await this.options.ask('tasks/update', asObject(params));
  }

  #listen(): void {
    const stop = new AbortController();
    this.#over.signal.addEventListener('abort', () => stop.abort(), { once: true });
    const filter: TaskFilter = { taskIds: [this.#id] };
    const subscription: Subscription = { key: '', tells: false, end: () => stop.abort(), ended: Promise.resolve() };
    this.#subscription = subscription;
    const sent = (id: Id) => {
      subscription.key = idKey(id);
    };
    // Whatever ends it, the task can still be asked for.
    const over = () => {
      this.#subscription = undefined;
    };
    subscription.ended = this.options.listen({ ...filter }, { signal: stop.signal, sent }).then(over, over);
  }

  #fail(reason: unknown): void {
    this.#end(() => this.#reject(reason));
  }

  #end(settle: () => void): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#questions.close();
    if (this.#givenUp) this.#reject(this.#givenUp.reason);
    else settle();
  }
}
