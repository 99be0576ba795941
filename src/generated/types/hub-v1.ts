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
  status?: string;
  _meta?: ControlMeta;
};
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
 * Names a mode of a session.
 */
export type SessionModeId = string;
/**
 * The session that a host owner is attached to again.
 */
export type LoadSessionResult = LoadSessionResponse & {
  session?: SessionState;
};
/**
 * Something that a tool call produced. `type` tells what.
 */
export type ToolCallContent =
  | (Content & {
      /**
       * A content block.
       */
      type: 'content';
    })
  | (Diff & {
      /**
       * A change of a file.
       */
      type: 'diff';
    })
  | (Terminal & {
      /**
       * A terminal.
       */
      type: 'terminal';
    });
/**
 * What a tool does, so that a client can choose a picture and an emphasis.
 */
export type ToolKind =
  'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch_mode' | 'other';
/**
 * Where a tool call stands. completed and failed are final.
 */
export type ToolCallStatus = 'pending' | 'in_progress' | 'completed' | 'failed';
/**
 * Names a tool call; no other call of the session has the same.
 */
export type ToolCallId = string;
/**
 * Where a tool ran.
 */
export type ToolExecutor = 'harn_builtin' | 'host_bridge' | 'provider_native' | McpExecutor;
/**
 * News of a tool call of ACP with what Harn adds.
 */
