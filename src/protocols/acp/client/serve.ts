import type { ClientRequests, ServerRequests } from '../../../generated/methods/acp-1.21.0.js';
import type { RequestPermissionRequest, RequestPermissionResponse } from '../../../generated/types/acp-1.21.0.js';
import type { Json } from '../../../json/json.js';
import { asObject, isObject } from '../../../json/json.js';
import { type Connection, connect, type RequestContext } from '../../../jsonrpc/connection.js';
import type { Link } from '../../../jsonrpc/link.js';
import { type LiveRewrites, rewritten } from '../../../jsonrpc/rewriting.js';
import type { ParamsOf, RequestHandlers, ResultOf } from '../../../jsonrpc/typed.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { Programs } from '../../../workspace/programs.js';
import { checkedHandlers } from '../handlers.js';
import { FIRST, type Revision } from '../revision.js';
import { type Unchecked, unchecked } from '../unchecked.js';
import { Cancels } from './cancels.js';
import { type ElicitationRule, Elicitations } from './elicitation.js';
import type { ClientExtension } from './extension.js';
import { Files } from './files.js';
import type { Offer } from './offer.js';
import { type PermissionRule, Permissions } from './permission.js';
import { Terminals } from './terminals/terminals.js';
import { SessionView } from './view.js';
import type { Workspaces } from './workspace.js';

export interface ClientSetup {
  /** The version of ACP that it speaks. Default: 0.12.2. */
  revision?: Revision;
  offer: Offer;
  workspaces: Workspaces;
  /** The commands that run in its terminals. */
  programs: Programs;
  permissions: readonly PermissionRule[];
  /** What its user answers to elicitations. Default: everything is declined. */
  elicitations?: readonly ElicitationRule[];
  /** Texts of open editors that are not saved, by absolute path. */
  unsaved: readonly (readonly [path: string, text: string])[];
  /** Stands still while the machine works on files and commands. Default: real time. */
  clock?: Clock;
  /** Whether a write makes the folders that its file lies in. Default: yes. */
  makesFolders?: boolean;
  /** What is done with its messages at the border. Default: nothing. */
  rewrites?: LiveRewrites;
  /** What it has of a protocol that extends ACP. Default: nothing. */
  extension?: Pick<ClientExtension, 'notifications' | 'makeView'>;
  /** Told of each message of the agent about a session, before it is answered; `variant` is the kind of an update. */
  heard?(method: string, sessionId: string, variant?: string): void;
  /** Told how the user answered a permission request. */
  decided?(request: RequestPermissionRequest, answer: RequestPermissionResponse): Promise<void>;
}

type Params<M extends keyof ServerRequests> = ParamsOf<ServerRequests, M>;
type Result<M extends keyof ServerRequests> = ResultOf<ServerRequests, M>;

/**
 * Serves an agent as its client on a link (ACP): what was offered of `fs/*` and `terminal/*`, permissions, and updates,
 * which may come at any time. What was not offered, or is not known, gets -32601; what does not fit, -32602; it goes on in
 * any case.
 */
export class ServedClient {
  readonly connection: Connection;
  readonly permissions: Permissions;
  readonly elicitations: Elicitations;
  private readonly terminals: Terminals;
  private readonly cancels = new Cancels();
  private readonly views = new Map<string, SessionView>();

  constructor(
    link: Link,
    private readonly setup: ClientSetup,
  ) {
    this.permissions = new Permissions(setup.permissions);
    this.elicitations = new Elicitations(setup.offer, setup.elicitations ?? []);
    const { revision = FIRST } = setup;
    this.terminals = new Terminals(setup.workspaces, setup.programs, setup.clock);
    this.connection = connect(rewritten(link, setup.rewrites ?? []), {
      ...(setup.clock && { clock: setup.clock }),
      requests: this.cancels.among(
        checkedHandlers(revision.checkedParams, this.handlers(), (method, params) =>
          setup.heard?.(method, String(params.sessionId)),
        ),
      ),
      notifications: {
        ...setup.extension?.notifications,
        'session/update': (params) => this.update(params),
        ...(revision.isLater && {
          'elicitation/complete': (params) => this.elicitations.complete(params),
          '$/cancel_request': (params) => this.cancels.cancel(params),
        }),
      },
    });
    void this.connection.closed.then(() => this.terminals.close());
  }

  /** What the user sees of a session; updates that come before the client knows of the session are not lost. */
  view(sessionId: string): SessionView {
    const known = this.views.get(sessionId) ?? this.setup.extension?.makeView?.() ?? new SessionView();
    this.views.set(sessionId, known);
    return known;
  }

  /** Sends a request of ACP. Nobody has checked the result. Rejects as `Connection.request` does. */
  async ask<M extends keyof ClientRequests>(
    method: M,
    params: ParamsOf<ClientRequests, M>,
  ): Promise<Unchecked<ResultOf<ClientRequests, M>>> {
    return unchecked(await this.connection.request(method, asObject(params)));
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

  private handlers(): RequestHandlers<ServerRequests, RequestContext> {
    const { offer, workspaces, unsaved, makesFolders = true, revision = FIRST } = this.setup;
    const files = new Files(workspaces, unsaved, makesFolders);
    const { terminals } = this;
    return {
      'session/request_permission': (params): Promise<Result<'session/request_permission'>> => this.permission(params),
      ...(offer.readTextFile && {
        'fs/read_text_file': (params: Params<'fs/read_text_file'>): Promise<Result<'fs/read_text_file'>> =>
          files.read(params),
      }),
      ...(offer.writeTextFile && {
        'fs/write_text_file': (params: Params<'fs/write_text_file'>): Promise<Result<'fs/write_text_file'>> =>
          files.write(params),
      }),
      ...(offer.terminal && terminalHandlers(terminals)),
      ...(revision.isLater &&
        (offer.form || offer.url) && {
          'elicitation/create': (params: Params<'elicitation/create'>): Result<'elicitation/create'> =>
            this.elicitations.answer(params),
        }),
    };
  }

  private async permission(request: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    const { sessionId, toolCall } = request;
    await this.setup.workspaces(sessionId);
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

function terminalHandlers(terminals: Terminals): RequestHandlers<ServerRequests, RequestContext> {
  return {
    'terminal/create': (params): Promise<Result<'terminal/create'>> => terminals.create(params),
    'terminal/output': (params): Result<'terminal/output'> => terminals.output(params),
    'terminal/wait_for_exit': (params): Promise<Result<'terminal/wait_for_exit'>> => terminals.waitForExit(params),
    'terminal/kill': (params): Promise<Result<'terminal/kill'>> => terminals.kill(params),
    'terminal/release': (params): Promise<Result<'terminal/release'>> => terminals.release(params),
  };
}
