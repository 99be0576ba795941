// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/acp-1.21.0.js';

/** Agent Client Protocol 1.21.0: the requests that the client sends, by method. */
export interface ClientRequests {
  'initialize': { params: T.InitializeRequest; result: T.InitializeResponse };
  'authenticate': { params: T.AuthenticateRequest; result: T.AuthenticateResponse | T.NullResult };
  'session/new': { params: T.NewSessionRequest; result: T.NewSessionResponse };
  'session/load': { params: T.LoadSessionRequest; result: T.LoadSessionResponse | T.NullResult };
  'session/list': { params?: T.ListSessionsRequest; result: T.ListSessionsResponse };
  'session/resume': { params: T.ResumeSessionRequest; result: T.ResumeSessionResponse | T.NullResult };
  'session/close': { params: T.CloseSessionRequest; result: T.CloseSessionResponse | T.NullResult };
  'session/set_mode': { params: T.SetSessionModeRequest; result: T.SetSessionModeResponse | T.NullResult };
  'session/set_config_option': { params: T.SetSessionConfigOptionRequest; result: T.SetSessionConfigOptionResponse };
  'session/prompt': { params: T.PromptRequest; result: T.PromptResponse };
  'logout': { params?: T.LogoutRequest; result: T.LogoutResponse | T.NullResult };
  'session/delete': { params: T.DeleteSessionRequest; result: T.DeleteSessionResponse | T.NullResult };
}

/** Agent Client Protocol 1.21.0: the requests that the server sends, by method. */
export interface ServerRequests {
  'session/request_permission': { params: T.RequestPermissionRequest; result: T.RequestPermissionResponse };
  'fs/read_text_file': { params: T.ReadTextFileRequest; result: T.ReadTextFileResponse };
  'fs/write_text_file': { params: T.WriteTextFileRequest; result: T.WriteTextFileResponse | T.NullResult };
  'terminal/create': { params: T.CreateTerminalRequest; result: T.CreateTerminalResponse };
  'terminal/output': { params: T.TerminalOutputRequest; result: T.TerminalOutputResponse };
  'terminal/wait_for_exit': { params: T.WaitForTerminalExitRequest; result: T.WaitForTerminalExitResponse | T.NullResult };
  'terminal/kill': { params: T.KillTerminalRequest; result: T.KillTerminalResponse | T.NullResult };
  'terminal/release': { params: T.ReleaseTerminalRequest; result: T.ReleaseTerminalResponse | T.NullResult };
  'elicitation/create': { params: T.CreateElicitationRequest; result: T.CreateElicitationResponse };
}

/** Agent Client Protocol 1.21.0: the notifications that the server sends, by method. */
export interface ServerNotifications {
  'session/update': { params: T.SessionNotification };
  'elicitation/complete': { params: T.CompleteElicitationNotification };
  '$/cancel_request': { params: T.CancelRequestNotification };
}
