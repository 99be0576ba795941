// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/harn-extensions-v1.js';

/** Harn extensions v1 of the Agent Client Protocol: the requests that the client sends, by method. */
export interface ClientRequests {
  'initialize': { params: T.InitializeRequest; result: T.InitializeResponse };
  'authenticate': { params: T.AuthenticateRequest; result: T.AuthenticateResponse | T.NullResult };
  'session/prompt': { params: T.PromptRequest; result: T.PromptResponse };
  'session/new': { params: T.NewSessionRequest; result: T.NewSessionResponse };
  'session/load': { params: T.LoadSessionRequest; result: T.LoadSessionResponse };
  'session/fork': { params: T.ForkSessionRequest; result: T.ForkSessionResponse };
  'session/stop': { params: T.CloseSessionRequest; result: T.CloseSessionResponse | T.NullResult };
  'session/truncate': { params: T.TruncateSessionRequest; result: T.TruncateSessionResponse };
  'session/rollback': { params: T.SessionRequest; result: T.CheckpointResult };
  'session/redo': { params: T.SessionRequest; result: T.CheckpointResult };
  'harn.session_rollback': { params: T.SessionRequest; result: T.CheckpointResult };
  'harn.session_redo': { params: T.SessionRequest; result: T.CheckpointResult };
  'session/inject': { params: T.InjectRequest; result: T.InjectResponse };
  'session/revoke_inject': { params: T.RevokeInjectRequest; result: T.PendingMessageResult };
  'session/replace_inject': { params: T.ReplaceInjectRequest; result: T.PendingMessageResult };
  'session/remind': { params: T.RemindRequest; result: T.RemindResponse };
  'session/pending_injections': { params: T.SessionRequest; result: T.PendingInjections };
  'session/revoke_reminder': { params: T.RevokeReminderRequest; result: T.RevokeReminderResponse };
  'session/cancel_tool_call': { params: T.CancelToolCallRequest; result: T.CancelToolCallResponse };
  'harn.session_workspace_roots': { params: T.SessionRequest; result: T.WorkspaceRootsResult };
  'harn.session_add_root': { params: T.AddRootRequest; result: T.WorkspaceRootsResult };
  'harn.session_reanchor': { params: T.ReanchorRequest; result: T.WorkspaceRootsResult };
  'harn.session_timeline.query': { params: T.TimelineQuery; result: T.Timeline };
  'harn.session_timeline.subscribe': { params: T.TimelineSubscribeRequest; result: T.TimelineSubscription };
  'harn.session_timeline.unsubscribe': { params: T.TimelineUnsubscribeRequest; result: T.AnyObject };
  'workflow/signal': { params: T.WorkflowMessageRequest; result: T.AnyObject };
  'workflow/query': { params: T.WorkflowMessageRequest; result: T.AnyValue };
  'workflow/update': { params: T.WorkflowUpdateRequest; result: T.AnyValue };
  'workflow/pause': { params: T.WorkflowControlRequest; result: T.AnyObject };
  'workflow/resume': { params: T.WorkflowControlRequest; result: T.AnyObject };
  'harn.workflow.signal': { params: T.WorkflowMessageRequest; result: T.AnyObject };
  'harn.workflow.query': { params: T.WorkflowMessageRequest; result: T.AnyValue };
  'harn.workflow.update': { params: T.WorkflowUpdateRequest; result: T.AnyValue };
  'harn.workflow.pause': { params: T.WorkflowControlRequest; result: T.AnyObject };
  'harn.workflow.resume': { params: T.WorkflowControlRequest; result: T.AnyObject };
  'harn.hitl.respond': { params: T.HitlResponse; result: T.AnyObject };
  '_harn/providerCatalog': { params?: T.ProviderCatalogRequest; result: T.ProviderCatalogResponse };
}

/** Harn extensions v1 of the Agent Client Protocol: the requests that the server sends, by method. */
export interface ServerRequests {
  'session/request_permission': { params: T.RequestPermissionRequest; result: T.RequestPermissionResponse | T.PermissionShim };
  'builtin_call': { params: T.BuiltinCallParams; result: T.AnyValue };
  'host/capabilities': { params?: T.HostCapabilitiesParams; result: T.AnyValue };
  'host/call': { params?: T.HostCallParams; result: T.AnyValue };
}

/** Harn extensions v1 of the Agent Client Protocol: the notifications that the server sends, by method. */
export interface ServerNotifications {
  'session/update': { params: T.SessionNotification };
  'harn.session_timeline.update': { params: T.TimelineUpdate };
  '_harn/agentEvent': { params?: T.AgentEvent };
}
