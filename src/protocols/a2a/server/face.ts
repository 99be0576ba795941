import { become } from '../../../conversation/live/change.js';
import type { AgentCard, Task } from '../../../generated/types/a2a-0.3.0.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { AddressGuard } from '../../../wire/http/address-guard.js';
import type { Agent } from './agent/skills.js';
import { Endpoint } from './endpoint.js';
import type { ServerParts } from './parts.js';
import { Delivery } from './push/delivery.js';
import { Hooks, type HooksOptions } from './push/hooks.js';
import { type Caller, type LiveTasks, Server } from './server.js';
import type { TaskStore } from './tasks/store.js';

/** An agent, whatever versions of A2A it speaks. */
export interface FaceOfAgent {
  clock: Clock;
  store: TaskStore;
  live: LiveTasks;
  guard: AddressGuard;
  newId(): string;
  card(): AgentCard;
  /** What it does with messages, of these parts. */
  agent(parts: ServerParts): Agent;
  /** Told of a task whose status has changed. */
  changed(task: Task): void;
  /** Counts the requests over REST. */
  count(): number;
  failed: ((error: unknown) => void) | undefined;
}

/** How it speaks one version. */
export interface FaceOfVersion {
  /** Its parts, anew for each script; `tasksOf` has the tasks that a caller may see, oldest first. */
  made(tasksOf: (caller: Caller) => Task[]): ServerParts;
  hooks: HooksOptions;
  /** The media type of what it posts. */
  mediaType: string | undefined;
}

/** An agent in one version of A2A: its endpoint, and the webhooks that were set in that version. */
export class Face {
  readonly endpoint: Endpoint;
  /** Replaced member by member, as scripts change. */
  readonly #parts: ServerParts;
  readonly #hooks: Hooks;
  readonly #delivery: Delivery;
  readonly #server: Server;
  readonly #renewed: () => void;

  constructor(agent: FaceOfAgent, version: FaceOfVersion) {
    const made = () => version.made((caller) => this.#server.list(caller));
    const parts = made();
    this.#parts = parts;
    const { border, offer } = parts;
    const { clock, store, live, guard, newId, card, failed } = agent;
    this.#hooks = new Hooks(newId, guard, version.hooks);
    this.#delivery = new Delivery(clock, border, guard, version.mediaType);
    const kept = { clock, offer, store, live, hooks: this.#hooks, card, newId, failed };
    const changed = (task: Task) => agent.changed(task);
    const serving = () => ({ ...parts.server, ...kept, agent: agent.agent(parts), changed });
    const asServer = serving();
    this.#server = new Server(asServer);
    const answering = () => ({
      ...parts.endpoint,
      server: this.#server,
      offer,
      border,
      card,
      count: agent.count,
      failed,
    });
    const asEndpoint = answering();
    this.endpoint = new Endpoint(asEndpoint);
    this.#renewed = () => {
      become(parts, { ...made(), border, offer: become(offer, made().offer) });
      become(asServer, serving());
      become(asEndpoint, answering());
    };
  }

  /** Takes over what a script has changed. */
  renew(): void {
    this.#renewed();
  }

  /** Posts a task to the webhooks that were set in this version. */
  post(task: Task): void {
    for (const hook of this.#hooks.of(task.id)) this.#delivery.post(task.id, this.#parts.posted(task), hook);
  }

  /** Lets go of a task that is not kept any more. */
  forget(id: string): void {
    this.#hooks.forget(id);
    this.#server.forget(id);
  }

  /** Ends every task. */
  end(): void {
    this.#server.close();
  }

  close(): Promise<void> {
    return this.#delivery.close();
  }
}
