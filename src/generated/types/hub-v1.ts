// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * What a client of a session may do: the host owner answers the agent's requests, a controller steers, an observer watches.
 */
export type ClientRole = 'host_owner' | 'observer' | 'controller';
/**
 * What a host answers.
 */
export type AnyResult = Json;
/**
 * Whether a worker still runs for a session, waits for its owner, or is gone.
 */
export type LiveState = 'live' | 'detached_retained' | 'expired_replay_only';
/**
 * The operations of one capability.
 */
export type OperationNames = string[];
/**
 * The operations of one capability, in one of three forms.
 */
export type HostCapability =
  | OperationNames
  | {
      ops: OperationNames;
    }
  | {
      operations: OperationNames | JsonObject;
    };
/**
 * A text, or blocks of content.
 */
export type InjectContent = string | ContentBlock[];
/**
 * What a workflow says: its state, or a value.
 */
export type WorkflowResult = Json;

/**
 * Who sent a control: a client on a connection, in a role.
 */
export interface Actor {
  /**
   * The name that the client gave itself, or that of its connection.
   */
  clientId: string;
  /**
   * The connection.
   */
  connectionId: string;
  role: ClientRole;
  /**
   * How it came.
   */
  source: 'websocket';
}
/**
 * A folder that a session may use too.
 */
export interface AddRootParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The folder.
   */
  path: string;
  /**
   * What it may do there.
   */
  mountMode?: 'read_only' | 'extend' | 'sandboxed';
}
/**
 * Where the folder is.
 */
export interface AddRootResult {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The folder.
   */
  mountedAt: string;
  workspaceAnchor?: WorkspaceAnchor;
}
/**
 * The workspace that a session belongs to.
 */
export interface WorkspaceAnchor {
  /**
   * The root that names the workspace.
   */
  primary: string;
}
/**
 * Something that an agent tells of its work.
 */
export interface AgentEventParams {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * What it tells.
   */
  kind: string;
}
/**
 * The answer to a permission decision that the same client has sent before.
 */
export interface AlreadyApplied {
  /**
   * It counts already.
   */
  status: 'already_applied';
}
/**
 * The data of error -32013.
 */
export interface AlreadyDecided {
  /**
   * Why it was refused.
   */
  reason: 'already_decided';
  /**
   * The request.
   */
  requestId?: string | number;
  /**
   * Its method.
   */
  method?: string;
  /**
   * The session.
   */
  sessionId?: string;
  decidedBy: Actor;
  /**
   * When, in ms since 1970.
   */
  decidedAtMs: number;
  attemptedBy?: Actor;
}
/**
 * What a client asks for when it loads a session, as member `_harn` of the params.
 */
export interface AttachRequest {
  role?: ClientRole;
  /**
   * A name that stays the same over its connections.
   */
  clientId?: string;
}
/**
 * What an observer or a controller is told of the session that it is attached to.
 */
export interface AttachedResult {
  session: SessionRow;
  role: ClientRole;
  capabilities: RoleCapabilities;
}
/**
 * A session as a list has it.
 */
export interface SessionRow {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * Its working directory, when it is known.
   */
  cwd?: string;
  workspaceAnchor?: WorkspaceAnchor;
  /**
   * For people.
   */
  title?: string;
  liveState: LiveState;
  /**
   * Roles that a client may ask for now.
   */
  attachableRoles: ClientRole[];
  /**
   * The last frame of it, when there is anything to replay.
   */
  lastEventId?: number;
}
/**
 * What a role may do.
 */
export interface RoleCapabilities {
  /**
   * Whether it answers the requests of the agent.
   */
  hostOwner?: boolean;
  /**
   * Whether it may send controls.
   */
  control?: boolean;
  /**
   * Whether it receives updates.
   */
  observe?: boolean;
  /**
   * Whether it receives what it has missed.
   */
  receiveReplay?: boolean;
}
/**
 * The way to sign in.
 */
export interface AuthenticateParams {
  /**
   * The way.
   */
  methodId: string;
}
/**
 * What became of a cancel that was sent as a request.
 */
export interface CancelResult {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * Whether a turn was running.
   */
  status: 'cancelled' | 'already_cancelled';
  _meta?: ControlMeta;
}
/**
 * What an answer to a control says of it.
 */
export interface ControlMeta {
  /**
   * What Harn adds.
   */
  harn?: {
    actor?: Actor;
  };
}
/**
 * A setting with its value and those that it can have.
 */
export interface ConfigOption {
  /**
   * Names it.
   */
  id: string;
  /**
   * For people.
   */
  name: string;
  /**
   * Its kind.
   */
  type: string;
  /**
   * Its value.
   */
  currentValue: string;
  /**
   * Every value.
   */
  options: ConfigValue[];
}
/**
 * A value of a setting.
 */