export type ToolCallUpdate = AcpToolCallUpdate & {
  /**
   * Extensions.
   */
  _meta?: {
    harn?: ToolCallUpdateExtension;
    [k: string]: unknown;
  } | null;
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
  status?: string;
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
  status?: string;
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
  status?: string;
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
 * A way to sign in.
 */
export type AuthMethod = AuthMethodAgent;
/**
 * Number of the protocol version. It rises only where peers of different versions could not understand each other.
 */
export type ProtocolVersion = number;
/**
 * What an agent offers: that of ACP, and what Harn adds.
 */
export type HarnAgentCapabilities = AgentCapabilities & {
  /**
   * What can be put into a session while a turn runs.
   */
  session?: {
    inject?: InjectCapabilities;
    remind?: RemindCapabilities;
    [k: string]: unknown;
  };
  /**
   * Sessions.
   */
  sessionCapabilities?: {
    /**
     * Undoing the last turn.
     */
    rollback?: JsonObject | boolean | null;
    /**
     * Doing again what was undone.
     */
    redo?: JsonObject | boolean | null;
  };
  /**
   * Extensions.
   */
  _meta?: {
    harn?: HarnCapabilities;
    [k: string]: unknown;
  } | null;
};
/**
 * How an agent introduces itself.
 */
export type InitializeResponse = AcpInitializeResponse & {
  agentCapabilities?: HarnAgentCapabilities;
};
/**
 * Names one conversation. The agent chooses it.
 */
export type SessionId = string;
/**
 * Why a turn ended: done, at the limit of tokens, at the limit of model requests, refused, or cancelled by the client.
 */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled';
/**
 * A piece of a message of ACP with what Harn adds to its content.
 */
export type ContentChunk = AcpContentChunk & {
  /**
   * The piece.
   */
  content?: {
    /**
     * Extensions.
     */
    _meta?: {
      harn?: ContentExtension;
      [k: string]: unknown;
    } | null;
  };
};
/**
 * A tool call of ACP with what Harn adds.
 */
export type ToolCall = AcpToolCall & {
  /**
   * Extensions.
   */
  _meta?: {
    harn?: ToolCallExtension;
    [k: string]: unknown;
  } | null;
};
/**
 * How much an entry of a plan matters.
 */
export type PlanEntryPriority = 'high' | 'medium' | 'low';
/**
 * Where an entry of a plan stands.
 */
export type PlanEntryStatus = 'pending' | 'in_progress' | 'completed';
/**
 * A plan of ACP with that of Harn.
 */
export type Plan = AcpPlan & {
  harnPlan?: HarnPlan;
  /**
   * Extensions.
   */
  _meta?: {
    /**
     * What Harn adds.
     */
    harn?: {
      harnPlan?: HarnPlan;
      [k: string]: unknown;
    };
    [k: string]: unknown;
  } | null;
};
/**
 * What a command takes.
 */
export type AvailableCommandInput = UnstructuredCommandInput;
/**
 * News of a session of ACP, with what Harn says of a branch.
 */
export type SessionInfoUpdate = AcpSessionInfoUpdate & {
  /**
   * Extensions.
   */
  _meta?: {
    /**
     * `forked` for a branch.
     */
    state?: Json;
    /**
     * The session that a branch came from.
     */
    parent_id?: Json;
    /**
     * How many messages it has of that.
     */
    branched_at?: Json;
    /**
     * Its name.
     */
    branch_name?: Json;
    [k: string]: unknown;
  } | null;
};
/**
 * Something that happened in a session: a variant of ACP, or one of Harn's own.
 */
export type SessionUpdate =
  | (ContentChunk & {
      /**
       * A piece of what the user said.
       */
      sessionUpdate: 'user_message_chunk';
    })
  | (ContentChunk & {
      /**
       * A piece of what the agent says.
       */
      sessionUpdate: 'agent_message_chunk';
    })
  | (ContentChunk & {
      /**
       * A piece of what the agent thinks.
       */
      sessionUpdate: 'agent_thought_chunk';
    })
  | (ToolCall & {
      /**
       * A tool call that is new.
       */
      sessionUpdate: 'tool_call';
    })
  | (ToolCallUpdate & {
      /**
       * News of a tool call.
       */
      sessionUpdate: 'tool_call_update';
    })
  | (Plan & {
      /**
       * The plan.
       */
      sessionUpdate: 'plan';
    })
  | (AvailableCommandsUpdate & {
      /**
       * The commands.
       */
      sessionUpdate: 'available_commands_update';
    })
  | (CurrentModeUpdate & {
      /**
       * The mode.
       */
      sessionUpdate: 'current_mode_update';
    })
  | (ConfigOptionUpdate & {
      /**
       * The settings.
       */
      sessionUpdate: 'config_option_update';
    })
  | (SessionInfoUpdate & {
      /**
       * News of the session.
       */
      sessionUpdate: 'session_info_update';
    })
  | FsWatch
  | Handoff
  | HitlRequest
  | HitlResolved
  | Log
  | Progress
  | SkillActivated
  | SkillDeactivated
  | SkillNarrow
  | SkillScopeTools
  | ToolSearchQuery
  | ToolSearchResult
  | TranscriptCompacted
  | TranscriptProjected
  | WorkerUpdate
  | UserMessage
  | SessionTruncated
  | SessionRollback
  | SessionRedo;

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
  mountedAt?: string;
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
 * What an observer or a controller is told of the session that it is attached to. No page names the members.
 */
export interface AttachedResult {
  session?: SessionState;
  role?: ClientRole;
  /**
   * What the role may do.
   */
  capabilities?: RoleCapabilities | Json[];
}
/**
 * What the answer to a load tells of the session. No page names the members.
 */
export interface SessionState {
  /**
   * The session.
   */
  sessionId?: string;
  /**
   * Its working directory, when it is known.
   */
  cwd?: string;
  workspaceAnchor?: WorkspaceAnchor;
  /**
   * For people.
   */
  title?: string;
  liveState?: LiveState;
  /**
   * Roles that a client may ask for now.
   */
  attachableRoles?: ClientRole[];
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
   * What became of it, in words that no page gives: cancelled, already_cancelled.
   */
  status?: string;
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
 * The session whose frames were replayed, and which they were. The page says where to look for nothing but the state.
 */
export interface ExpiredResult {
  liveState?: LiveState;
  session?: ExpiredSession;
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
  liveState?: 'expired_replay_only';
  /**
   * None.
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
  eventId?: number;
}
/**
 * Params of `session/fork`: the session that a branch is made of.
 */
export interface ForkSessionRequest {
  /**
   * The session.
   */
  session_id: string;
  /**
   * The same by the name that other methods have for it.
   */
  sessionId?: string;
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
  ok?: boolean;
}
/**
 * Which operation is called, and with what.
 */
export interface BridgeHostCallParams {
  /**
   * The operation. No page says how it is written; Harn has capability.operation.
   */
  name?: string;
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
 * Result of `session/load`: everything that was said has been repeated.
 */
export interface LoadSessionResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The settings of the session, where it has settings.
   */
  configOptions?: SessionConfigOption[] | null;
  /**
   * The modes of the session, where it has modes.
   */
  modes?: SessionModeState | null;
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
 * A content block that a tool call produced.
 */
export interface Content {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  content: ContentBlock;
}
/**
 * A change of a file, as the text before and after.
 */
export interface Diff {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The text after the change.
   */
  newText: string;
  /**
   * The text before the change; none for a new file.
   */
  oldText?: string | null;
  /**
   * The file, as an absolute path.
   */
  path: string;
}
/**
 * A terminal, embedded so that the user sees what runs in it.
 */
export interface Terminal {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * A terminal from `terminal/create`.
   */
  terminalId: string;
}
/**
 * A place in a file that a tool call is about, so that an editor can follow.
 */
export interface ToolCallLocation {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The line, counted from 1.
   */
  line?: number | null;
  /**
   * The file, as an absolute path.
   */
  path: string;
}
/**
 * What changed about a tool call. What is left out stays as it was; a list replaces the list before.
 */
export interface AcpToolCallUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it produced so far.
   */
  content?: ToolCallContent[] | null;
  /**
   * What the tool does.
   */
  kind?: ToolKind | null;
  /**
   * Places in files that it is about.
   */
  locations?: ToolCallLocation[] | null;
  /**
   * What the tool was given.
   */
  rawInput?: Json;
  /**
   * What the tool gave back.
   */
  rawOutput?: Json;
  /**
   * Where it stands.
   */
  status?: ToolCallStatus | null;
  /**
   * What it does, for people.
   */
  title?: string | null;
  toolCallId: ToolCallId;
}
/**
 * Which tools the policy decides about by itself, and for which it asks.
 */
export interface ApprovalPolicy {
  /**
   * Patterns of tools that run without a question.
   */
  auto_approve?: string[];
  /**
   * Patterns of tools that never run.
   */
  auto_deny?: string[];
  /**
   * Patterns of tools that the host is asked about.
   */
  require_approval?: string[];
  /**
   * Patterns of the paths that may be written.
   */
  write_path_allowlist?: string[];
}
/**
 * On whose account something is changed. The same record stands in the audit of tool updates.
 */
export interface MutationSession {
  /**
   * The session.
   */
  session_id: string;
  /**
   * The session that this one came from.
   */
  parent_session_id?: string | null;
  /**
   * The run.
   */
  run_id?: string | null;
  /**
   * The delegated worker, if there is one.
   */
  worker_id?: string | null;
  /**
   * What kind of run it is.
   */
  execution_kind?: string | null;
  /**
   * How far changes may go, such as `read_only` or `apply_workspace`.
   */
  mutation_scope: string;
  /**
   * The policy in force.
   */
  approval_policy?: ApprovalPolicy | null;
}
/**
 * A tool ran on an MCP server.
 */
export interface McpExecutor {
  /**
   * The kind.
   */
  kind: 'mcp_server';
  /**
   * Name of the server.
   */
  serverName: string;
}
/**
 * What Harn adds to news of a tool call, below `_meta.harn`.
 */
export interface ToolCallUpdateExtension {
  audit?: MutationSession;
  executor?: ToolExecutor;
  /**
   * How long all of it took, in ms.
   */
  durationMs?: number;
  /**
   * How long the tool itself took, in ms.
   */
  executionDurationMs?: number;
  /**
   * What went wrong, for people.
   */
  error?: string;
  /**
   * What went wrong, such as `schema_validation` or `parse_aborted`.
   */
  errorCategory?: string;
  /**
   * Whether its input is still being read. Experimental.
   */
  parsing?: Json;
  /**
   * Input that could not be read. Experimental.
   */
  rawInputPartial?: Json;
  [k: string]: unknown;
}
/**
 * What the agent wants to do.
 */
export interface PermissionParams {
  /**
   * The session.
   */
  sessionId: string;
  toolCall: ToolCallUpdate;
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
   * What it did: attached, or in words that no page gives, reconnected or detached.
   */
  state: string;
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
  changed?: boolean;
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
 * How an agent reaches MCP servers, besides stdio.
 */
export interface McpCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Over Streamable HTTP.
   */
  http?: boolean;
  /**
   * Over HTTP with SSE.
   */
  sse?: boolean;
}
/**
 * Which content an agent takes in a prompt, besides text and resource links.
 */
export interface PromptCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Sounds.
   */
  audio?: boolean;
  /**
   * Embedded resources.
   */
  embeddedContext?: boolean;
  /**
   * Pictures.
   */
  image?: boolean;
}
/**
 * The agent answers `session/close`.
 */
export interface SessionCloseCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
}
/**
 * The agent answers `session/list`.
 */
export interface SessionListCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
}
/**
 * The agent answers `session/resume`.
 */
