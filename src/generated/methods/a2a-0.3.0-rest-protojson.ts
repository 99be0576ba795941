// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/a2a-0.3.0-rest-protojson.js';

/** Agent2Agent Protocol 0.3.0, REST bodies as ProtoJSON: the requests that the client sends, by method. */
export interface ClientRequests {
  'message/send': { params: T.SendMessageRequest; result: T.SendMessageResponse };
  'message/stream': { params: T.SendMessageRequest; result: T.StreamResponse };
  'tasks/get': { params: T.TaskQueryParams; result: T.Task };
  'tasks/list': { params?: T.NoParams; result: T.TaskList };
  'tasks/cancel': { params: T.TaskIdParams; result: T.Task };
  'tasks/resubscribe': { params: T.TaskIdParams; result: T.StreamResponse };
  'tasks/pushNotificationConfig/set': { params: T.CreateTaskPushNotificationConfigRequest; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/get': { params: T.GetTaskPushNotificationConfigParams; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/list': { params: T.ListTaskPushNotificationConfigParams; result: T.ListTaskPushNotificationConfigResponse };
  'tasks/pushNotificationConfig/delete': { params: T.DeleteTaskPushNotificationConfigParams; result: T.Empty };
  'agent/getAuthenticatedExtendedCard': { params?: T.NoParams; result: T.AgentCard };
}

/** Agent2Agent Protocol 0.3.0, REST bodies as ProtoJSON: the notifications that the client sends, by method. */
export interface ClientNotifications {

}

/** Agent2Agent Protocol 0.3.0, REST bodies as ProtoJSON: the requests that the server sends, by method. */
export interface ServerRequests {

}

/** Agent2Agent Protocol 0.3.0, REST bodies as ProtoJSON: the notifications that the server sends, by method. */
export interface ServerNotifications {

}