export interface ConfigValue {
  /**
   * The value.
   */
  value: string;
  /**
   * For people.
   */
  name: string;
}
/**
 * A piece of content, as ACP has it.
 */
export interface ContentBlock {
  /**
   * Its kind.
   */
  type: string;
  /**
   * The text, of a block of type text.
   */
  text?: string;
}
/**
 * What became of a control: an agent event of the kind `control_outcome`.
 */
export interface ControlOutcome {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The kind.
   */
  kind: 'control_outcome';
  /**
   * Names the control.
   */
  controlId?: string;
  /**
   * What was sent.
   */
  method: string;
  /**
   * What became of it.
   */
  status: 'accepted' | 'idempotent' | 'rejected';
  /**
   * The same in the words of the method.
   */
  outcome?: string;
  /**
   * Why.
   */
  reason?: string;
  actor: Actor;
}
/**
 * A result without members that anybody needs.
 */
export interface EmptyResult {}
/**
 * The session whose frames were replayed, and which they were.
 */
export interface ExpiredResult {
  session: ExpiredSession;
  /**
   * The frames, in their order.
   */
  replayed?: ReplayedFrame[];
}
/**
 * A session of which only its frames are left.
 */
export interface ExpiredSession {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * No worker is left.
   */
  liveState: 'expired_replay_only';
  /**
   * None.
   *
   * @maxItems 0
   */
  attachableRoles?: ClientRole[];
}
/**
 * A frame that was sent again.
 */
export interface ReplayedFrame {
  /**
   * Its event id.
   */
  eventId: number;
}
/**
 * The session that is copied, and how much of it.
 */
export interface ForkParams {
  /**
   * The session.
   */
  session_id: string;
  /**
   * How many turns are kept.
   */
  keep_first?: number;
  /**
   * The id of the copy.
   */
  id?: string;
  /**
   * Its name.
   */
  branch_name?: string;
}
/**
 * The copy.
 */
export interface ForkResult {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * It was made.
   */
  state: 'forked';
  /**
   * The session that it is a copy of.
   */
  parent_id?: string;
  /**
   * After which turn, or null where all were kept.
   */
  branched_at?: number | null;
}
/**
 * What the hub adds to a frame of a worker, as member `_harn` beside those of JSON-RPC.
 */
export interface FrameMeta {
  /**
   * Names the frame for good; rises from frame to frame.
   */
  eventId: number;
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * Whether the frame was sent before.
   */
  replayed: boolean;
}
/**
 * What a person answers to a question of an agent.
 */
export interface HitlParams {
  /**
   * The question.
   */
  request_id: string;
  /**
   * The session.
   */
  sessionId?: string;
}
/**
 * The answer was taken.
 */
export interface HitlResult {
  /**
   * It was.
   */
  ok: boolean;
}
/**
 * Which operation is called, and with what.
 */
export interface BridgeHostCallParams {
  /**
   * Capability and operation with a dot between.
   */
  name: string;
  /**
   * The arguments.
   */
  args?: Json;
  /**
   * The session that calls.
   */
  sessionId?: string;
}
/**
 * The operations that a host offers, by capability.
 */
export interface CapabilityManifest {
  /**
   * Extensions.
   */
  _meta?: JsonObject;
  [k: string]: HostCapability | JsonObject | undefined;
}
/**
 * Nothing, or the session that asks.
 */
export interface BridgeHostCapabilitiesParams {
  /**
   * The session of the prompt.
   */
  sessionId?: string;
}
/**
 * The version and the capabilities of a client; a hub takes none for the defaults.
 */
export interface InitializeParams {
  /**
   * The version of ACP.
   */
  protocolVersion?: number;
  /**
   * What the client can do.
   */
  clientCapabilities?: JsonObject;
  /**
   * Who it is.
   */
  clientInfo?: JsonObject;
}
/**
 * The version and the capabilities of the agent.
 */
export interface InitializeResult {
  /**
   * The version of ACP.
   */
  protocolVersion: number;
  /**
   * What the agent can do.
   */
  agentCapabilities?: JsonObject;
  /**
   * Who it is.
   */
  agentInfo?: JsonObject;
  /**
   * Ways to sign in.
   */
  authMethods?: JsonObject[];
}
/**
 * What the user says into a running turn, and when it is delivered.
 */
export interface InjectParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * At the end of the interaction, or after the current operation.
   */
  mode: 'queue' | 'steer';
  content: InjectContent;
}
/**
 * The message that waits.
 */
