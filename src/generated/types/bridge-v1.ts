// Generated from schemas/ by `npm run generate`. Do not edit.

import type {
  AvailableCommandsUpdate, CancelNotification, ConfigOptionUpdate, ContentChunk, CurrentModeUpdate, InitializeRequest,
  InitializeResponse, NewSessionRequest, NewSessionResponse, PermissionOption, Plan, PromptRequest, SessionInfoUpdate,
  ToolCall, ToolCallUpdate,
} from './acp-0.12.2.js';
import type {
  ToolSearchResult as HarnToolSearchResult, Log, Progress, SkillActivated, SkillDeactivated, SkillScopeTools,
  ToolSearchQuery, WorkerUpdate,
} from './harn-extensions-v1.js';
import type { Json, JsonObject } from './json.js';
export type { ContentBlock, PermissionOption, ToolKind } from './acp-0.12.2.js';
export type { ApprovalPolicy, MutationSession } from './harn-extensions-v1.js';

/** Any JSON value, null too. */
export type AnyValue = Json;
/** Which session, as ACP has it. */
export type CancelParams = CancelNotification;
/** The operations of one capability, in one of three forms. */
export type HostCapability =
  | OperationNames
  | {
      ops: OperationNames;
    }
  | {
      operations: OperationNames | JsonObject;
    };
/** The operations of one capability. */
export type OperationNames = string[];
/** A whole skill in either form. */
export type FetchedSkill = NestedSkill | FlatSkill;
/** A JSON Schema that is an object. */
export type JsonSchemaObject = JsonObject;
/** The tools without anything around them. */
export type HostToolArray = HostTool[];
/** What the host speaks and offers, as ACP has it. */
export type InitializeParams = InitializeRequest;
/** What the runtime speaks and offers, as ACP has it. */
export type InitializeResult = InitializeResponse;
/** Where the session works, as ACP has it. */
export type NewSessionParams = NewSessionRequest;
/** The session, as ACP has it. */
export type NewSessionResult = NewSessionResponse;
/** A manifest with entries of no known form, which a runtime leaves out: the spec describes none. */
export type OtherManifest = JsonObject;
/** What the user says, as ACP has it. */
export type PromptParams = PromptRequest;
/** Something that happened in a turn: a variant of ACP, or one that Harn adds. */
export type SessionUpdate =
  | (ContentChunk & {
      /** A piece of what the user said. */
      sessionUpdate: 'user_message_chunk';
    })
  | (ContentChunk & {
      /** A piece of what the agent says. */
      sessionUpdate: 'agent_message_chunk';
    })
  | (ContentChunk & {
      /** A piece of what the agent thinks. */
      sessionUpdate: 'agent_thought_chunk';
    })
  | (ToolCall & {
      /** A tool call that is new. */
      sessionUpdate: 'tool_call';
    })
  | (ToolCallUpdate & {
      /** News of a tool call. */
      sessionUpdate: 'tool_call_update';
    })
  | (Plan & {
      /** The whole plan. */
      sessionUpdate: 'plan';
    })
  | (AvailableCommandsUpdate & {
      /** The commands that there are. */
      sessionUpdate: 'available_commands_update';
    })
  | (CurrentModeUpdate & {
      /** The mode that is in force. */
      sessionUpdate: 'current_mode_update';
    })
  | (ConfigOptionUpdate & {
      /** All settings. */
      sessionUpdate: 'config_option_update';
    })
  | (SessionInfoUpdate & {
      /** What is known of the session. */
      sessionUpdate: 'session_info_update';
    })
  | WorkerUpdate
  | SkillActivated
  | SkillDeactivated
  | SkillScopeTools
  | ToolSearchQuery
  | HarnToolSearchResult
  | Progress
  | Log
  | OtherUpdate;
