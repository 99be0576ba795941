import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { WorkflowParams, WorkflowSignalResult, WorkflowStatus } from '../../../generated/types/a2a-0.3.0-harn.js';
import { asObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { type Clock, sleep } from '../../../wire/clock/clock.js';
import { invalidParams, UNAUTHORIZED } from '../errors.js';

interface Queued {
  seq: number;
  kind: 'signal' | 'update' | 'control';
  name: string;
  payload: Json;
  request_id?: string;
}

/** The state of a workflow as it lies in its file. */
interface State {
  _type: 'workflow_mailbox';
  workflow_id: string;
  generation: number;
  paused: boolean;
  next_seq: number;
  mailbox: Queued[];
  queries: { [name: string]: { value: Json } };
  responses: { [requestId: string]: { value: Json } };
}

/** ms that an update may take unless it says otherwise. */
const UPDATE_WITHIN = 30_000;
/** ms between two looks for the answer to an update. */
const LOOKS = 25;

/**
 * The workflows of a workspace. Each has its mailbox and what it has published in a file below `.harn/workflows`, which is read anew each
 * time: whoever else works in the workspace reads and writes the same file.
 */
export class Workflows {
  constructor(
    private readonly workspace: string,
    private readonly clock: Clock,
    private readonly newId: () => string,
  ) {}

  /** The methods of the guide by the last part of their names. Each throws RpcError. */
  readonly methods: { readonly [name: string]: (params: JsonObject) => Json | Promise<Json> } = {
    signal: (params) => {
      const { workflowId, payload = null } = checked(params);
      const message = this.#queue(workflowId, { kind: 'signal', name: named(params), payload: payload as Json });
      const result: WorkflowSignalResult = {
        workflow_id: workflowId,
        message: { ...message },
        status: this.#status(workflowId),
      };
      return asObject(result);
    },
    query: (params) => this.#read(checked(params).workflowId).queries[named(params)]?.value ?? null,
    update: (params) => this.#update(checked(params), named(params)),
    pause: (params) => this.#hold(checked(params).workflowId, true),
    resume: (params) => this.#hold(checked(params).workflowId, false),
  };

  /** Answers the next update of a workflow with what `answer` makes of it; gives up when the signal aborts. */
  async respond(
    workflowId: string,
    answer: (name: string, payload: Json) => Json,
    signal: AbortSignal,
  ): Promise<boolean> {
    for (;;) {
      const state = this.#read(workflowId);
      const open = state.mailbox.find((one) => one.kind === 'update' && !(one.request_id! in state.responses));
      if (open) {
        state.responses[open.request_id!] = { value: answer(open.name, open.payload) };
        this.#write(state);
        return true;
      }
      if (!(await sleep(this.clock, LOOKS, signal))) return false;
    }
  }

  async #update(
    { workflowId, payload = null, timeoutMs = UPDATE_WITHIN }: WorkflowParams,
    name: string,
  ): Promise<Json> {
    const { request_id: id } = this.#queue(workflowId, {
      kind: 'update',
      name,
      payload: payload as Json,
      request_id: this.newId(),
    });
    for (let waited = 0; ; waited += LOOKS) {
      const response = this.#read(workflowId).responses[id!];
      if (response) return response.value;
      if (waited >= timeoutMs) throw new RpcError(UNAUTHORIZED, `The update timed out after ${timeoutMs} ms`);
      await sleep(this.clock, LOOKS);
    }
  }

  #hold(workflowId: string, paused: boolean): Json {
    this.#queue(workflowId, { kind: 'control', name: paused ? 'pause' : 'resume', payload: null }, { paused });
    return asObject(this.#status(workflowId));
  }

  #queue(workflowId: string, message: Omit<Queued, 'seq'>, more: Partial<State> = {}): Queued {
    const state = this.#read(workflowId);
    const queued = { seq: state.next_seq, ...message };
    this.#write({ ...state, ...more, next_seq: queued.seq + 1, mailbox: [...state.mailbox, queued] });
    return queued;
  }

  #status(workflowId: string): WorkflowStatus {
    const { workflow_id, paused, generation, mailbox } = this.#read(workflowId);
    return { workflow_id, paused, generation, pending_count: mailbox.length } as WorkflowStatus;
  }

  #read(workflowId: string): State {
    const fresh: State = {
      _type: 'workflow_mailbox',
      workflow_id: workflowId,
      generation: 0,
      paused: false,
      next_seq: 1,
      mailbox: [],
      queries: {},
      responses: {},
    };
    try {
      return { ...fresh, ...(parseJson(readFileSync(this.#file(workflowId), 'utf8')) as unknown as Partial<State>) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fresh;
      throw error;
    }
  }

  /** Whoever reads the file meanwhile reads the one or the other state whole. */
  #write(state: State): void {
    const file = this.#file(state.workflow_id);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, stringifyJson(asObject(state)));
    renameSync(`${file}.new`, file);
  }

  /** An id that is a path counts as its last part, so that it stays in the workspace. */
  #file(workflowId: string): string {
    return join(this.workspace, '.harn', 'workflows', basename(workflowId), 'state.json');
  }
}

function checked(params: JsonObject): WorkflowParams {
  const { workflowId } = params;
  if (typeof workflowId !== 'string' || /^\.{0,2}$/.test(basename(workflowId)))
    throw invalidParams('workflowId is missing');
  return params as unknown as WorkflowParams;
}

function named({ name }: JsonObject): string {
  if (typeof name !== 'string' || name === '') throw invalidParams('name is missing');
  return name;
}

/** Both names of each method (Harn guide, Vendor workflow control methods). */
export function workflowHandlers({ methods }: Workflows): {
  [method: string]: (params: JsonObject) => Json | Promise<Json>;
} {
  return Object.fromEntries(
    Object.entries(methods).flatMap(([name, handler]) => [
      [`harn.workflow.${name}`, handler],
      [`a2a.Workflow${name[0]!.toUpperCase()}${name.slice(1)}`, handler],
    ]),
  );
}
