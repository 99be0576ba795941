import type { CallToolResult } from '../../../../../generated/types/mcp-2025-11-25.js';
import type { DetailedTask, InputRequest, InputRequests, Task } from '../../../../../generated/types/mcp-2026-07-28.js';
import type { Json, JsonObject } from '../../../../../json/json.js';
import { asObject } from '../../../../../json/json.js';
import { RpcError } from '../../../../../jsonrpc/rpc-error.js';
import type { Clock } from '../../../../../wire/clock/clock.js';
import { invalidParams } from '../../../errors.js';
import { CODES } from '../../../revision.js';
import { CallError } from '../../state/call.js';

/** How long a task is kept, in ms. */
const TTL = 300_000;
/** What a client is told to wait between two questions, in ms. */
const POLL_INTERVAL = 500;

export interface TasksOptions {
  clock: Clock;
  newId: () => string;
  /** Told of each change of a task. */
  changed: (task: DetailedTask) => void;
  /** ms between an acknowledgement and what comes of it. */
  lag: number;
  /** Whether a task ends that a client asks to end. */
  cancels: boolean;
}

/** Tasks that are kept at a time; the oldest goes first, one that is over before one that works. */
const MOST_TASKS = 1_000;

/** A question of a task. */
export interface TaskQuestion {
  /** Its name. Default: one that no other question of the task has. */
  as?: string;
  method: string;
  params?: JsonObject;
}

/** The tasks of a server (Tasks extension, Tasks). Whoever knows the id of one may ask about it. */
export class PerRequestTasks {
  readonly #tasks = new Map<string, PerRequestTask>();

  constructor(private readonly options: TasksOptions) {}

  /** Makes a task, whose work begins when this call is over. */
  start(work: (task: PerRequestTask) => CallToolResult | Promise<CallToolResult>): PerRequestTask {
    const task = new PerRequestTask(this.options);
    if (this.#tasks.size >= MOST_TASKS) this.#makeRoom();
    this.#tasks.set(task.id, task);
    this.options.clock.after(0, () => void task.run(work));
    return task;
  }

  /** Whether there is such a task. */
  has(id: string): boolean {
    return this.#tasks.has(id);
  }

  /** The task with this id. Throws RpcError -32602 where there is none: one that is over is kept for its ttlMs. */
  find(id: string): PerRequestTask {
    this.#expire();
    const found = this.#tasks.get(id);
    if (!found) throw invalidParams(`There is no task ${id}`);
    return found;
  }

  #expire(): void {
    const now = this.options.clock.date();
    for (const [key, task] of this.#tasks) if (task.isOver && now > task.keptUntil) this.#tasks.delete(key);
  }

  #makeRoom(): void {
    this.#expire();
    const all = [...this.#tasks.values()];
    const gone = all.length < MOST_TASKS ? undefined : (all.find(({ isOver }) => isOver) ?? all[0]);
    gone?.stopped.abort();
    if (gone) this.#tasks.delete(gone.id);
  }
}

type Outcome = { status: 'completed'; result: JsonObject } | { status: 'failed'; error: JsonObject } | Cancelled;
interface Cancelled {
  status: 'cancelled';
}

/** One task: where it stands, what it wants of the client, and how it ended. */
export class PerRequestTask {
  /** Aborts when the task is cancelled. */
  readonly stopped = new AbortController();
  readonly #common: Omit<Task, 'status'>;
  readonly #open = new Map<string, { request: InputRequest; answer(value: Json): void; refuse(error: Error): void }>();
  #asked = 0;
  #outcome: Outcome | undefined;

  constructor(private readonly options: TasksOptions) {
    const now = new Date(options.clock.date()).toISOString();
    this.#common = {
      taskId: options.newId(),
      createdAt: now,
      lastUpdatedAt: now,
      ttlMs: TTL,
      pollIntervalMs: POLL_INTERVAL,
    };
  }

  get id(): string {
    return this.#common.taskId;
  }

  get isOver(): boolean {
    return this.#outcome !== undefined;
  }

  /** Time of the clock until which it is kept once it is over. */
  get keptUntil(): number {
    return Date.parse(this.#common.createdAt) + TTL;
  }

  /** The task as `tasks/get` and notifications tell it. */
  get detailed(): DetailedTask {
    if (this.#outcome) return { ...this.#common, ...this.#outcome } as unknown as DetailedTask;
    if (this.#open.size === 0) return { ...this.#common, status: 'working' };
    const requests = [...this.#open].map(([key, { request }]) => [key, request]);
    return { ...this.#common, status: 'input_required', inputRequests: Object.fromEntries(requests) as InputRequests };
  }

  /** The task as it is when it was made (Tasks extension, Task Creation). */
  get created(): Task {
    return { ...this.#common, status: 'working' };
  }

  /** Does the work; its result or its error is that of the task. */
  async run(work: (task: PerRequestTask) => CallToolResult | Promise<CallToolResult>): Promise<void> {
    try {
      const result = await work(this);
      // What a tool says of its own failure is its result (Tasks extension, Error Handling).
      this.#end({ status: 'completed', result: { resultType: 'complete', ...asObject(result) } });
    } catch (error) {
      const { code, message, data } =
        error instanceof RpcError ? error : new RpcError(CODES.internalError, 'Internal error');
      this.#common.statusMessage = message;
      this.#end({ status: 'failed', error: { code, message, ...(data !== undefined && { data }) } });
    }
  }

  /** Asks the client all of this at once. Rejects with CallError where the task ends before all answers have come. */
  ask(questions: readonly TaskQuestion[]): Promise<Json[]> {
    const answers = questions.map(
      ({ as, method, params }) =>
        new Promise<Json>((answer, refuse) => {
          const request = { method, ...(params && { params }) } as unknown as InputRequest;
          this.#open.set(as ?? `input-${++this.#asked}`, { request, answer, refuse });
        }),
    );
    this.#changed();
    return Promise.all(answers);
  }

  /** Takes answers. What is not asked for, or not any more, is not heard. */
  update(responses: JsonObject): void {
    this.#later(() => {
      const heard = Object.entries(responses).filter(([key]) => this.#open.has(key));
      for (const [key, value] of heard) {
        this.#open.get(key)?.answer(value);
        this.#open.delete(key);
      }
      if (heard.length > 0) this.#changed();
    });
  }

  /** Ends it, unless it is over. */
  cancel(): void {
    if (this.options.cancels) this.#later(() => this.#end({ status: 'cancelled' }));
  }

  #later(effect: () => void): void {
    const { clock, lag } = this.options;
    if (lag === 0) effect();
    else clock.after(lag, effect);
  }

  #end(outcome: Outcome): void {
    if (this.#outcome) return;
    this.#outcome = outcome;
    for (const { refuse } of this.#open.values()) refuse(new CallError('The task is over'));
    this.#open.clear();
    this.#changed();
    this.stopped.abort();
  }

  #changed(): void {
    this.#common.lastUpdatedAt = new Date(this.options.clock.date()).toISOString();
    this.options.changed(this.detailed);
  }
}
