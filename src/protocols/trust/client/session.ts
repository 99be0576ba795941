import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { type Connection, RpcError } from '../../../jsonrpc/connection.js';
import { NOT_LOADED } from '../errors.js';
import type { Method } from '../params.js';
import { OutsideWorkspace, relativeParams } from './paths.js';

/** What came of a request: its result, or the error that it was answered with, or why it was not sent. */
export type Answer = { ok: true; result: Json } | { ok: false; error: JsonObject };

export interface SessionOptions {
  connection: Connection;
  /** ms that an answer may take. */
  timeout: number;
  /** Where the workspace is if the server does not say. */
  cwd: string;
}

/** The user's side of a server: it asks for what the server described, and takes errors as answers. */
export class Session {
  private methods: ReadonlySet<string> = new Set();
  private root: string;

  constructor(private readonly options: SessionOptions) {
    this.root = options.cwd;
  }

  /** Asks what the server has. Rejects with why it can't be used. */
  async describe(): Promise<void> {
    const answer = await this.send('agent.describe', {});
    if (!answer.ok) throw new Error(`agent.describe was answered with an error: ${String(answer.error.message)}`);
    const { methods, workspace_root: root } = isObject(answer.result) ? answer.result : {};
    if (!Array.isArray(methods)) throw new Error('agent.describe was answered without methods');
    this.methods = new Set(methods.map(String));
    if (typeof root === 'string') this.root = root;
  }

  /** Whether the server described a method. */
  has(method: Method): boolean {
    return this.methods.has(method);
  }

  /** Sends a request, unless the server does not have its method. Rejects if no answer comes. */
  async ask(method: Method, params: JsonObject): Promise<Answer> {
    if (!this.has(method)) return unsent(`the server does not describe ${method}`);
    try {
      return await this.send(method, relativeParams(method, params, this.root));
    } catch (error) {
      if (error instanceof OutsideWorkspace) return unsent(error.message);
      throw error;
    }
  }

  private async send(method: Method, params: JsonObject): Promise<Answer> {
    const { connection, timeout } = this.options;
    try {
      return { ok: true, result: await connection.request(method, params, { timeout }) };
    } catch (error) {
      if (error instanceof RpcError) return { ok: false, error: error.toObject() };
      throw error;
    }
  }
}

/** Whether an answer says that the harness has no program (Agent API v1, Stable Error Codes). */
export const isNotLoaded = (answer: Answer): boolean => !answer.ok && Number(answer.error.code) === NOT_LOADED;

const unsent = (message: string): Answer => ({ ok: false, error: { message } });