export interface InjectResult {
  /**
   * Names it.
   */
  messageId: string;
  /**
   * It waits for its turn.
   */
  status?: 'accepted';
  _meta?: ControlMeta;
}
/**
 * Which sessions are meant; the workspace is preferred to the working directory.
 */
export interface ListSessionsParams {
  workspaceAnchor?: WorkspaceAnchor;
  /**
   * Sessions of this working directory, where no workspace is named.
   */
  cwd?: string;
  /**
   * Sessions in one of these states.
   */
  liveState?: LiveState[];
}
/**
 * Sessions that a client can attach to or replay.
 */
export interface ListSessionsResult {
  /**
   * The sessions.
   */
  sessions: SessionRow[];
}
/**
 * The session to attach to, the last frame that was processed, and the role.
 */
export interface LoadSessionParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The highest event id that the client has processed.
   */
  lastAckedEventId?: number;
  /**
   * Its working directory.
   */
  cwd?: string;
  /**
   * MCP servers that come with it.
   */
  mcpServers?: JsonObject[];
  _harn?: AttachRequest;
}
/**
 * The session that a host owner is attached to again.
 */
export interface LoadSessionResult {
  session?: SessionRow;
  modes?: ModeState;
  /**
   * Its settings.
   */
  configOptions?: ConfigOption[];
}
/**
 * The modes of a session.
 */
export interface ModeState {
  /**
   * The mode that it is in.
   */
  currentModeId: string;
  /**
   * Every mode.
   */
  availableModes: Mode[];
}
/**
 * A mode that a session can be in.
 */
export interface Mode {
  /**
   * Names it.
   */
  id: string;
  /**
   * For people.
   */
  name: string;
  /**
   * What it is for.
   */
  description?: string;
}
/**
 * Where a session works.
 */
export interface NewSessionParams {
  /**
   * Its working directory; by default that of the agent.
   */
  cwd?: string;
  /**
   * MCP servers that come with it.
   */
  mcpServers?: JsonObject[];
}
/**
 * The session that was made.
 */
export interface NewSessionResult {
  /**
   * The session.
   */
  sessionId: string;
  modes?: ModeState;
  /**
   * Its settings.
   */
  configOptions?: ConfigOption[];
}
/**
 * A message or a reminder that waits.
 */
export interface PendingInjection {
  /**
   * Which of both.
   */
  kind: 'user' | 'reminder';
  /**
   * Of a message.
   */
  messageId?: string;
  /**
   * Of a reminder.
   */
  reminderId?: string;
  /**
   * When it is delivered.
   */
  mode?: string;
  /**
   * The text of a reminder.
   */
  body?: string;
}
/**
 * What waits, the oldest first.
 */
export interface PendingInjectionsResult {
  /**
   * How many.
   */
  pendingCount: number;
  /**
   * What waits.
   */
  injections: PendingInjection[];
}
/**
 * An answer that is possible.
 */
export interface PermissionOption {
  /**
   * Names it.
   */
  optionId: string;
  /**
   * For people.
   */
  name?: string;
  /**
   * What it means.
   */
  kind?: string;
}
/**
 * What the agent wants to do.
 */
export interface PermissionParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The tool call.
   */
  toolCall: {
    /**
     * Names it.
     */
    toolCallId: string;
  };
  /**
   * What may be answered.
   */
  options?: PermissionOption[];
}
/**
 * What was decided.
 */
export interface PermissionResult {
  /**
   * The outcome.
   */
  outcome?: {
    /**
     * Whether an option was selected.
     */
    outcome: string;
    /**
     * Which.
     */
    optionId?: string;
  };
  /**
   * In Harn's short form: whether it may.
   */
  granted?: boolean;
}
/**
 * Who has come to a session, or has left it.
 */
export interface PresenceParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The name of the client.
   */
  clientId: string;
  /**
   * Its connection.
   */
  connectionId: string;
  role: ClientRole;
  /**
   * What it did.
   */
  state: 'attached' | 'reconnected' | 'detached';
}
/**
 * What the user says.
 */
export interface PromptParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The content.
   */
  prompt: ContentBlock[];
}
/**
 * Why the turn ended.
 */
export interface PromptResult {
  /**
   * The reason.
   */
  stopReason: string;
}
/**
 * The workspace that a session shall belong to.
 */
export interface ReanchorParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * Its root.
   */
  path: string;
  /**
   * Why.
   */
  reason?: string;
}
/**
 * The workspace before and now.
 */
export interface ReanchorResult {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * Whether it is another one.
   */
  changed: boolean;
  previousWorkspaceAnchor?: WorkspaceAnchor;
  workspaceAnchor?: WorkspaceAnchor;
}
/**
 * What the agent is reminded of.
 */
