import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { asObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../../../json/json.js';
import { invalidParams } from '../../errors.js';

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

/**
 * The durable state of one workflow, `<cwd>/.harn/workflows/<id>/state.json`, which agents and scripts share (Harn guide, ACP, Protocol
 * overview). Every call reads the file anew and writes it at once: a wait for the disk would be one that no clock sees.
 */
export class Mailbox {
  private readonly folder: string;
  private readonly id: string;

  /** @param cwd absolute path of the session's folder. Throws RpcError -32602 for an id that names no folder of its own. */
  constructor(
    cwd: string,
    workflowId: string,
    private readonly time: () => string,
    defects: ReadonlySet<string> = new Set(),
  ) {
    this.id = defects.has('workflows-anywhere') ? workflowId : basename(workflowId);
    if (this.id === '' || this.id === '.' || this.id === '..')
      throw invalidParams(`${JSON.stringify(workflowId)} names no workflow`);
    this.folder = join(cwd, '.harn', 'workflows', this.id);
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
      state.queries[name] = { value, published_at: this.time() };
    });
  }

  /** What was published under a name; null where nothing was. */
  query(name: string): Json {
    const { queries } = this.read();
    return Object.hasOwn(queries, name) ? queries[name]!.value : null;
  }

  respond(requestId: string, value: Json): void {
    this.change((state) => {
      state.responses[requestId] = { value };
    });
  }

  /** What an update was answered with; undefined as long as it was not. */
  response(requestId: string): Json | undefined {
    return this.read().responses[requestId]?.value;
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

  private put(state: State, kind: Letter['kind'], name: string, payload: Json): Letter {
    const seq = state.next_seq++;
    const letter: Letter = { seq, kind, name, payload, enqueued_at: this.time() };
    if (kind === 'update') letter.request_id = `update_${seq}`;
    state.mailbox.push(letter);
    return letter;
  }

  private change<T>(how: (state: State) => T): T {
    const state = this.read();
    const result = how(state);
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, 'state.json'), `${stringifyJson(asObject(state), 2)}\n`);
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
        ...(parseJson(readFileSync(join(this.folder, 'state.json'), 'utf8')) as object as Partial<State>),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
      throw error;
    }
  }
}
