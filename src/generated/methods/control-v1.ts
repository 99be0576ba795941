// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/control-v1.js';

/** Proctor control channel v1: the requests that the client sends, by method. */
export interface ClientRequests {
  'session/list': { params?: T.ReadStateParams; result: T.State };
  'page/list': { params?: T.ListPagesParams; result: T.ListPagesResult };
  'transcript/read': { params?: T.ReadTranscriptParams; result: T.ReadTranscriptResult };
  'requirement/read': { params: T.ReadRequirementsParams; result: T.ReadRequirementsResult };
  'method/list': { params?: T.ListMethodsParams; result: T.ListMethodsResult };
  'pending/answer': { params: T.AnswerPendingParams; result: T.EmptyResult };
  'pending/hold': { params: T.HoldParams; result: T.EmptyResult };
  'message/send': { params: T.SendMessageParams; result: T.SendMessageResult };
  'fault/set': { params: T.SetFaultParams; result: T.EmptyResult };
  'permissive/set': { params: T.SetPermissiveParams; result: T.EmptyResult };
  'clock/advance': { params: T.AdvanceClockParams; result: T.AdvanceClockResult };
  'authorization/set': { params?: T.SetAuthorizationParams; result: T.EmptyResult };
  'recording/save': { params: T.SaveRecordingParams; result: T.SaveRecordingResult };
  'hosted/read': { params?: T.ReadHostedParams; result: T.HostedRun };
  'hosted/answer': { params: T.AnswerHostedParams; result: T.EmptyResult };
  'hosted/end': { params?: T.EndHostedParams; result: T.EmptyResult };
}

/** Proctor control channel v1: the notifications that the server sends, by method. */
export interface ServerNotifications {
  'transcript/line': { params: T.LinesParams };
  'pending/changed': { params: T.PendingChangedParams };
  'session/changed': { params: T.SessionChangedParams };
  'case/changed': { params: T.CaseChangedParams };
  'hosted/changed': { params: T.HostedChangedParams };
}