export interface SessionResumeCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
}
/**
 * What an agent can do with sessions, besides what every agent can. An object says yes; null or nothing says no.
 */
export interface SessionCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Closing sessions.
   */
  close?: SessionCloseCapabilities | null;
  /**
   * Listing sessions.
   */
  list?: SessionListCapabilities | null;
  /**
   * Resuming sessions.
   */
  resume?: SessionResumeCapabilities | null;
}
/**
 * What an agent offers to a client. What is left out is not offered.
 */
export interface AgentCapabilities {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The agent answers `session/load`.
   */
  loadSession?: boolean;
  mcpCapabilities?: McpCapabilities;
  promptCapabilities?: PromptCapabilities;
  sessionCapabilities?: SessionCapabilities;
}
/**
 * The program behind one side.
 */
export interface Implementation {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Its name in programs.
   */
  name: string;
  /**
   * Its name for people.
   */
  title?: string | null;
  /**
   * Its version.
   */
  version: string;
}
/**
 * A way to sign in that the agent sees through by itself.
 */
export interface AuthMethodAgent {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What the user should know of it.
   */
  description?: string | null;
  /**
   * Its name in programs.
   */
  id: string;
  /**
   * Its name for people.
   */
  name: string;
}
/**
 * How an agent introduces itself: result of `initialize`.
 */
