import type {
  Artifact,
  Message,
  Part,
  Task,
  TaskArtifactUpdateEvent,
  TaskState,
  TaskStatusUpdateEvent,
} from '../../../../generated/types/a2a-0.3.0.js';
import { isSettled, isTerminal } from './states.js';

/** What is told of a task as it goes on. */
export type TaskEvent = TaskStatusUpdateEvent | TaskArtifactUpdateEvent;

export interface LiveTaskOptions {
  task: Task;
  /** Wall time, ms since the epoch. */
  date(): number;
  newId(): string;
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

  /** Moves to a state, with something to say about it. */
  move(state: TaskState, ...parts: Part[]): void {
    if (isTerminal(this.state)) return;
    const { id: taskId, contextId } = this.#task;
    const status = {
      state,
      timestamp: new Date(this.options.date()).toISOString(),
      ...(parts.length > 0 ? { message: this.says(parts) } : {}),
    };
    this.#task = { ...this.#task, status };
    this.#tell({ kind: 'status-update', taskId, contextId, status, final: isSettled(state) });
    if (isTerminal(state)) this.#ending.abort();
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
    this.#task = { ...this.#task, history: [...history, message] };
    const answer = this.#answer;
    if (!answer) return;
    this.#answer = undefined;
    // Whoever waits for the task from now on waits for what comes of the answer.
    this.move('working');
    answer(message);
  }

  /** Waits for the next message of the client in one of the states that say so. Never resolves once the task has ended. */
  asks(state: 'input-required' | 'auth-required', ...parts: Part[]): Promise<Message> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.move(state, ...parts);
    });
  }

  /** A message of the agent about this task. */
  says(parts: Part[]): Message {
    const { id: taskId, contextId } = this.#task;
    return { kind: 'message', role: 'agent', messageId: this.options.newId(), taskId, contextId, parts };
  }

  #tell(event: TaskEvent): void {
    this.options.changed(this.#task, event);
    for (const listener of [...this.#listeners]) listener(event);
  }
}
