// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/bridge-v1.js';

/** Harn bridge v1: the requests that the client sends, by method. */
export interface ClientRequests {
  'initialize': { params: T.InitializeParams; result: T.InitializeResult };
  'session/new': { params: T.NewSessionParams; result: T.NewSessionResult };
  'session/prompt': { params: T.PromptParams; result: T.PromptResult };
}

/** Harn bridge v1: the notifications that the client sends, by method. */
export interface ClientNotifications {
  'session/cancel': { params: T.CancelParams };
  'skills/update': { params?: T.NoParams };
  'agent/resume': { params?: T.NoParams };
  'user_message': { params?: T.QueuedMessageParams };
  'session/input': { params?: T.QueuedMessageParams };
  'agent/user_message': { params?: T.QueuedMessageParams };
}

/** Harn bridge v1: the requests that the server sends, by method. */
export interface ServerRequests {
  'session/request_permission': { params: T.PermissionParams; result: T.PermissionSelected | T.PermissionGranted | T.PermissionDenied | T.PermissionCancelled };
  'host/tools/list': { params?: T.NoParams; result: T.HostToolList | T.HostToolArray | T.HostToolEnvelope };
  'builtin_call': { params: T.BuiltinCallParams; result: T.AnyValue };
  'tool_search/query': { params: T.ToolSearchParams; result: T.ToolSearchResult | T.ToolSearchEnvelope };
  'skills/list': { params?: T.NoParams; result: T.SkillRefArray | T.SkillRefList };
  'skills/fetch': { params: T.SkillFetchParams; result: T.FetchedSkill };
  'skill/match': { params: T.SkillMatchParams; result: T.SkillMatchList | T.SkillMatchArray | T.SkillMatchSkills | T.SkillMatchEnvelope };
  'host/capabilities': { params?: T.HostCapabilitiesParams; result: T.CapabilityManifest | T.OtherManifest };
  'host/call': { params?: T.HostCallParams; result: T.AnyValue };
}

/** Harn bridge v1: the notifications that the server sends, by method. */
export interface ServerNotifications {
  'session/update': { params: T.SessionUpdateParams };
  'agent/idle': { params: T.AgentIdleParams };
}