export interface AcpInitializeResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  agentCapabilities?: AgentCapabilities;
  /**
   * The program of the agent.
   */
  agentInfo?: Implementation | null;
  /**
   * Ways to sign in.
   */
  authMethods?: AuthMethod[];
  protocolVersion: ProtocolVersion;
}
/**
 * How messages of the user can be put into a turn that runs.
 */
export interface InjectCapabilities {
  /**
   * When they can be delivered.
   */
  modes: string[];
  /**
   * What can be done with those that wait.
   */
  pending?: {
    /**
     * Whether one that waits can be replaced.
     */
    replace?: boolean;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * How reminders can be put into a turn that runs.
 */
export interface RemindCapabilities {
  /**
   * When they can be delivered.
   */
  modes: string[];
  /**
   * What can be done with those that wait.
   */
  pending?: {
    /**
     * Whether what waits can be listed.
     */
    list?: boolean;
    /**
     * Whether a reminder that waits can be revoked.
     */
    revoke?: boolean;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/**
 * A method beyond ACP.
 */
export interface ExtensionMethod {
  /**
   * What it does.
   */
  description?: string;
  /**
   * Where its schema is, which the contract says of its own two methods alone.
   */
  schema?: string;
  /**
   * The version of that.
   */
  schemaVersion?: number;
  [k: string]: unknown;
}
/**
 * The contract that an agent offers, below `agentCapabilities._meta.harn`.
 */
export interface HarnCapabilities {
  /**
   * The schema of ACP that messages are written by.
   */
  schemaCompatibility: string;
  /**
   * Address of the contract.
   */
  extensionContract: string;
  /**
   * Variants of `session/update` beyond ACP.
   */
  sessionUpdateExtensions: string[];
  /**
   * Fields below `_meta.harn` of tool calls and their updates.
   */
  toolLifecycleExtensionFields: string[];
  /**
   * Fields below `_meta.harn` of content.
   */
  contentExtensionFields: string[];
  /**
   * Methods beyond ACP, by name.
   */
  extensionMethods: {
    [k: string]: ExtensionMethod;
  };
  /**
   * Operations that may be asked of the host, by capability. Experimental.
   */
  hostCapabilityOperations?: {
    [k: string]: string[];
  };
  [k: string]: unknown;
}
/**
 * Result of `session/new`: the session that was made.
 */
export interface NewSessionResponse {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The settings of the session, where it has settings.
   */
  configOptions?: SessionConfigOption[] | null;
  /**
   * The modes of the session, where it has modes.
   */
  modes?: SessionModeState | null;
  sessionId: SessionId;
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
 * Result of `session/prompt`: the turn is over.
 */
export interface PromptResponse {
  /**
   * Extensions.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Why it ended.
   */
  stopReason: StopReason | 'completed';
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
 * Result of `session/rollback` and `session/redo`. One that failed has its status alone.
 */
export interface CheckpointResult {
  /**
   * What came of it: `rolled_back` for a rollback that was done.
   */
  status: string;
  /**
   * The turn.
   */
  checkpointId?: string;
  /**
   * Messages on one side of it.
   */
  beforeMessageCount?: number;
  /**
   * Messages on the other.
   */
  afterMessageCount?: number;
  /**
   * Snapshots of files that were restored.
   */
  fsSnapshotIds?: string[];
  /**
   * Snapshots that were made for the other direction.
   */
  redoFsSnapshotIds?: string[];
  /**
   * What became of the files.
   */
  fsRestores?: FsRestore[];
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
 * The next piece of a message.
 */
export interface AcpContentChunk {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  content: ContentBlock;
}
/**
 * What Harn adds to a block of content, below its `_meta.harn`. Experimental.
 */
export interface ContentExtension {
  /**
   * What the user can see of the message so far.
   */
  visible_text?: string;
  /**
   * What this piece adds to it.
   */
  visible_delta?: string;
  [k: string]: unknown;
}
/**
 * A tool call that a model asked for, as the client first hears of it.
 */
export interface AcpToolCall {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it produced so far.
   */
  content?: ToolCallContent[];
  kind?: ToolKind;
  /**
   * Places in files that it is about.
   */
  locations?: ToolCallLocation[];
  /**
   * What the tool was given.
   */
  rawInput?: Json;
  /**
   * What the tool gave back.
   */
  rawOutput?: Json;
  status?: ToolCallStatus;
  /**
   * What it does, for people.
   */
  title: string;
  toolCallId: ToolCallId;
}
/**
 * What Harn adds to a tool call, below `_meta.harn`.
 */
export interface ToolCallExtension {
  audit?: MutationSession;
  /**
   * Whether its input is still being read. Experimental.
   */
  parsing?: Json;
  [k: string]: unknown;
}
/**
 * Something that the agent means to do.
 */
export interface PlanEntry {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it is, for people.
   */
  content: string;
  priority: PlanEntryPriority;
  status: PlanEntryStatus;
}
/**
 * What the agent means to do: always the whole plan, which replaces the one before.
 */
export interface AcpPlan {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * The entries, in order.
   */
  entries: PlanEntry[];
}
/**
 * A plan of Harn, beside the entries that it was made of.
 */
export interface HarnPlan {
  /**
   * Its steps.
   */
  steps: Json[];
  /**
   * What it takes for granted.
   */
  assumptions?: Json[];
  [k: string]: unknown;
}
/**
 * The text behind the name of the command is its input.
 */
export interface UnstructuredCommandInput {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What the user sees before typing.
   */
  hint: string;
}
/**
 * A command that the user can begin a prompt with.
 */
export interface AvailableCommand {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * What it does.
   */
  description: string;
  /**
   * What it takes; none where it takes nothing.
   */
  input?: AvailableCommandInput | null;
  /**
   * Its name.
   */
  name: string;
}
/**
 * The commands that there are now.
 */
export interface AvailableCommandsUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * All commands.
   */
  availableCommands: AvailableCommand[];
}
/**
 * The agent changed the mode.
 */
export interface CurrentModeUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  currentModeId: SessionModeId;
}
/**
 * A setting changed.
 */
export interface ConfigOptionUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * All settings of the session, each with its value.
   */
  configOptions: SessionConfigOption[];
}
/**
 * What changed about the session. What is left out stays as it was; null takes it away.
 */
export interface AcpSessionInfoUpdate {
  /**
   * Data of extensions, each under a key of its own. Nobody may count on what stands here.
   */
  _meta?: {
    [k: string]: unknown;
  } | null;
  /**
   * Its title for people.
   */
  title?: string | null;
  /**
   * When something last happened in it, in ISO 8601.
   */
  updatedAt?: string | null;
}
/**
 * Something changed in a folder that is watched.
 */
export interface FsWatch {
  /**
   * The variant.
   */
  sessionUpdate: 'fs_watch';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The watch.
       */
      subscriptionId?: Json;
      /**
       * What changed, in the order in which it did.
       */
      events?: Json;
    };
  };
}
/**
 * A workflow hands its work to somebody else.
 */
export interface Handoff {
  /**
   * The variant.
   */
  sessionUpdate: 'handoff';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The handoff.
       */
      handoffId?: Json;
      /**
       * The artifact that it was made of.
       */
      artifactId?: Json;
      /**
       * The artifact itself.
       */
      handoff?: Json;
    };
  };
}
/**
 * A script asks a human. Experimental.
 */
