import { basename, join } from 'node:path';
import { asObject, type Json, type JsonObject, parseJson, stringifyJson } from '../json/json.js';
import { own, setOwn } from '../json/own.js';
import { INVALID_PARAMS, RpcError } from '../jsonrpc/rpc-error.js';
import { type Clock, sleep } from '../wire/clock/clock.js';
import type { Workspace } from './confinement.js';

/** Something that waits in a workflow's mailbox. */
export interface Letter {
  seq: number;
  kind: 'signal' | 'update' | 'control';
  name: string;
  payload: Json;
  enqueued_at: string;
  /** What an update is answered under. */
  request_id?: string;
}

/** What the state file of a workflow holds. */
interface State {
  _type: 'workflow_mailbox';
  workflow_id: string;
  generation: number;
  paused: boolean;
  next_seq: number;
  mailbox: Letter[];
  queries: { [name: string]: { value: Json; published_at: string } };
  responses: { [requestId: string]: { value: Json } };
}

/** How often the answer to an update is looked for, and for how long where nothing else is said. In ms of the clock's time. */
const POLL = 25;
const PATIENCE = 30_000;

/**
 * The durable state of one workflow, `<cwd>/.harn/workflows/<id>/state.json`, which agents of all protocols and scripts share (Harn guide,
 * ACP, Protocol overview; Vendor workflow control methods). Every call reads the file anew and writes it at once: a wait for the disk would
 * be one that no clock sees.
 */
export class Mailbox {
  private readonly folder: string;
  private readonly file: string;
  /** The workflow. */
  readonly id: string;

  /**
   * @param files the workspace.
   * @param nameOf the name of the workflow that an id means: of an id that is a path the last part counts. Throws RpcError -32602 for one
   *   that names no folder of its own.
   */
  constructor(
    private readonly files: Workspace,
    workflowId: string,
    private readonly clock: Clock,
    nameOf: (id: string) => string = (id) => basename(id),
  ) {
    this.id = nameOf(workflowId);
    if (this.id === '' || this.id === '.' || this.id === '..')
      throw new RpcError(INVALID_PARAMS, `${JSON.stringify(workflowId)} names no workflow`);
    this.folder = join(files.folder, '.harn', 'workflows', this.id);
    this.file = join(this.folder, 'state.json');
  }

  /** Puts a message behind the others, and returns it. */
  enqueue(kind: Letter['kind'], name: string, payload: Json): Letter {
    return this.change((state) => this.put(state, kind, name, payload));
  }

  /** Pauses the workflow or has it go on, and tells it so. */
  setPaused(paused: boolean): void {
    this.change((state) => {
      state.paused = paused;
      this.put(state, 'control', paused ? 'pause' : 'resume', null);
    });
  }

  /** Takes the first message of a kind out; undefined where there is none. */
  take(kind: Letter['kind']): Letter | undefined {
    const nth = this.read().mailbox.findIndex((letter) => letter.kind === kind);
    return nth < 0 ? undefined : this.change((state) => state.mailbox.splice(nth, 1)[0]);
  }

  publish(name: string, value: Json): void {
    this.change((state) => {
      setOwn(state.queries, name, { value, published_at: this.time });
    });
  }

  /** What was published under a name; null where nothing was. */
  query(name: string): Json {
    const { queries } = this.read();
    return own(queries, name)?.value ?? null;
  }

  respond(requestId: string, value: Json): void {
    this.change((state) => {
      setOwn(state.responses, requestId, { value });
    });
  }

  /** Puts an update behind the others and waits for its answer, `within` ms at most; undefined where none came. */
  async update(name: string, payload: Json, within = PATIENCE): Promise<Json | undefined> {
    const { request_id: id = '' } = this.enqueue('update', name, payload);
    const until = this.clock.now() + within;
    for (;;) {
      const answer = own(this.read().responses, id);
      if (answer) return answer.value;
      if (this.clock.now() >= until) return undefined;
      await sleep(this.clock, POLL);
    }
  }

  status(): JsonObject {
    const { generation, paused, mailbox, queries, responses } = this.read();
    return {
      workflow_id: this.id,
      base_dir: this.folder,
      generation,
      paused,
      pending_count: mailbox.length,
      query_count: Object.keys(queries).length,
      response_count: Object.keys(responses).length,
    };
  }

  private get time(): string {
    return new Date(this.clock.date()).toISOString();
  }

  private put(state: State, kind: Letter['kind'], name: string, payload: Json): Letter {
    const seq = state.next_seq++;
    const letter: Letter = { seq, kind, name, payload, enqueued_at: this.time };
    if (kind === 'update') letter.request_id = `update_${seq}`;
    state.mailbox.push(letter);
    return letter;
  }

  /** Whoever reads the file meanwhile reads the one or the other state whole. */
  private change<T>(how: (state: State) => T): T {
    const state = this.read();
    const result = how(state);
    this.files.replace(this.file, `${stringifyJson(asObject(state), 2)}\n`);
    return result;
  }

  private read(): State {
    const empty: State = {
      _type: 'workflow_mailbox',
      workflow_id: this.id,
      generation: 0,
      paused: false,
      next_seq: 1,
      mailbox: [],
      queries: {},
      responses: {},
    };
    try {
      return {
        ...empty,
        ...(parseJson(this.files.read(this.file).toString('utf8')) as object as Partial<State>),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
      throw error;
    }
  }
}
