import type { WorkflowParams, WorkflowSignalResult } from '../../../generated/types/a2a-0.3.0-harn.js';
import { asObject, type Json, type JsonObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { type Clock, sleep } from '../../../wire/clock/clock.js';
import { Confinement, type Workspace } from '../../../workspace/confinement.js';
import { Mailbox } from '../../../workspace/mailbox.js';
import { invalidParams, UNAUTHORIZED } from '../errors.js';

/** ms between two looks for an update. */
const LOOKS = 25;

/** The workflows of a workspace, which whoever else works there reads and writes too. */
export class Workflows {
  private readonly files: Workspace;

  /** @param workspace absolute path */
  constructor(
    workspace: string,
    private readonly clock: Clock,
  ) {
    this.files = new Confinement({ cwd: workspace, overStdio: false, scripted: false }).in(workspace);
  }

  /** The methods of the guide by the last part of their names. Each throws RpcError. */
  readonly methods: { readonly [name: string]: (params: JsonObject) => Json | Promise<Json> } = {
    signal: (params) => {
      const { payload = null } = params;
      const mailbox = this.#mailbox(params);
      const message = mailbox.enqueue('signal', named(params), payload);
      const result: WorkflowSignalResult = {
        workflow_id: mailbox.id,
        message: { ...message },
        status: mailbox.status(),
      };
      return asObject(result);
    },
    query: (params) => this.#mailbox(params).query(named(params)),
    update: async (params) => {
      const { payload = null, timeoutMs } = params as unknown as WorkflowParams;
      const answer = await this.#mailbox(params).update(named(params), payload, timeoutMs);
      if (answer === undefined) throw new RpcError(UNAUTHORIZED, 'The update timed out');
      return answer;
    },
    pause: (params) => this.#hold(params, true),
    resume: (params) => this.#hold(params, false),
  };

  /** Publishes a value of a workflow, for queries. */
  publish(workflowId: string, name: string, value: Json): void {
    this.#mailbox({ workflowId }).publish(name, value);
  }

  /** Answers the next update of a workflow with what `answer` makes of it; gives up when the signal aborts. */
  async respond(
    workflowId: string,
    answer: (name: string, payload: Json) => Json,
    signal: AbortSignal,
  ): Promise<boolean> {
    const mailbox = this.#mailbox({ workflowId });
    for (;;) {
      const update = mailbox.take('update');
      if (update) {
        mailbox.respond(update.request_id!, answer(update.name, update.payload));
        return true;
      }
      if (!(await sleep(this.clock, LOOKS, signal))) return false;
    }
  }

  #hold(params: JsonObject, paused: boolean): Json {
    const mailbox = this.#mailbox(params);
    mailbox.setPaused(paused);
    return mailbox.status();
  }

  #mailbox({ workflowId }: JsonObject): Mailbox {
    if (typeof workflowId !== 'string') throw invalidParams('workflowId is missing');
    return new Mailbox(this.files, workflowId, this.clock);
  }
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