export interface HitlRequest {
  /**
   * The variant.
   */
  sessionUpdate: 'hitl_request';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The question.
       */
      requestId?: Json;
      /**
       * What is asked, such as `question` or `approval`.
       */
      kind?: Json;
      /**
       * The question itself.
       */
      payload?: Json;
    };
  };
}
/**
 * What a script asked a human is settled. Experimental.
 */
export interface HitlResolved {
  /**
   * The variant.
   */
  sessionUpdate: 'hitl_resolved';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The question.
       */
      requestId?: Json;
      /**
       * What was asked.
       */
      kind?: Json;
      /**
       * How it ended.
       */
      outcome?: Json;
    };
  };
}
/**
 * A line of the log.
 */
export interface Log {
  /**
   * The variant.
   */
  sessionUpdate: 'log';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * How severe it is.
       */
      level?: Json;
      /**
       * In words.
       */
      message?: Json;
      /**
       * Data of the line.
       */
      fields?: Json;
    };
  };
}
/**
 * How far something is.
 */
export interface Progress {
  /**
   * The variant.
   */
  sessionUpdate: 'progress';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * What is going on.
       */
      phase?: string;
      /**
       * In words.
       */
      message?: string;
      /**
       * How much is done.
       */
      progress?: number | null;
      /**
       * How much there is to do.
       */
      total?: number | null;
      /**
       * Whatever else there is to say.
       */
      data?: Json;
    };
  };
}
/**
 * A skill is in force from now on.
 */
