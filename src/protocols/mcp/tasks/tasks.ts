import type { Task, TaskStatus } from '../../../generated/types/mcp-2025-11-25.js';
import { isObject } from '../../../json/json.js';
import type { Related } from '../../../jsonrpc/link.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { invalidParams } from '../errors.js';
import { CODES } from '../revision.js';

/** How long a task is kept where the requestor does not say, and at most, in ms. */
const TTL = 300_000;
const MAX_TTL = 3_600_000;
/** Tasks that are kept at a time; the oldest goes first, one that is over before one that works. */
const MOST_TASKS = 1_000;
/** What the requestor is told to wait between two questions, in ms. */
const POLL_INTERVAL = 500;

/** How a task ended: what `tasks/result` answers with. */
type Outcome<Result> = { result: Result } | { error: unknown };

/** What a task does. */
type Work<Result> = (entry: TaskEntry<Result>) => Result | Promise<Result>;

export interface TasksOptions {
  clock: Clock;
  newId: () => string;
  /** Told of each change of a status. */
  changed: (task: Task) => void;
}

/** The tasks of one requestor, whose requests have results of this kind (MCP 2025-11-25, Tasks). */
export class Tasks<Result extends object> {
  readonly #entries = new Map<string, TaskEntry<Result>>();

  constructor(private readonly options: TasksOptions) {}

  /** Begins a task, whose work starts when this call is over. `ttl`: what the requestor asks for, in ms. */
  start(ttl: number | undefined, work: Work<Result>): TaskEntry<Result> {
    const { clock, newId, changed } = this.options;
    const now = new Date(clock.date()).toISOString();
    const task: Task = {
      taskId: newId(),
      status: 'working',
      createdAt: now,
      lastUpdatedAt: now,
      ttl: Math.min(ttl ?? TTL, MAX_TTL),
      pollInterval: POLL_INTERVAL,
    };
    const entry = new TaskEntry<Result>(task, clock, changed);
    if (this.#entries.size >= MOST_TASKS) this.#makeRoom();
    this.#entries.set(task.taskId, entry);
    // So that the requestor knows the task before it hears of it.
    clock.after(0, () => void entry.run(work));
    return entry;
  }

  /** The task with this id. Throws RpcError -32602 where there is none. */
  find(taskId: string): TaskEntry<Result> {
    const entry = this.list().find(({ task }) => task.taskId === taskId);
    if (!entry) throw invalidParams(`There is no task ${taskId}`);
    return entry;
  }

  /** All tasks, the oldest first. Those that are over and older than their ttl are gone. */
  list(): TaskEntry<Result>[] {
    const now = this.options.clock.date();
    for (const [id, { task, isOver }] of this.#entries)
      if (isOver && now > Date.parse(task.createdAt) + (task.ttl ?? Number.POSITIVE_INFINITY)) this.#entries.delete(id);
    return [...this.#entries.values()];
  }

  #makeRoom(): void {
    const all = this.list();
    const gone = all.length < MOST_TASKS ? undefined : (all.find(({ isOver }) => isOver) ?? all[0]);
    gone?.stopped.abort();
    if (gone) this.#entries.delete(gone.task.taskId);
  }

  /** Stops the work of all. */
  stop(): void {
    for (const { stopped } of this.#entries.values()) stopped.abort();
  }
}

/** One task: where it stands, and how it ended. */
export class TaskEntry<Result> {
  /** Aborts when the task is cancelled or its session is over. */
  readonly stopped = new AbortController();
  /** Resolves when the task has ended. */
  readonly over: Promise<void>;
  /** The requests for its result that wait, the latest last: what it says can travel on their streams. */
  readonly listeners: Related[] = [];
  #outcome: Outcome<Result> | undefined;
  #questions = 0;
  #end: () => void = () => {};
  #heard: (() => void)[] = [];

  constructor(
    readonly task: Task,
    private readonly clock: Clock,
    private readonly changed: (task: Task) => void,
  ) {
    this.over = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get isOver(): boolean {
    return this.#outcome !== undefined;
  }

  /** Does the work, unless the task was cancelled before. */
  async run(work: Work<Result>): Promise<void> {
    if (this.stopped.signal.aborted) return;
    try {
      const result = await work(this);
      const failure = failureOf(result);
      this.#finish(failure ? 'failed' : 'completed', { result }, failure?.reason);
    } catch (error) {
      this.#finish('failed', { error }, error instanceof Error ? error.message : undefined);
    }
  }

  /** What the request would have been answered with. Throws what it would have thrown. */
  result(): Result {
    if (this.#outcome && 'result' in this.#outcome) return this.#outcome.result;
    throw this.#outcome?.error;
  }

  /** Ends the task as cancelled, whatever its work still does. Throws RpcError -32602 where it is over. */
  cancel(): void {
    if (this.isOver) throw invalidParams(`The task is ${this.task.status} already`);
    const error = new RpcError(CODES.internalError, 'The task was cancelled');
    this.#finish('cancelled', { error }, 'The task was cancelled by request.');
    this.stopped.abort();
  }

  /** Somebody waits for the result. Returns what ends the wait. */
  listen(request: Related): () => void {
    this.listeners.push(request);
    for (const wake of this.#heard.splice(0)) wake();
    return () => {
      this.listeners.splice(this.listeners.indexOf(request), 1);
    };
  }

  /** Does something that waits for the requestor, and has the status input_required meanwhile. */
  async asking<T>(ask: () => Promise<T>): Promise<T> {
    this.#questions += 1;
    this.#move('input_required');
    try {
      return await ask();
    } finally {
      this.#questions -= 1;
      if (this.#questions === 0) this.#move('working');
    }
  }

  /** Resolves when the next request for the result comes, or the task is stopped. */
  nextListener(): Promise<void> {
    const { signal } = this.stopped;
    return new Promise((resolve) => {
      this.#heard.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #finish(status: TaskStatus, outcome: Outcome<Result>, message: string | undefined): void {
    if (this.isOver) return;
    this.#move(status, message);
    this.#outcome = outcome;
    this.#end();
  }

  #move(status: TaskStatus, message?: string): void {
    const { task } = this;
    if (this.isOver || task.status === status) return;
    task.status = status;
    task.lastUpdatedAt = new Date(this.clock.date()).toISOString();
    if (message !== undefined) task.statusMessage = message;
    this.changed({ ...task });
  }
}

/** A tool that failed says so in its result (MCP 2025-11-25, Tasks, Task Status). */
function failureOf(result: unknown): { reason: string | undefined } | undefined {
  if (!isObject(result) || result.isError !== true) return undefined;
  const [said] = Array.isArray(result.content) ? result.content : [];
  return { reason: isObject(said) && typeof said.text === 'string' ? said.text : undefined };
}
