// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * What a client of a session may do: the host owner answers the agent's requests, a controller steers, an observer watches.
 */
export type ClientRole = 'host_owner' | 'observer' | 'controller';
/**
 * Params of `harn.session_add_root`.
 */
export type AddRootRequest = {
  [k: string]: unknown;
} & {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * Path of the folder.
   */
  path?: string;
  /**
   * The same by its other name.
   */
  root?: string;
  /**
   * What may be done in it.
   */
  mountMode?: 'read_only' | 'extend' | 'sandboxed';
  /**
   * Why.
   */
  reason?: string;
};
/**
 * A folder that a session may use too.
 */
export type AddRootParams = AddRootRequest & {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The folder.
   */
  path: string;
};
/**
 * What a host answers.
 */
export type AnyResult = Json;
/**
 * Whether a worker still runs for a session, waits for its owner, or is gone.
 */
export type LiveState = 'live' | 'detached_retained' | 'expired_replay_only';
/**
 * The session that is copied, and how much of it.
 */
export type ForkParams = ForkSessionRequest & {
  /**
   * The session.
   */
  session_id: string;
};
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
 * Who speaks, or is spoken to.
 */
export type Role = 'assistant' | 'user';
/**
 * The content of an embedded resource: text or bytes.
 */
export type EmbeddedResourceResource = TextResourceContents | BlobResourceContents;
/**
 * One piece of what is said, by either side. `type` tells which kind.
 */
export type ContentBlock =
  | (TextContent & {
      /**
       * Text. Every agent takes it.
       */
      type: 'text';
    })
  | (ImageContent & {
      /**
       * A picture, for agents that take pictures.
       */
      type: 'image';
    })
  | (AudioContent & {
      /**
       * A sound, for agents that take sounds.
       */
      type: 'audio';
    })
  | (ResourceLink & {
      /**
       * A reference. Every agent takes it.
       */
      type: 'resource_link';
    })
  | (EmbeddedResource & {
      /**
       * A resource with its content, for agents that take embedded context.
       */
      type: 'resource';
    });
/**
 * What a user says: a text, or blocks of content.
 */
export type InjectedContent = string | ContentBlock[];
/**
 * What the user says into a running turn, and when it is delivered.
 */
export type InjectParams = InjectRequest & {
  /**
   * The session.
   */
  sessionId: string;
};
/**
 * The message that waits.
 */
export type InjectResult = InjectResponse & {
  /**
   * It waits for its turn.
   */
  status?: 'accepted';
  _meta?: ControlMeta;
};
/**
 * Names a mode of a session.
 */
export type SessionModeId = string;
/**
 * What a setting is about, so that a client can place it. Clients pass over names that they do not know.
 */
export type SessionConfigOptionCategory = 'mode' | 'model' | 'thought_level' | string;
/**
 * Names a setting of a session.
 */
export type SessionConfigId = string;
/**
 * Names a value that a setting can have.
 */
export type SessionConfigValueId = string;
/**
 * Names a group of values.
 */
export type SessionConfigGroupId = string;
/**
 * What the user can choose from: values, or groups of values.
 */
export type SessionConfigSelectOptions = SessionConfigSelectOption[] | SessionConfigSelectGroup[];
/**
 * A setting of a session and its value. `type` tells what kind of setting.
 */
export type SessionConfigOption = SessionConfigSelect & {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it is about.
   */
  category?: SessionConfigOptionCategory | null;
  /**
   * What it does.
   */
  description?: string | null;
  id: SessionConfigId;
  /**
   * Its name for people.
   */
  name: string;
  /**
   * One value out of several.
   */
  type: 'select';
};
/**
 * Params of `harn.session_reanchor`.
 */
export type ReanchorRequest = {
  [k: string]: unknown;
} & {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * Path of the folder.
   */
  path?: string;
  /**
   * The same by its other name.
   */
  primary?: string;
  /**
   * Why.
   */
  reason?: string;
  /**
   * Whether the transcript is kept; yes where it is left out.
   */
  carryTranscript?: boolean;
  /**
   * Whether it is compacted; no where it is left out.
   */
  compact?: boolean;
};
/**
 * The workspace that a session shall belong to.
 */
