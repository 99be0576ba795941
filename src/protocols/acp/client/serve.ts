import type {
  CreateTerminalRequest,
  KillTerminalRequest,
  ReadTextFileRequest,
  ReleaseTerminalRequest,
  RequestPermissionRequest,
  TerminalOutputRequest,
  WaitForTerminalExitRequest,
  WriteTextFileRequest,
} from '../../../generated/types/acp-0.12.2.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { type Connection, connect } from '../../../jsonrpc/connection.js';
import type { Link } from '../../../jsonrpc/link.js';
import { checkedParams } from '../params.js';
import { type MakeRewrite, rewritten } from '../rewriting.js';
import { Files } from './files.js';
import type { Offer } from './offer.js';
import { type PermissionRule, Permissions } from './permission.js';
import { Terminals } from './terminals/terminals.js';
import { SessionView } from './view.js';
import type { Workspace } from './workspace.js';

export interface ClientSetup {
  offer: Offer;
  workspace: Workspace;
  permissions: readonly PermissionRule[];
  /** Texts of open editors that are not saved, by absolute path. */
  unsaved: readonly (readonly [path: string, text: string])[];
  /** Whether a write makes the folders that its file lies in. Default: yes. */
  makesFolders?: boolean;
  /** What is done with its messages at the border. Default: nothing. */
  rewrites?: readonly MakeRewrite[];
  /** Told of each message of the agent about a session, before it is answered; `variant` is the kind of an update. */
  heard?(method: string, sessionId: string, variant?: string): void;
  /** Told how the user answered a permission request. */
  decided?(request: RequestPermissionRequest, answer: JsonObject): Promise<void>;
}

type Answer = (params: never) => Json | Promise<Json>;

/**
 * Serves an agent as its client on a link (ACP): what was offered of `fs/*` and `terminal/*`, permissions, and updates,
 * which may come at any time. What was not offered, or is not known, gets -32601; what does not fit, -32602; it goes on in
 * any case.
 */
export class ServedClient {
  readonly connection: Connection;
  readonly permissions: Permissions;
  private readonly terminals: Terminals;
  private readonly views = new Map<string, SessionView>();

  constructor(
    link: Link,
    private readonly setup: ClientSetup,
  ) {
    this.permissions = new Permissions(setup.permissions);
    this.terminals = new Terminals(setup.workspace);
    this.connection = connect(rewritten(link, setup.rewrites ?? []), {
      requests: Object.fromEntries(
        Object.entries(this.answers()).map(([method, answer]) => [method, this.checking(method, answer)]),
      ),
      notifications: { 'session/update': (params) => this.update(params) },
    });
    void this.connection.closed.then(() => this.terminals.close());
  }

  /** What the user sees of a session; updates that come before the client knows of the session are not lost. */
  view(sessionId: string): SessionView {
    const known = this.views.get(sessionId) ?? new SessionView();
    this.views.set(sessionId, known);
    return known;
  }

  /** Sends a request of ACP. Rejects as `Connection.request` does. */
  ask(method: string, params: JsonObject): Promise<Json> {
    return this.connection.request(method, params);
  }

  /** The user cancels the turn of a session (ACP, Prompt turn, Cancellation). */
  cancel(sessionId: string): void {
    this.connection.notify('session/cancel', { sessionId });
    this.permissions.cancel(sessionId);
    this.view(sessionId).cancel();
  }

  /** Ends the commands that still run, and the connection. */
  async close(): Promise<void> {
    this.connection.close();
    await this.terminals.close();
  }

  private answers(): { [method: string]: Answer } {
    const { offer, workspace, unsaved, makesFolders = true } = this.setup;
    const files = new Files(workspace, unsaved, makesFolders);
    const { terminals } = this;
    return {
      'session/request_permission': (params: RequestPermissionRequest) => this.permission(params),
      ...(offer.readTextFile && { 'fs/read_text_file': (params: ReadTextFileRequest) => files.read(params) }),
      ...(offer.writeTextFile && { 'fs/write_text_file': (params: WriteTextFileRequest) => files.write(params) }),
      ...(offer.terminal && {
        'terminal/create': (params: CreateTerminalRequest) => terminals.create(params),
        'terminal/output': (params: TerminalOutputRequest) => terminals.output(params),
        'terminal/wait_for_exit': (params: WaitForTerminalExitRequest) => terminals.waitForExit(params),
        'terminal/kill': (params: KillTerminalRequest) => terminals.kill(params),
        'terminal/release': (params: ReleaseTerminalRequest) => terminals.release(params),
      }),
    };
  }

  private checking(method: string, answer: Answer) {
    return async (params: Json | undefined) => {
      const checked = await checkedParams(method, params);
      this.setup.heard?.(method, String(checked.sessionId));
      return answer(checked as never);
    };
  }

  private async permission(request: RequestPermissionRequest): Promise<JsonObject> {
    const { sessionId, toolCall } = request;
    await this.setup.workspace(sessionId);
    const known = this.view(sessionId).toolCalls.get(toolCall.toolCallId);
    const answer = await this.permissions.answer(request, known?.title);
    await this.setup.decided?.(request, answer);
    return answer;
  }

  private update(params: Json | undefined): void {
    if (!isObject(params) || typeof params.sessionId !== 'string') return;
    const { sessionId, update } = params;
    this.view(sessionId).show(update);
    this.setup.heard?.('session/update', sessionId, isObject(update) ? String(update.sessionUpdate) : undefined);
  }
}
