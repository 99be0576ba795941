import type {
  Artifact,
  Message,
  Part,
  Task,
  TaskArtifactUpdateEvent,
  TaskState,
  TaskStatusUpdateEvent,
} from '../../../../generated/types/a2a-0.3.0.js';
import type { JsonObject } from '../../../../json/json.js';
import { isSettled, isTerminal } from './states.js';

/** What is told of a task as it goes on. */
export type TaskEvent = TaskStatusUpdateEvent | TaskArtifactUpdateEvent;

/** Why the signal of a task aborts: made once, for an error with its stack would cost more than the rest of the end. */
const ENDED = new Error('the task has ended');

/** Messages of the client that are kept of a task, the latest. */
const MOST_MESSAGES = 1_000;

export interface LiveTaskOptions {
  task: Task;
  /** Wall time, ms since the epoch. */
  date(): number;
  newId(): string;
  /** Whether a stream of the task ends with this state. */
  endsStream(state: TaskState): boolean;
  /** Told of the task after each change. */
  changed(task: Task, event: TaskEvent): void;
}

/**
 * A task under way. It ends once: what comes after that is not told. Every change makes a new task, so that whoever has an earlier
 * one keeps it as it was.
 */
export class LiveTask {
  readonly #ending = new AbortController();
  readonly #listeners = new Set<(event: TaskEvent) => void>();
  #task: Task;
  #answer: ((message: Message) => void) | undefined;
  #abandoned = false;

  constructor(private readonly options: LiveTaskOptions) {
    this.#task = options.task;
  }

  /** The task as it stands. */
  get task(): Task {
    return this.#task;
  }

  get state(): TaskState {
    return this.#task.status.state;
  }

  /** Aborts when the task has ended. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Tells each event from now on; returns what ends that. */
  listen(listener: (event: TaskEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once the task has ended or waits for its client. */
  settled(): Promise<void> {
    if (isSettled(this.state)) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.listen(() => {
        if (!isSettled(this.state)) return;
        stop();
        resolve();
      });
    });
  }

  /** Whether a stream of the task would bring nothing more. */
  get streamed(): boolean {
    return this.options.endsStream(this.state);
  }

  /** Moves to a state, with something to say about it. */
  move(state: TaskState, ...parts: Part[]): void {
    this.#move(state, parts);
  }

  /** Nobody knows the task any more: its work ends, and nothing is told of that. */
  abandon(): void {
    this.#abandoned = true;
    this.#listeners.clear();
    this.#ending.abort(ENDED);
  }

  /** Lays more over the metadata of the task. */
  describe(metadata: JsonObject): void {
    this.#task = { ...this.#task, metadata: { ...this.#task.metadata, ...metadata } };
  }

  #move(state: TaskState, parts: Part[], metadata?: JsonObject): void {
    if (isTerminal(this.state)) return;
    const { id: taskId, contextId } = this.#task;
    const status = {
      state,
      timestamp: new Date(this.options.date()).toISOString(),
      ...(parts.length > 0 ? { message: this.says(parts) } : {}),
    };
    this.#task = { ...this.#task, status };
    const final = this.options.endsStream(state);
    this.#tell({ kind: 'status-update', taskId, contextId, status, final, ...(metadata ? { metadata } : {}) });
    if (isTerminal(state)) this.#ending.abort(ENDED);
  }

  /** Gives a piece of an artifact: its beginning, or what goes behind that. */
  give(artifact: Artifact, { append = false, lastChunk = true } = {}): void {
    if (isTerminal(this.state)) return;
    const { id: taskId, contextId, artifacts = [] } = this.#task;
    const begun = artifacts.find(({ artifactId }) => artifactId === artifact.artifactId);
    const whole = begun && append ? { ...begun, parts: [...begun.parts, ...artifact.parts] } : artifact;
    this.#task = { ...this.#task, artifacts: [...artifacts.filter((one) => one !== begun), whole] };
    this.#tell({ kind: 'artifact-update', taskId, contextId, artifact, append, lastChunk });
  }

  /** Takes a further message of the client. */
  take(message: Message): void {
    const { history = [] } = this.#task;
    this.#task = { ...this.#task, history: [...history.slice(1 - MOST_MESSAGES), message] };
    const answer = this.#answer;
    if (!answer) return;
    this.#answer = undefined;
    // Whoever waits for the task from now on waits for what comes of the answer.
    this.move('working');
    answer(message);
  }

  /**
   * Waits for the next message of the client in one of the states that say so. Never resolves once the task has ended. `metadata` stands
   * in the event.
   */
  asks(state: 'input-required' | 'auth-required', parts: Part[], metadata?: JsonObject): Promise<Message> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#move(state, parts, metadata);
    });
  }

  /** A message of the agent about this task. */
  says(parts: Part[]): Message {
    const { id: taskId, contextId } = this.#task;
    return { kind: 'message', role: 'agent', messageId: this.options.newId(), taskId, contextId, parts };
  }

  #tell(event: TaskEvent): void {
    if (this.#abandoned) return;
    this.options.changed(this.#task, event);
    for (const listener of [...this.#listeners]) listener(event);
  }
}