export type ReanchorParams = ReanchorRequest & {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * Its root.
   */
  path: string;
};
/**
 * What the agent is reminded of.
 */
export type RemindParams = RemindRequest & {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The text.
   */
  body: string;
};
/**
 * The reminder that waits.
 */
export type RemindResult = RemindResponse & {
  _meta?: ControlMeta;
};
/**
 * Other content for a message that waits.
 */
export type ReplaceInjectParams = ReplaceInjectRequest & {
  /**
   * The session.
   */
  sessionId: string;
};
/**
 * The message that was changed.
 */
export type ReplaceInjectResult = PendingMessageResult & {
  /**
   * Its content is another one.
   */
  status: 'replaced';
  _meta?: ControlMeta;
};
/**
 * The message that is taken back.
 */
export type RevokeInjectParams = RevokeInjectRequest & {
  /**
   * The session.
   */
  sessionId: string;
};
/**
 * Whether it was there to be taken back.
 */
export type RevokeInjectResult = PendingMessageResult & {
  /**
   * What became of it.
   */
  status: 'revoked' | 'already_revoked';
  _meta?: ControlMeta;
};
/**
 * The reminder that is taken back.
 */
export type RevokeReminderParams = RevokeReminderRequest & {
  /**
   * The session.
   */
  sessionId: string;
};
/**
 * Whether it was there to be taken back.
 */
export type RevokeReminderResult = RevokeReminderResponse & {
  /**
   * What became of it.
   */
  status: 'revoked' | 'already_revoked';
  _meta?: ControlMeta;
};
/**
 * The session alone.
 */
export type SessionParams = SessionRequest & {
  /**
   * The session.
   */
  sessionId: string;
};
/**
 * Params of `session/truncate`: how much of the transcript is kept. The guide names no members; these are Harn's.
 */
export type TruncateSessionRequest = {
  [k: string]: unknown;
} & {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * How many are kept.
   */
  keepFirst?: number;
  /**
   * The same by its other name.
   */
  keep_first?: number;
  /**
   * Why.
   */
  reason?: string;
};
/**
 * How much of a session is kept.
 */
export type TruncateParams = TruncateSessionRequest & {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * How many turns.
   */
  keepFirst: number;
};
/**
 * What was kept and removed.
 */
export type TruncateResult = TruncateSessionResponse & {};
/**
 * What a workflow says: its state, or a value.
 */
export type WorkflowResult = Json;
/**
 * Names one conversation. The agent chooses it.
 */
export type SessionId = string;

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
 * Where a session works.
 */