export interface SkillActivated {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_activated';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Name of the skill.
       */
      skillName?: Json;
      /**
       * Iteration of the agent loop.
       */
      iteration?: Json;
      /**
       * Why it was chosen.
       */
      reason?: Json;
    };
  };
}
/**
 * A skill is no longer in force.
 */
export interface SkillDeactivated {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_deactivated';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Name of the skill.
       */
      skillName?: Json;
      /**
       * Iteration of the agent loop.
       */
      iteration?: Json;
    };
  };
}
/**
 * A skill takes tools away from this turn.
 */
export interface SkillNarrow {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_narrow';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Why.
       */
      reason?: Json;
      /**
       * Names of the tools that are gone.
       */
      removedTools?: Json;
      /**
       * Names of those that are left.
       */
      remainingTools?: Json;
      /**
       * The policy in force.
       */
      policy?: Json;
      /**
       * What there is to say of those that are gone.
       */
      removedToolDetails?: Json;
      /**
       * What there is to say of those that are left.
       */
      keptToolDetails?: Json;
    };
  };
}
/**
 * An active skill leaves only some tools.
 */
export interface SkillScopeTools {
  /**
   * The variant.
   */
  sessionUpdate: 'skill_scope_tools';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Name of the skill.
       */
      skillName?: Json;
      /**
       * The tools that are left.
       */
      allowedTools?: Json;
    };
  };
}
/**
 * The model looks for tools.
 */
export interface ToolSearchQuery {
  /**
   * The variant.
   */
  sessionUpdate: 'tool_search_query';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The call of the search tool.
       */
      toolUseId?: Json;
      /**
       * Name of the search tool.
       */
      name?: Json;
      /**
       * What the model passed.
       */
      query?: Json;
      /**
       * How it is searched.
       */
      strategy?: Json;
      /**
       * Who searches.
       */
      mode?: Json;
    };
  };
}
/**
 * What the search brought.
 */
export interface ToolSearchResult {
  /**
   * The variant.
   */
  sessionUpdate: 'tool_search_result';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The call of the search tool.
       */
      toolUseId?: Json;
      /**
       * The tools that the model can use from now on, in order.
       */
      promoted?: Json;
      /**
       * How it was searched.
       */
      strategy?: Json;
      /**
       * Who searched.
       */
      mode?: Json;
    };
  };
}
/**
 * Messages of the transcript were replaced by a summary.
 */
