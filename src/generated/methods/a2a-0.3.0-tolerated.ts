// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/a2a-0.3.0-tolerated.js';

/** Deviations from Agent2Agent 0.3.0 that are in use: the requests that the client sends, by method. */
export interface ClientRequests {
  'message/send': { params: T.SendParams; result: T.OtherTask | T.Message | T.BareSendResult };
  'message/stream': { params: T.SendParams; result: T.Task | T.Message | T.OtherTask | T.StatusEvent | T.MessageEvent | T.WorkerUpdateEvent | T.HitlEvent };
  'tasks/get': { params: T.OtherTaskIdParams; result: T.OtherTask };
  'tasks/cancel': { params: T.OtherTaskIdParams; result: T.OtherTask };
  'tasks/resubscribe': { params: T.OtherTaskIdParams; result: T.Task | T.Message | T.OtherTask | T.StatusEvent | T.MessageEvent | T.WorkerUpdateEvent | T.HitlEvent };
  'tasks/pushNotificationConfig/set': { params: T.OtherConfigParams; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/get': { params: T.OtherConfigIdParams; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/list': { params: T.OtherTaskIdParams; result: T.TaskPushNotificationConfigList };
  'tasks/pushNotificationConfig/delete': { params: T.OtherConfigIdParams; result: T.NullResult };
}

/** Deviations from Agent2Agent 0.3.0 that are in use: the notifications that the client sends, by method. */
export interface ClientNotifications {

}

/** Deviations from Agent2Agent 0.3.0 that are in use: the requests that the server sends, by method. */
export interface ServerRequests {

}

/** Deviations from Agent2Agent 0.3.0 that are in use: the notifications that the server sends, by method. */
export interface ServerNotifications {

}
