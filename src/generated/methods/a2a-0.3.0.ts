// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/a2a-0.3.0.js';

/** Agent2Agent Protocol 0.3.0: the requests that the client sends, by method. */
export interface ClientRequests {
  'message/send': { params: T.MessageSendParams; result: T.Task | T.Message };
  'message/stream': { params: T.MessageSendParams; result: T.Task | T.Message | T.TaskStatusUpdateEvent | T.TaskArtifactUpdateEvent };
  'tasks/get': { params: T.TaskQueryParams; result: T.Task };
  'tasks/cancel': { params: T.TaskIdParams; result: T.Task };
  'tasks/resubscribe': { params: T.TaskIdParams; result: T.Task | T.Message | T.TaskStatusUpdateEvent | T.TaskArtifactUpdateEvent };
  'tasks/pushNotificationConfig/set': { params: T.TaskPushNotificationConfig; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/get': { params: T.GetTaskPushNotificationConfigRequest['params']; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/list': { params: T.ListTaskPushNotificationConfigParams; result: T.TaskPushNotificationConfigList };
  'tasks/pushNotificationConfig/delete': { params: T.DeleteTaskPushNotificationConfigParams; result: T.NullResult };
  'agent/getAuthenticatedExtendedCard': { params?: T.GetAuthenticatedExtendedCardRequest['params']; result: T.AgentCard };
}