export interface WorkspaceAnchor {
  /**
   * Absolute path of its main folder.
   */
  primary: string;
  [k: string]: unknown;
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
 * Params of `session/fork`: the session that a branch is made of.
 */
export interface ForkSessionRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * How many messages the branch has; all where it is left out.
   */
  keep_first?: number;
  /**
   * The id of the branch; a new one where it is left out.
   */
  id?: string;
  /**
   * Its name.
   */
  branch_name?: string;
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
 * Hints for whom content is meant, how much it matters, and how old it is.
 */
export interface Annotations {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * For whom it is meant.
   */
  audience?: Role[] | null;
  /**
   * When it last changed, in ISO 8601.
   */
  lastModified?: string | null;
  /**
   * How much it matters, compared with the rest.
   */
  priority?: number | null;
}
/**
 * Text, plain or in Markdown.
 */
export interface TextContent {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  /**
   * The text.
   */
  text: string;
}
/**
 * A picture.
 */
export interface ImageContent {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  /**
   * The bytes, in base64.
   */
  data: string;
  /**
   * Its media type.
   */
  mimeType: string;
  /**
   * Where it comes from.
   */
  uri?: string | null;
}
/**
 * A sound.
 */
export interface AudioContent {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  /**
   * The bytes, in base64.
   */
  data: string;
  /**
   * Its media type.
   */
  mimeType: string;
}
/**
 * Points to something that the agent can fetch itself.
 */
export interface ResourceLink {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  /**
   * What it is.
   */
  description?: string | null;
  /**
   * Its media type.
   */
  mimeType?: string | null;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its size in bytes.
   */
  size?: number | null;
  /**
   * Its name for people.
   */
  title?: string | null;
  /**
   * Where it is.
   */
  uri: string;
}
/**
 * A resource whose content is text.
 */
export interface TextResourceContents {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Its media type.
   */
  mimeType?: string | null;
  /**
   * The content.
   */
  text: string;
  /**
   * Where it comes from.
   */
  uri: string;
}
/**
 * A resource whose content is bytes.
 */
export interface BlobResourceContents {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The content, in base64.
   */
  blob: string;
  /**
   * Its media type.
   */
  mimeType?: string | null;
  /**
   * Where it comes from.
   */
  uri: string;
}
/**
 * A resource with its content, so that nobody has to fetch it.
 */
export interface EmbeddedResource {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Hints for whom it is meant and how much it matters.
   */
  annotations?: Annotations | null;
  resource: EmbeddedResourceResource;
}
/**
 * Params of `session/inject`: a message of the user for a turn that runs.
 */
export interface InjectRequest {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * When it is delivered: at the end of the interaction, or after the current operation.
   */
  mode: 'queue' | 'steer';
  content: InjectedContent;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * The message was taken.
 */
export interface InjectResponse {
  /**
   * Its id, which the agent made.
   */
  messageId: string;
  /**
   * What became of it, such as `accepted`.
   */
  status?: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
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
 * A way for the agent to work in, such as asking before it edits.
 */
export interface SessionMode {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it means.
   */
  description?: string | null;
  id: SessionModeId;
  /**
   * Its name for people.
   */
  name: string;
}
/**
 * The modes of a session, and the one it is in.
 */
export interface SessionModeState {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The modes that it can be in.
   */
  availableModes: SessionMode[];
  currentModeId: SessionModeId;
}
/**
 * A value that the user can choose.
 */
export interface SessionConfigSelectOption {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it means.
   */
  description?: string | null;
  /**
   * Its name for people.
   */
  name: string;
  value: SessionConfigValueId;
}
/**
 * Values that belong together.
 */
export interface SessionConfigSelectGroup {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  group: SessionConfigGroupId;
  /**
   * Its name for people.
   */
  name: string;
  /**
   * The values.
   */
  options: SessionConfigSelectOption[];
}
/**
 * The part of a setting that says what is chosen, and from what.
 */
export interface SessionConfigSelect {
  currentValue: SessionConfigValueId;
  options: SessionConfigSelectOptions;
}
/**
 * The session that a host owner is attached to again.
 */
export interface LoadSessionResult {
  session?: SessionRow;
  modes?: SessionModeState;
  /**
   * Its settings.
   */
  configOptions?: SessionConfigOption[];
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
  modes?: SessionModeState;
  /**
   * Its settings.
   */
  configOptions?: SessionConfigOption[];
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
 * Why the turn ended.
 */
export interface PromptResult {
  /**
   * The reason.
   */
  stopReason: string;
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
 * Params of `session/remind`: a reminder of the system for a turn that runs.
 */
export interface RemindRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * What the model is reminded of.
   */
  body: string;
  /**
   * What it is about.
   */
  tags?: string[];
  /**
   * Of reminders with the same key one is enough.
   */
  dedupe_key?: string;
  /**
   * For how many turns it holds.
   */
  ttl_turns?: number;
  /**
   * In which role the model gets it.
   */
  role_hint?: string;
  /**
   * When it is delivered.
   */
  mode?: 'interrupt_immediate' | 'finish_step' | 'audit_only';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * The reminder was taken.
 */
export interface RemindResponse {
  /**
   * Its id.
   */
  reminderId?: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * Params of `session/replace_inject`.
 */
export interface ReplaceInjectRequest {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The message.
   */
  messageId: string;
  content: InjectedContent;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * What became of a message that waited.
 */
export interface PendingMessageResult {
  /**
   * The message.
   */
  messageId?: string;
  /**
   * What became of it, such as `revoked`, `already_revoked` or `replaced`.
   */
  status?: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
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
 * Params of `session/revoke_inject`.
 */
export interface RevokeInjectRequest {
  /**
   * The session.
   */
  sessionId: string;
  /**
   * The message.
   */
  messageId: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * Params of `session/revoke_reminder`.
 */
export interface RevokeReminderRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * The reminder.
   */
  reminderId: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * What became of the reminder.
 */
export interface RevokeReminderResponse {
  /**
   * The reminder.
   */
  reminderId?: string;
  /**
   * `revoked` or `already_revoked`.
   */
  status?: string;
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
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
 * Params that name a session and nothing else.
 */
export interface SessionRequest {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
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
  configOptions: SessionConfigOption[];
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
 * What is left.
 */
export interface TruncateSessionResponse {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * What is left.
   */
  keptTurnCount?: number;
  /**
   * What is gone.
   */
  removedTurnCount?: number;
  /**
   * What is the last one now.
   */
  newTipTurnId?: string | null;
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
 * Params of `session/prompt`: what the user says.
 */
export interface PromptRequest {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What is said. Only content that the agent takes.
   */
  prompt: ContentBlock[];
  sessionId: SessionId;
}
/**
 * A message of the user that waits.
 */
export interface PendingUserMessage {
  /**
   * The kind.
   */
  kind: 'user';
  /**
   * The message.
   */
  messageId: string;
  /**
   * When it is delivered.
   */
  mode?: string;
  [k: string]: unknown;
}
/**
 * A reminder that waits.
 */
export interface PendingReminder {
  /**
   * The kind.
   */
  kind: 'reminder';
  /**
   * The reminder.
   */
  reminderId: string;
  /**
   * When it is delivered.
   */
  mode?: string;
  /**
   * What the model is reminded of.
   */
  body?: string;
  [k: string]: unknown;
}
/**
 * Result of `session/pending_injections`: what waits, in the order in which it came.
 */
export interface PendingInjections {
  /**
   * How many there are.
   */
  pendingCount: number;
  /**
   * What waits.
   */
  injections: (PendingUserMessage | PendingReminder)[];
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
}
/**
 * Files that a snapshot brought back.
 */
export interface FsRestore {
  /**
   * The snapshot.
   */
  snapshotId: string;
  /**
   * Paths that are as they were.
   */
  restoredPaths: string[];
  /**
   * Paths that were left, with the reason.
   */
  skippedPathsWithReasons: Json[];
}
/**
 * Result of `session/rollback` and `session/redo`.
 */
export interface CheckpointResult {
  /**
   * What was done: `rolled_back` for a rollback.
   */
  status: string;
  /**
   * The turn.
   */
  checkpointId: string;
  /**
   * Messages on one side of it.
   */
  beforeMessageCount: number;
  /**
   * Messages on the other.
   */
  afterMessageCount: number;
  /**
   * Snapshots of files that were restored.
   */
  fsSnapshotIds: string[];
  /**
   * Snapshots that were made for the other direction.
   */
  redoFsSnapshotIds: string[];
  /**
   * What became of the files.
   */
  fsRestores: FsRestore[];
}
/**
 * The branch that was made.
 */
export interface ForkSessionResponse {
  /**
   * The branch.
   */
  sessionId: string;
  /**
   * That it is one.
   */
  state: 'forked';
  /**
   * The session that it came from.
   */
  parent_id: string;
  /**
   * How many messages it has of that, where that was said.
   */
  branched_at?: number | null;
  /**
   * Its modes.
   */
  modes?: SessionModeState | null;
  /**
   * Its settings.
   */
  configOptions?: SessionConfigOption[] | null;
}
/**
 * Result of the methods about roots: where the session works now.
 */
export interface WorkspaceRootsResult {
  workspaceAnchor: WorkspaceAnchor;
}
/**
 * Params of `harn.hitl.respond`.
 */
export interface HitlResponse {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * The same by its other name.
   */
  session_id?: string;
  /**
   * The question.
   */
  request_id: string;
  /**
   * The answer to a question.
   */
  answer?: Json;
  /**
   * The answer to a wish for approval.
   */
  approved?: boolean;
  /**
   * The answer to an escalation.
   */
  accepted?: boolean;
  /**
   * Who answers.
   */
  reviewer?: string;
  /**
   * Why.
   */
  reason?: string | null;
  [k: string]: unknown;
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
