// Generated from schemas/ by `npm run generate`. Do not edit.

import type { LoadSessionResponse, SessionConfigOption } from './acp-0.12.2.js';
import type {
  HostCallParams as BridgeHostCallParams, HostCapabilitiesParams as BridgeHostCapabilitiesParams, CapabilityManifest,
} from './bridge-v1.js';
import type {
  AddRootRequest, ForkSessionRequest, InjectRequest, InjectResponse, PendingMessageResult, ReanchorRequest,
  RemindRequest, RemindResponse, ReplaceInjectRequest, RevokeInjectRequest, RevokeReminderRequest,
  RevokeReminderResponse, SessionRequest, ToolCallUpdate, TruncateSessionRequest, TruncateSessionResponse,
  WorkspaceAnchor,
} from './harn-extensions-v1.js';
import type { Json, JsonObject } from './json.js';
export type {
  ContentBlock, NewSessionResponse, PromptRequest, SessionConfigOption, SessionModeState,
} from './acp-0.12.2.js';
export type {
  CheckpointResult, ForkSessionResponse, HitlResponse, InitializeResponse, PendingInjections, PromptResponse,
  SessionNotification, WorkspaceAnchor, WorkspaceRootsResult,
} from './harn-extensions-v1.js';

/** What a client of a session may do: the host owner answers the agent's requests, a controller steers, an observer watches. */
export type ClientRole = 'host_owner' | 'observer' | 'controller';
/** A folder that a session may use too. */
export type AddRootParams = AddRootRequest & {
  /** The session. */
  sessionId: string;
  /** The folder. */
  path: string;
};
/** What a host answers. */
export type AnyResult = Json;
/** Whether a worker still runs for a session, waits for its owner, or is gone. */
export type LiveState = 'live' | 'detached_retained' | 'expired_replay_only';
/** The session that is copied, and how much of it. */
export type ForkParams = ForkSessionRequest & {
  /** The session. */
  session_id: string;
};
/** What the agent asks of its host, as over the bridge. */
export type HostCallParams = BridgeHostCallParams;
/** What the host offers, as over the bridge. */
export type HostCapabilities = CapabilityManifest;
/** Who asks, as over the bridge. */
export type HostCapabilitiesParams = BridgeHostCapabilitiesParams;
/** What the user says into a running turn, and when it is delivered. */
export type InjectParams = InjectRequest & {
  /** The session. */
  sessionId: string;
};
/** The message that waits. */
export type InjectResult = InjectResponse & {
  /** It waits for its turn. */
  status?: string;
  _meta?: ControlMeta;
};
/** The session that a host owner is attached to again. */
export type LoadSessionResult = LoadSessionResponse & {
  session?: SessionState;
};
/** The workspace that a session shall belong to. */
export type ReanchorParams = ReanchorRequest & {
  /** The session. */
  sessionId: string;
  /** Its root. */
  path: string;
};
/** What the agent is reminded of. */
export type RemindParams = RemindRequest & {
  /** The session. */
  sessionId: string;
  /** The text. */
  body: string;
};
/** The reminder that waits. */
export type RemindResult = RemindResponse & {
  _meta?: ControlMeta;
};
/** Other content for a message that waits. */
export type ReplaceInjectParams = ReplaceInjectRequest & {
  /** The session. */
  sessionId: string;
};
/** The message that was changed. */
export type ReplaceInjectResult = PendingMessageResult & {
  /** Its content is another one. */
  status?: string;
  _meta?: ControlMeta;
};
/** The message that is taken back. */
export type RevokeInjectParams = RevokeInjectRequest & {
  /** The session. */
  sessionId: string;
};
/** Whether it was there to be taken back. */
export type RevokeInjectResult = PendingMessageResult & {
  /** What became of it. */
  status?: string;
  _meta?: ControlMeta;
};
/** The reminder that is taken back. */
export type RevokeReminderParams = RevokeReminderRequest & {
  /** The session. */
  sessionId: string;
};
/** Whether it was there to be taken back. */
export type RevokeReminderResult = RevokeReminderResponse & {
  /** What became of it. */
  status?: string;
  _meta?: ControlMeta;
};
/** The session alone. */
export type SessionParams = SessionRequest & {
  /** The session. */
  sessionId: string;
};
/** How much of a session is kept. */
export type TruncateParams = TruncateSessionRequest & {
  /** The session. */
  sessionId: string;
  /** How many turns. */
  keepFirst: number;
};
/** What was kept and removed. */
export type TruncateResult = TruncateSessionResponse & {};
/** What a workflow says: its state, or a value. */
export type WorkflowResult = Json;
/** Who sent a control: a client on a connection, in a role. */
export type Actor = {
  /** The name that the client gave itself, or that of its connection. */
  clientId: string;
  /** The connection. */
  connectionId: string;
  role: ClientRole;
  /** How it came. */
  source: 'websocket';
};
/** Where the folder is. */
export type AddRootResult = {
  /** The session. */
  sessionId?: string;
  /** The folder. */
  mountedAt?: string;
  workspaceAnchor?: WorkspaceAnchor;
};
/** Something that an agent tells of its work. */
export type AgentEventParams = {
  /** The session. */
  sessionId?: string;
  /** What it tells. */
  kind: string;
};
/** The answer to a permission decision that the same client has sent before. */
export type AlreadyApplied = {
  /** It counts already. */
  status: 'already_applied';
};
/** The data of error -32013. */
export type AlreadyDecided = {
  /** Why it was refused. */
  reason: 'already_decided';
  /** The request. */
  requestId?: string | number;
  /** Its method. */
  method?: string;
  /** The session. */
  sessionId?: string;
  decidedBy: Actor;
  /** When, in ms since 1970. */
  decidedAtMs: number;
  attemptedBy?: Actor;
};
/** What a client asks for when it loads a session, as member `_harn` of the params. */
export type AttachRequest = {
  role?: ClientRole;
  /** A name that stays the same over its connections. */
  clientId?: string;
};
/** What an observer or a controller is told of the session that it is attached to. No page names the members. */
export type AttachedResult = {
  session?: SessionState;
  role?: ClientRole;
  /** What the role may do. */
  capabilities?: RoleCapabilities | Json[];
};
/** What the answer to a load tells of the session. No page names the members. */
export type SessionState = {
  /** The session. */
  sessionId?: string;
  /** Its working directory, when it is known. */
  cwd?: string;
  workspaceAnchor?: WorkspaceAnchor;
  /** For people. */
  title?: string;
  liveState?: LiveState;
  /** Roles that a client may ask for now. */
  attachableRoles?: ClientRole[];
  /** The last frame of it, when there is anything to replay. */
  lastEventId?: number;
};
/** What a role may do. */
export type RoleCapabilities = {
  /** Whether it answers the requests of the agent. */
  hostOwner?: boolean;
  /** Whether it may send controls. */
  control?: boolean;
  /** Whether it receives updates. */
  observe?: boolean;
  /** Whether it receives what it has missed. */
  receiveReplay?: boolean;
};
/** The way to sign in. */
export type AuthenticateParams = {
  /** The way. */
  methodId: string;
};
/** What became of a cancel that was sent as a request. */
export type CancelResult = {
  /** The session. */
  sessionId?: string;
  /** What became of it, in words that no page gives: cancelled, already_cancelled. */
  status?: string;
  _meta?: ControlMeta;
};
/** What an answer to a control says of it. */
export type ControlMeta = {
  /** What Harn adds. */
  harn?: {
    actor?: Actor;
  };
};
/** A result without members that anybody needs. */
export type EmptyResult = {};
/** The session whose frames were replayed, and which they were. The page says where to look for nothing but the state. */
export type ExpiredResult = {
  liveState?: LiveState;
  session?: ExpiredSession;
  /** The frames, in their order. */
  replayed?: ReplayedFrame[];
};
/** A session of which only its frames are left. */
export type ExpiredSession = {
  /** The session. */
  sessionId?: string;
  /** No worker is left. */
  liveState?: 'expired_replay_only';
  /** None. */
  attachableRoles?: ClientRole[];
};
/** A frame that was sent again. */
export type ReplayedFrame = {
  /** Its event id. */
  eventId?: number;
};
/** The answer was taken. */
export type HitlResult = {
  /** It was. */
  ok?: boolean;
};
/** The version and the capabilities of a client; a hub takes none for the defaults. */
export type InitializeParams = {
  /** The version of ACP. */
  protocolVersion?: number;
  /** What the client can do. */
  clientCapabilities?: JsonObject;
  /** Who it is. */
  clientInfo?: JsonObject;
};
/** Which sessions are meant; the workspace is preferred to the working directory. */
export type ListSessionsParams = {
  workspaceAnchor?: WorkspaceAnchor;
  /** Sessions of this working directory, where no workspace is named. */
  cwd?: string;
  /** Sessions in one of these states. */
  liveState?: LiveState[];
};
/** Sessions that a client can attach to or replay. */
export type ListSessionsResult = {
  /** The sessions. */
  sessions: SessionRow[];
};
/** A session as a list has it. */
export type SessionRow = {
  /** The session. */
  sessionId: string;
  /** Its working directory, when it is known. */
  cwd?: string;
  workspaceAnchor?: WorkspaceAnchor;
  /** For people. */
  title?: string;
  liveState: LiveState;
  /** Roles that a client may ask for now. */
  attachableRoles: ClientRole[];
  /** The last frame of it, when there is anything to replay. */
  lastEventId?: number;
};
/** The session to attach to, the last frame that was processed, and the role. */
export type LoadSessionParams = {
  /** The session. */
  sessionId: string;
  /** The highest event id that the client has processed. */
  lastAckedEventId?: number;
  /** Its working directory. */
  cwd?: string;
  /** MCP servers that come with it. */
  mcpServers?: JsonObject[];
  _harn?: AttachRequest;
};
/** Where a session works. */
export type NewSessionParams = {
  /** Its working directory; by default that of the agent. */
  cwd?: string;
  /** MCP servers that come with it. */
  mcpServers?: JsonObject[];
};
/** An answer that is possible. */
export type PermissionOption = {
  /** Names it. */
  optionId: string;
  /** For people. */
  name?: string;
  /** What it means. */
  kind?: string;
};
/** What the agent wants to do. */
export type PermissionParams = {
  /** The session. */
  sessionId: string;
  toolCall: ToolCallUpdate;
  /** What may be answered. */
  options?: PermissionOption[];
};
/** What was decided. */
export type PermissionResult = {
  /** The outcome. */
  outcome?: {
    /** Whether an option was selected. */
    outcome: string;
    /** Which. */
    optionId?: string;
  };
  /** In Harn's short form: whether it may. */
  granted?: boolean;
};
/** Who has come to a session, or has left it. */
export type PresenceParams = {
  /** The session. */
  sessionId: string;
  /** The name of the client. */
  clientId: string;
  /** Its connection. */
  connectionId: string;
  role: ClientRole;
  /** What it did: attached, or in words that no page gives, reconnected or detached. */
  state: string;
};
/** The workspace before and now. */
export type ReanchorResult = {
  /** The session. */
  sessionId?: string;
  /** Whether it is another one. */
  changed?: boolean;
  previousWorkspaceAnchor?: WorkspaceAnchor;
  workspaceAnchor?: WorkspaceAnchor;
};
/** The session whose agent goes on. */
export type ResumeParams = {
  /** The session. */
  sessionId?: string;
};
/** The data of error -32011. */
export type RoleNotAuthorized = {
  /** What was sent. */
  method: string;
  role: ClientRole;
  /** Why it was refused. */
  reason: 'role_not_authorized';
};
/** The value that a setting shall have. */
export type SetConfigParams = {
  /** The session. */
  sessionId: string;
  /** The setting. */
  configId: string;
  /** The value. */
  value: string;
};
/** Every setting. */
export type SetConfigResult = {
  /** The settings. */
  configOptions: SessionConfigOption[];
};
/** The mode that a session shall have. */
export type SetModeParams = {
  /** The session. */
  sessionId: string;
  /** The mode. */
  modeId: string;
};
/** The workflow, and what it is told or asked. */
export type WorkflowParams = {
  /** The workflow. */
  workflowId: string;
  /** The signal, query or update. */
  name?: string;
  /** What comes with it. */
  payload?: Json;
  /** How long an update may take, in ms. */
  timeoutMs?: number;
  /** The session. */
  sessionId?: string;
};
