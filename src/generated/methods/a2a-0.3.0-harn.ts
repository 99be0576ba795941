// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/a2a-0.3.0-harn.js';

/** Agent2Agent Protocol 0.3.0 as Harn serves it: the requests that the client sends, by method. */
export interface ClientRequests {
  'message/send': { params: T.SendParams; result: T.HarnTask | T.Message };
  'message/stream': { params: T.SendParams; result: T.HarnTask | T.Message | T.HarnStatusUpdateEvent | T.TaskArtifactUpdateEvent };
  'tasks/get': { params: T.TaskQueryParams; result: T.HarnTask };
  'tasks/cancel': { params: T.TaskIdParams; result: T.HarnTask };
  'tasks/resubscribe': { params: T.TaskIdParams; result: T.HarnTask | T.Message | T.HarnStatusUpdateEvent | T.TaskArtifactUpdateEvent };
  'tasks/pushNotificationConfig/set': { params: T.TaskPushNotificationConfig; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/get': { params: T.GetTaskPushNotificationConfigParams; result: T.TaskPushNotificationConfig };
  'tasks/pushNotificationConfig/list': { params: T.ListTaskPushNotificationConfigParams; result: T.TaskPushNotificationConfigList };
  'tasks/pushNotificationConfig/delete': { params: T.DeleteTaskPushNotificationConfigParams; result: T.NullResult };
  'agent/getAuthenticatedExtendedCard': { params?: T.NoParams; result: T.HarnAgentCard };
  'a2a.SendMessage': { params: T.SendParams; result: T.HarnTask | T.Message };
  'tasks/send': { params: T.SendParams; result: T.HarnTask | T.Message };
  'tasks/send_and_wait': { params: T.SendParams; result: T.HarnTask | T.Message };
  'a2a.SendStreamingMessage': { params: T.SendParams; result: T.HarnTask | T.Message | T.HarnStatusUpdateEvent | T.TaskArtifactUpdateEvent };
  'tasks/sendSubscribe': { params: T.SendParams; result: T.HarnTask | T.Message | T.HarnStatusUpdateEvent | T.TaskArtifactUpdateEvent };
  'a2a.GetTask': { params: T.TaskQueryParams; result: T.HarnTask };
  'a2a.CancelTask': { params: T.TaskIdParams; result: T.HarnTask };
  'a2a.ResubscribeTask': { params: T.TaskIdParams; result: T.HarnTask | T.Message | T.HarnStatusUpdateEvent | T.TaskArtifactUpdateEvent };
  'CreateTaskPushNotificationConfig': { params: T.TaskPushNotificationConfig; result: T.TaskPushNotificationConfig };
  'tasks/list': { params?: T.TaskListParams; result: T.TaskSummaries };
  'a2a.ListTasks': { params?: T.TaskListParams; result: T.TaskSummaries };
  'a2a.WorkflowSignal': { params: T.WorkflowParams; result: T.WorkflowSignalResult };
  'harn.workflow.signal': { params: T.WorkflowParams; result: T.WorkflowSignalResult };
  'a2a.WorkflowQuery': { params: T.WorkflowParams; result: T.WorkflowValue };
  'harn.workflow.query': { params: T.WorkflowParams; result: T.WorkflowValue };
  'a2a.WorkflowUpdate': { params: T.WorkflowParams; result: T.WorkflowValue };
  'harn.workflow.update': { params: T.WorkflowParams; result: T.WorkflowValue };
  'a2a.WorkflowPause': { params: T.WorkflowParams; result: T.WorkflowStatus };
  'harn.workflow.pause': { params: T.WorkflowParams; result: T.WorkflowStatus };
  'a2a.WorkflowResume': { params: T.WorkflowParams; result: T.WorkflowStatus };
  'harn.workflow.resume': { params: T.WorkflowParams; result: T.WorkflowStatus };
}

/** Agent2Agent Protocol 0.3.0 as Harn serves it: the notifications that the client sends, by method. */
export interface ClientNotifications {

}

/** Agent2Agent Protocol 0.3.0 as Harn serves it: the requests that the server sends, by method. */
export interface ServerRequests {

}

/** Agent2Agent Protocol 0.3.0 as Harn serves it: the notifications that the server sends, by method. */
export interface ServerNotifications {

}