export interface TranscriptCompacted {
  /**
   * The variant.
   */
  sessionUpdate: 'transcript_compacted';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * Who asked for it, such as `auto` or `manual`.
       */
      mode?: Json;
      /**
       * Why it was done.
       */
      reason?: Json;
      /**
       * How it was done.
       */
      strategy?: Json;
      /**
       * How many messages were taken out.
       */
      archivedMessages?: Json;
      /**
       * Size before, in tokens.
       */
      estimatedTokensBefore?: Json;
      /**
       * Size after, in tokens.
       */
      estimatedTokensAfter?: Json;
      /**
       * Where what was taken out is kept.
       */
      snapshotAssetId?: Json;
      /**
       * How the instructions of the summary are joined to Harn's own.
       */
      instructionMode?: Json;
      /**
       * Who gave them.
       */
      instructionSource?: Json;
      /**
       * The policy in force.
       */
      compactionPolicy?: Json;
    };
  };
}
/**
 * A model call gets a part of the transcript. Not in the list that the contract advertises.
 */
export interface TranscriptProjected {
  /**
   * The variant.
   */
  sessionUpdate: 'transcript_projected';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The policy in force.
       */
      policy?: Json;
      /**
       * Why it was done.
       */
      reason?: Json;
      /**
       * A hash of what stays as it was at the beginning.
       */
      prefixHash?: Json;
      /**
       * Messages that the call gets.
       */
      keptCount?: Json;
      /**
       * Messages that it does not get.
       */
      droppedCount?: Json;
      /**
       * Whether the provider's rules forbade it.
       */
      providerSafetyBlocked?: Json;
      /**
       * Messages whose text was taken out.
       */
      redactedCount?: Json;
      /**
       * Size of what was dropped, in tokens.
       */
      reclaimedTokens?: Json;
      /**
       * The roots that were looked at.
       */
      rootsConsulted?: Json;
      /**
       * Where text was taken out.
       */
      redactionPointers?: Json;
    };
  };
}
/**
 * News of a delegated worker.
 */
export interface WorkerUpdate {
  /**
   * The variant.
   */
  sessionUpdate: 'worker_update';
  /**
   * Extensions.
   */
  _meta: {
    /**
     * What Harn adds.
     */
    harn: {
      /**
       * The worker.
       */
      workerId?: Json;
      /**
       * Its name.
       */
      workerName?: Json;
      /**
       * What it was asked to do.
       */
      workerTask?: Json;
      /**
       * How it runs.
       */
      workerMode?: Json;
      /**
       * What happened, such as `WorkerSpawned`.
       */
      event?: Json;
      /**
       * How it is, such as `running`, `completed`, `failed`.
       */
      status?: Json;
      /**
       * Whether nothing more comes of it.
       */
      terminal?: Json;
      /**
       * Its times, and the paths of its run and snapshot.
       */
      metadata?: Json;
      /**
       * The mutation session that it works in.
       */
      audit?: MutationSession | null;
    };
  };
}
/**
 * A message that was injected is delivered.
 */
export interface UserMessage {
  /**
   * The variant.
   */
  sessionUpdate: 'user_message';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
  /**
   * The id that `session/inject` gave.
   */
  messageId: string;
  /**
   * What the user said.
   */
  content: ContentBlock[];
  [k: string]: unknown;
}
/**
 * Only the beginning of the transcript is left.
 */
export interface SessionTruncated {
  /**
   * The variant.
   */
  sessionUpdate: 'session_truncated';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
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
  /**
   * Why.
   */
  reason?: string | null;
  [k: string]: unknown;
}
/**
 * The last turn was undone.
 */
export interface SessionRollback {
  /**
   * The variant.
   */
  sessionUpdate: 'session_rollback';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
  /**
   * The checkpoint of the turn.
   */
  checkpointId?: string;
  /**
   * What came of it.
   */
  status?: string;
  [k: string]: unknown;
}
/**
 * A turn that was undone is back.
 */
export interface SessionRedo {
  /**
   * The variant.
   */
  sessionUpdate: 'session_redo';
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
  /**
   * The checkpoint of the turn.
   */
  checkpointId?: string;
  /**
   * What came of it.
   */
  status?: string;
  [k: string]: unknown;
}
/**
 * Params of `session/update`: something that happened in a session.
 */
export interface SessionNotification {
  /**
   * Extensions.
   */
  _meta?: JsonObject | null;
  sessionId: SessionId;
  update: SessionUpdate;
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
