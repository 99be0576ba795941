// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/a2a-0.3.0-rest-core.js';

/** Agent2Agent Protocol 0.3.0, REST bodies in the form of the core: the requests that the client sends, by method. */
export interface ClientRequests {
  'message/send': { params: T.MessageSendParams; result: T.MessageSendResult };
  'message/stream': { params: T.MessageSendParams; result: T.StreamEvent };
  'tasks/get': { params: T.TaskQueryParams; result: T.Task };
  'tasks/list': { params?: T.NoParams; result: T.TaskList };
  'tasks/cancel': { params: T.TaskIdParams; result: T.Task };
  'tasks/resubscribe': { params: T.TaskIdParams; result: T.StreamEvent };
  'tasks/pushNotificationConfig/set': { params: T.PushNotificationConfigBody; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/get': { params: T.GetTaskPushNotificationConfigParams; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/list': { params: T.ListTaskPushNotificationConfigParams; result: T.TaskPushNotificationConfigList };
  'tasks/pushNotificationConfig/delete': { params: T.DeleteTaskPushNotificationConfigParams; result: T.NullResult };
  'agent/getAuthenticatedExtendedCard': { params?: T.NoParams; result: T.AgentCard };
}

/** Agent2Agent Protocol 0.3.0, REST bodies in the form of the core: the notifications that the client sends, by method. */
export interface ClientNotifications {

}

/** Agent2Agent Protocol 0.3.0, REST bodies in the form of the core: the requests that the server sends, by method. */
export interface ServerRequests {

}

/** Agent2Agent Protocol 0.3.0, REST bodies in the form of the core: the notifications that the server sends, by method. */
export interface ServerNotifications {

}