export interface RemindParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The text.
   */
  body: string;
  /**
   * When it is delivered.
   */
  mode?: 'interrupt_immediate' | 'finish_step' | 'audit_only';
}
/**
 * The reminder that waits.
 */
export interface RemindResult {
  /**
   * Names it.
   */
  reminderId: string;
  _meta?: ControlMeta;
}
/**
 * Other content for a message that waits.
 */
export interface ReplaceInjectParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The message.
   */
  messageId: string;
  content: InjectContent;
}
/**
 * The message that was changed.
 */
export interface ReplaceInjectResult {
  /**
   * The message.
   */
  messageId: string;
  /**
   * Its content is another one.
   */
  status: 'replaced';
  _meta?: ControlMeta;
}
/**
 * The session whose agent goes on.
 */
export interface ResumeParams {
  /**
   * The session.
   */
  sessionId?: string;
}
/**
 * The message that is taken back.
 */
export interface RevokeInjectParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The message.
   */
  messageId: string;
}
/**
 * Whether it was there to be taken back.
 */
export interface RevokeInjectResult {
  /**
   * The message.
   */
  messageId: string;
  /**
   * What became of it.
   */
  status: 'revoked' | 'already_revoked';
  _meta?: ControlMeta;
}
/**
 * The reminder that is taken back.
 */
export interface RevokeReminderParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The reminder.
   */
  reminderId: string;
}
/**
 * Whether it was there to be taken back.
 */
export interface RevokeReminderResult {
  /**
   * The reminder.
   */
  reminderId: string;
  /**
   * What became of it.
   */
  status: 'revoked' | 'already_revoked';
  _meta?: ControlMeta;
}
/**
 * The data of error -32011.
 */
export interface RoleNotAuthorized {
  /**
   * What was sent.
   */
  method: string;
  role: ClientRole;
  /**
   * Why it was refused.
   */
  reason: 'role_not_authorized';
}
/**
 * What a rollback, or its undoing, changed.
 */
export interface RollbackResult {
  /**
   * What was done.
   */
  status: string;
  /**
   * Where the session stands now.
   */
  checkpointId?: string;
  /**
   * Messages before.
   */
  beforeMessageCount?: number;
  /**
   * Messages after.
   */
  afterMessageCount?: number;
  /**
   * Snapshots of files that were restored.
   */
  fsSnapshotIds?: string[];
  /**
   * Snapshots that undo it.
   */
  redoFsSnapshotIds?: string[];
  /**
   * Files that were restored.
   */
  fsRestores?: JsonObject[];
}
/**
 * The session alone.
 */
export interface SessionParams {
  /**
   * The session.
   */
  sessionId: string;
}
/**
 * One thing that happens.
 */
export interface SessionUpdate {
  /**
   * Its kind.
   */
  sessionUpdate: string;
}
/**
 * What happens in a session.
 */
export interface SessionUpdateParams {
  /**
   * The session.
   */
  sessionId: string;
  update: SessionUpdate;
}
/**
 * The value that a setting shall have.
 */
export interface SetConfigParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The setting.
   */
  configId: string;
  /**
   * The value.
   */
  value: string;
}
/**
 * Every setting.
 */
export interface SetConfigResult {
  /**
   * The settings.
   */
  configOptions: ConfigOption[];
}
/**
 * The mode that a session shall have.
 */
export interface SetModeParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The mode.
   */
  modeId: string;
}
/**
 * How much of a session is kept.
 */
export interface TruncateParams {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * How many turns.
   */
  keepFirst: number;
  /**
   * Why.
   */
  reason?: string;
}
/**
 * What was kept and removed.
 */
export interface TruncateResult {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * Turns that were kept.
   */
  keptTurnCount: number;
  /**
   * Turns that were removed.
   */
  removedTurnCount: number;
}
/**
 * The workflow, and what it is told or asked.
 */
export interface WorkflowParams {
  /**
   * The workflow.
   */
  workflowId: string;
  /**
   * The signal, query or update.
   */
  name?: string;
  /**
   * What comes with it.
   */
  payload?: Json;
  /**
   * How long an update may take, in ms.
   */
  timeoutMs?: number;
  /**
   * The session.
   */
  sessionId?: string;
}
/**
 * The workspace of a session.
 */
export interface WorkspaceRootsResult {
  /**
   * The session.
   */
  sessionId?: string;
  workspaceAnchor: WorkspaceAnchor;
}
/**
 * What the agent asks of its host, as over the bridge.
 */
export type HostCallParams = BridgeHostCallParams;
/**
 * What the host offers, as over the bridge.
 */
export type HostCapabilities = CapabilityManifest;
/**
 * Who asks, as over the bridge.
 */
export type HostCapabilitiesParams = BridgeHostCapabilitiesParams;
