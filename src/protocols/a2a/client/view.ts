import type {
  Artifact,
  Message,
  Part,
  Task,
  TaskArtifactUpdateEvent,
  TaskState,
  TaskStatusUpdateEvent,
} from '../../../generated/types/a2a-0.3.0.js';
import { isObject, type Json } from '../../../json/json.js';
import { isSettled, isTerminal } from '../server/tasks/states.js';
import { AgentProblem } from './agent-problem.js';

/** What a user sees of the answers to a message: a task as it goes on, or a message. */
export class View {
  taskId: string | undefined;
  contextId: string | undefined;
  state: TaskState | undefined;
  readonly #artifacts = new Map<string, Part[]>();
  #said: Part[] | undefined;

  /** @param endsByState whether an event is the last if its task has ended or waits then; default: if it says so */
  constructor(private readonly endsByState = false) {}

  /** The user says something more: a task that waits for that goes on, and everything else begins anew in the same context. */
  turn(): void {
    if (this.state !== undefined && isSettled(this.state) && !isTerminal(this.state)) return;
    this.taskId = undefined;
    this.state = undefined;
    this.#artifacts.clear();
    this.#said = undefined;
  }

  /** Whether the task has ended. A state that nobody knows is no end (A2A 0.3.0, 6.3). */
  get ended(): boolean {
    return this.state !== undefined && isTerminal(this.state);
  }

  /** Whether nothing more comes by itself: there is a message, or a task that has ended or waits for its client. */
  get settled(): boolean {
    return this.#said !== undefined || (this.state !== undefined && isSettled(this.state));
  }

  /** The texts of all artifacts, or of the message. */
  get text(): string {
    const parts = this.#said ?? [...this.#artifacts.values()].flat();
    return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('');
  }

  /** Takes a task or message. Throws AgentProblem for anything else. */
  take(result: Json): void {
    if (!this.#has(result)) throw new AgentProblem('the answer is neither a task nor a message');
  }

  /** Takes what an event has; what it does not know it passes over. Returns whether that was the last. */
  event(result: Json): 'last' | 'more' {
    if (this.#has(result)) return this.#said !== undefined || this.#endsNow ? 'last' : 'more';
    if (!isObject(result)) return 'more';
    if (result.kind === 'status-update') {
      const { taskId, contextId, status, final } = result as unknown as TaskStatusUpdateEvent;
      this.#moves({ id: taskId, contextId, state: status.state });
      return final || this.#endsNow ? 'last' : 'more';
    }
    if (result.kind === 'artifact-update') this.#gives(result as unknown as TaskArtifactUpdateEvent);
    return 'more';
  }

  get #endsNow(): boolean {
    return this.endsByState && this.settled;
  }

  #has(result: Json): boolean {
    if (!isObject(result)) return false;
    if (result.kind === 'message') {
      this.#said = (result as unknown as Message).parts;
      return true;
    }
    if (result.kind !== 'task') return false;
    const { id, contextId, status, artifacts } = result as unknown as Task;
    this.#moves({ id, contextId, state: status.state });
    for (const artifact of artifacts ?? []) this.#artifacts.set(artifact.artifactId, artifact.parts);
    return true;
  }

  #moves({ id, contextId, state }: { id: string; contextId: string; state: TaskState }): void {
    this.taskId = id;
    this.contextId = contextId;
    this.state = state;
  }

  #gives({ artifact, append }: { artifact: Artifact; append?: boolean }): void {
    const begun = append ? (this.#artifacts.get(artifact.artifactId) ?? []) : [];
    this.#artifacts.set(artifact.artifactId, [...begun, ...artifact.parts]);
  }
}
