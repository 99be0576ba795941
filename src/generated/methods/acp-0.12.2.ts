// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/acp-0.12.2.js';

/** Agent Client Protocol 0.12.2: the requests that the client sends, by method. */
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
}