/** The matches without anything around them. */
export type SkillMatchArray = SkillMatch[];
/** The skills of a host without anything around them. */
export type SkillRefArray = SkillRef[];
/** How long the daemon has waited and will wait. */
export type AgentIdleParams = {
  /** Number of the iteration. */
  iteration: number;
  /** How long it waits now, in ms. */
  backoff_ms: 100 | 500 | 1000 | 2000;
};
/** Which builtin or host tool is called, and with what. */
export type BuiltinCallParams = {
  /** Name of the tool, as the host lists it, or of the builtin. */
  name: string;
  args?: AnyValue;
};
/** The operations that a host offers, by capability. */
export type CapabilityManifest = {
  /** Extensions. */
  _meta?: JsonObject;
  [k: string]: HostCapability | JsonObject | undefined;
};
/** A whole skill whose manifest is a member of its own. */
export type NestedSkill = {
  /** Name of the skill. */
  name: string;
  /** What it is for. */
  description: string;
  /** The instructions that the model gets. */
  body: string;
  manifest: SkillManifest;
};
/** What a skill says about its use. */
export type SkillManifest = {
  /** When the skill fits. */
  when_to_use?: string;
  /** The only tools that may be used while it is active. */
  allowed_tools?: string[];
  /** Patterns of the files that it is about. */
  paths?: string[];
  /** The model that it wants. */
  model?: string;
};
/** A whole skill with the members of its manifest beside its own. */
export type FlatSkill = {
  /** Name of the skill. */
  name: string;
  /** What it is for. */
  description: string;
  /** The instructions that the model gets. */
  body: string;
  /** When the skill fits. */
  when_to_use?: string;
  /** The only tools that may be used while it is active. */
  allowed_tools?: string[];
  /** Patterns of the files that it is about. */
  paths?: string[];
  /** The model that it wants. */
  model?: string;
};
/** Which operation is called, and with what. */
export type HostCallParams = {
  /** The operation. No page says how it is written; Harn has capability.operation. */
  name?: string;
  /** The arguments. */
  args?: Json;
  /** The session that calls. */
  sessionId?: string;
};
/** Nothing, or the session that asks. */
export type HostCapabilitiesParams = {
  /** The session of the prompt. */
  sessionId?: string;
};
/** A tool as a host describes it. The canonical names are `description` and `schema`; the others mean the same and are read where those are missing. */
export type HostTool = {
  /** Name by which the tool is called. */
  name: string;
  /** What it does. */
  description?: string;
  /** Another name for `description`. */
  short_description?: string;
  /** JSON Schema of its arguments, or null. */
  schema?: JsonSchemaObject | null;
  /** Another name for `schema`. */
  parameters?: JsonSchemaObject | null;
  /** Another name for `schema`. */
  input_schema?: JsonSchemaObject | null;
  /** Whether scripts should use something else. False where it is left out. */
  deprecated?: boolean;
};
/** The canonical form inside a second `result`. */
export type HostToolEnvelope = {
  result: HostToolList;
};
/** The tools in the canonical form. */
export type HostToolList = {
  tools: HostToolArray;
};
/** Params of a method that takes none: an empty object, where they are sent at all. */
export type NoParams = {};
/** A variant of Harn that the bridge has nothing to say about. */
export type OtherUpdate = {
  /** The variant. `call_start`, `call_progress` and `call_end` come from old runtimes. */
  sessionUpdate:
    | 'fs_watch'
    | 'transcript_compacted'
    | 'transcript_projected'
    | 'handoff'
    | 'skill_narrow'
    | 'hitl_request'
    | 'hitl_resolved'
    | 'user_message'
    | 'session_truncated'
    | 'session_rollback'
    | 'session_redo'
    | 'call_start'
    | 'call_progress'
    | 'call_end';
};
/** The form of ACP for a question that was withdrawn: not granted. */
export type PermissionCancelled = {
  /** What came of the question. */
  outcome: {
    /** Nothing was chosen. */
    outcome: 'cancelled';
  };
};
/** The older form of a denial. */
export type PermissionDenied = {
  /** No. */
  granted: false;
  /** Why, for the model. */
  reason?: string;
};
/** The older form: granted, with other arguments where the host changed them. */
export type PermissionGranted = {
  /** Yes. */
  granted: true;
  /** The arguments to use instead of the proposed ones, complete. */
  args?: JsonObject;
};
/** What the agent wants to do, and on whose account. */
export type PermissionParams = {
  /** The session of the running prompt. */
  sessionId: string;
  toolCall: PermissionToolCall;
  /** The mutation session, or null where none is installed. Usually as in the audit of tool updates; the spec shows one and no rule. */
  mutation?: JsonObject | null;
  /** The paths that the call declares to touch. */
  declaredPaths?: string[] | null;
  /** The answers to choose from, where the runtime offers any. */
  options?: PermissionOption[];
};
/** The call that the question is about. Where its name stands differs between runtimes. */
export type PermissionToolCall = {
  /** The id of the call, as the updates have it. */
  toolCallId: string;
  /** Name of the tool. */
  toolName?: string;
  /** Name of the call for people. */
  title?: string | null;
  /** The arguments that the model proposed. */
  rawInput?: Json;
  /** What kind of tool it is. */
  kind?: string | null;
  /** How far the call is. */
  status?: string | null;
  /** What the call would do, such as a diff. */
  content?: Json[] | null;
  /** Extensions; `harn.toolName` is another place for the name. */
  _meta?: JsonObject | null;
};
/** The form of ACP: granted, unless the option that it names rejects. */
export type PermissionSelected = {
  /** What came of the question. */
  outcome: {
    /** An answer was chosen. */
    outcome: 'selected';
    /** Which of the offered answers. Left out where none was offered. */
    optionId?: string;
  };
};
/** How a turn ended. `completed` is how old runtimes say `end_turn`. */
export type PromptResult = {
  /** Why the turn is over. */
  stopReason: 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled' | 'completed';
};
/** A message of the user for a run that goes on. */
export type QueuedMessageParams = {
  /** What the user says. No page gives a payload; Harn sends a text. */
  content?: Json;
  /** When it is delivered: `interrupt_immediate`, `finish_step`, or at the end. */
  mode?: Json;
};
/** A match as the runtime uses it: a candidate, with score and reason filled in. */
export type RankedSkill = {
  /** Name of a candidate. */
  name: string;
  /** How well it fits. */
  score: number;
  /** Why; `host match` where the host does not say it. */
  reason: string;
};
/** The session and what happens in it. */
export type SessionUpdateParams = {
  /** The session. */
  sessionId: string;
  update: SessionUpdate;
};
/** A skill as the runtime keeps it, whatever form the host used. */
export type Skill = {
  /** Name of the skill. */
  name: string;
  /** What it is for. */
  description: string;
  /** The instructions that the model gets. */
  body: string;
  /** When the skill fits. */
  when_to_use: string;
  /** The only tools that may be used while it is active. */
  allowed_tools: string[];
  /** Patterns of the files that it is about. */
  paths: string[];
  /** The model that it wants. */
  model?: string;
};
/** A skill that may be chosen. */
export type SkillCandidate = {
  /** Name of the skill. */
  name: string;
  /** What it is for. */
  description: string;
  /** When it fits; empty where it does not say it. */
  when_to_use: string;
  /** Patterns of the files that it is about. */
  paths: string[];
};
/** Which skill is wanted. */
export type SkillFetchParams = {
  /** The id of the list. */
  id: string;
};
/** One skill that the host proposes. */
export type SkillMatch = {
  /** Name of a candidate. */
  name: string;
  /** How well it fits: more is better. 1 where it is left out. */
  score?: number;
  /** Why, in a few words. */
  reason?: string;
};
/** The canonical form inside a second `result`. */
export type SkillMatchEnvelope = {
  result: SkillMatchList;
};
/** The matches in the canonical form. */
export type SkillMatchList = {
  matches: SkillMatchArray;
};
/** What the user wants, and the skills to choose from. */
export type SkillMatchParams = {
  /** The strategy of the agent: `host`, or its other name. */
  strategy: 'host' | 'embedding';
  /** What the user asked. */
  prompt: string;
  /** The files that the agent works on. */
  working_files: string[];
  /** Every skill that may be chosen. */
  candidates: SkillCandidate[];
};
/** The matches under the name `skills`. */
export type SkillMatchSkills = {
  skills: SkillMatchArray;
};
/** A skill as the list shows it. */
export type SkillRef = {
  /** What the skill is fetched by. It may hold slashes. */
  id: string;
  /** Name of the skill. */
  name: string;
  /** What it is for. */
  description: string;
  /** Where it comes from, such as `host`. */
  source: string;
};
/** The skills of a host in an object. */
export type SkillRefList = {
  skills: SkillRefArray;
};
/** A host tool as scripts see it, whatever form the host used: these four members and no other. */
export type ToolDescriptor = {
  /** Name by which the tool is called. */
  name: string;
  /** What it does; empty where the host does not say it. */
  description: string;
  /** JSON Schema of its arguments, or null where the host has none. */
  schema: JsonSchemaObject | null;
  /** Whether scripts should use something else. */
  deprecated: boolean;
};
/** The same inside a second `result`. */
export type ToolSearchEnvelope = {
  result: ToolSearchResult;
};
/** The tools to promote, best first. */
export type ToolSearchResult = {
  /** Names out of the candidates, about twenty at most. */
  tool_names: string[];
  /** A word for the model about the search. */
  diagnostic?: string;
};
/** What the model gets to see of a search, whatever form the host used. An error of the host is an empty list with its message as diagnostic. */
export type ToolSearchOutcome = {
  /** The tools that were promoted, in order. */
  tool_names: string[];
  /** A word of the host, or why nothing was found. */
  diagnostic?: string;
};
/** What the model looks for, and among which tools. */
export type ToolSearchParams = {
  /** How the host is to search. Other strategies never leave the runtime. */
  strategy: 'semantic' | 'host';
  /** The words of the model, unchanged. */
  query: string;
  /** The names of all deferred tools. */
  candidates: string[];
};
