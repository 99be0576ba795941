// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/hub-v1.js';

/** Harn retained ACP hub v1: the requests that the client sends, by method. */
export interface ClientRequests {
  'initialize': { params?: T.InitializeParams; result: T.InitializeResponse };
  'authenticate': { params: T.AuthenticateParams; result: T.EmptyResult };
  'session/new': { params?: T.NewSessionParams; result: T.NewSessionResponse };
  'session/list': { params?: T.ListSessionsParams; result: T.ListSessionsResult };
  'session/load': { params: T.LoadSessionParams; result: T.LoadSessionResult | T.AttachedResult | T.ExpiredResult };
  'session/prompt': { params: T.PromptRequest; result: T.PromptResponse };
  'session/cancel': { params: T.SessionParams; result: T.CancelResult };
  'session/inject': { params: T.InjectParams; result: T.InjectResult };
  'session/revoke_inject': { params: T.RevokeInjectParams; result: T.RevokeInjectResult };
  'session/replace_inject': { params: T.ReplaceInjectParams; result: T.ReplaceInjectResult };
  'session/remind': { params: T.RemindParams; result: T.RemindResult };
  'session/revoke_reminder': { params: T.RevokeReminderParams; result: T.RevokeReminderResult };
  'session/pending_injections': { params: T.SessionParams; result: T.PendingInjections };
  'session/truncate': { params: T.TruncateParams; result: T.TruncateResult };
  'session/rollback': { params: T.SessionParams; result: T.CheckpointResult };
  'session/redo': { params: T.SessionParams; result: T.CheckpointResult };
  'session/close': { params: T.SessionParams; result: T.EmptyResult };
  'session/fork': { params: T.ForkParams; result: T.ForkSessionResponse };
  'session/set_mode': { params: T.SetModeParams; result: T.EmptyResult };
  'session/set_config_option': { params: T.SetConfigParams; result: T.SetConfigResult };
  'harn.session_workspace_roots': { params: T.SessionParams; result: T.WorkspaceRootsResult };
  'harn.session_add_root': { params: T.AddRootParams; result: T.AddRootResult };
  'harn.session_reanchor': { params: T.ReanchorParams; result: T.ReanchorResult };
  'workflow/signal': { params: T.WorkflowParams; result: T.WorkflowResult };
  'workflow/query': { params: T.WorkflowParams; result: T.WorkflowResult };
  'workflow/update': { params: T.WorkflowParams; result: T.WorkflowResult };
  'workflow/pause': { params: T.WorkflowParams; result: T.WorkflowResult };
  'workflow/resume': { params: T.WorkflowParams; result: T.WorkflowResult };
  'harn.hitl.respond': { params: T.HitlResponse; result: T.HitlResult };
}

/** Harn retained ACP hub v1: the notifications that the client sends, by method. */
export interface ClientNotifications {
  'agent/resume': { params?: T.ResumeParams };
}

/** Harn retained ACP hub v1: the requests that the server sends, by method. */
export interface ServerRequests {
  'session/request_permission': { params: T.PermissionParams; result: T.PermissionResult };
  'host/capabilities': { params?: T.HostCapabilitiesParams; result: T.HostCapabilities };
  'host/call': { params?: T.HostCallParams; result: T.AnyResult };
}

/** Harn retained ACP hub v1: the notifications that the server sends, by method. */
export interface ServerNotifications {
  'session/update': { params: T.SessionNotification };
  '_harn/presence': { params: T.PresenceParams };
  '_harn/agentEvent': { params: T.AgentEventParams };
}
