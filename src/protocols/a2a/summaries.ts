import type { MessageSummaries, MessageSummary } from '../../language/message-summary.js';

const SENT = '{function} {message.taskId:id} {message:text}';
const RESULT =
  '{kind} {id:id} {taskId:id} {status.state} {status.message:text} {parts:text} {artifact.name} {artifact:text} artifacts {artifacts:list name} {final:final}';
const SEND: MessageSummary = { params: SENT, result: RESULT };
const TASK: MessageSummary = { params: '{id:id}', result: RESULT };
const CONFIG: MessageSummary = {
  params:
    '{id:id} {taskId:id} {pushNotificationConfigId:id} {pushNotificationConfig.id:id} {pushNotificationConfig.url} {url}',
  result: '{taskId:id} {id:id} {pushNotificationConfig.id:id} {pushNotificationConfig.url} {url}',
};
const TASKS: MessageSummary = { result: 'tasks {tasks:list id}' };
/** As of A2A 1.0, where a result is wrapped by its kind. */
const V1_SEND: MessageSummary = {
  params: SENT,
  result:
    '{task.id:id} {task.status.state} {task.status.message:text} artifacts {task.artifacts:list name} {message:text} {statusUpdate.taskId:id} {statusUpdate.status.state} {statusUpdate.status.message:text} {artifactUpdate.taskId:id} {artifactUpdate.artifact.name} {artifactUpdate.artifact:text}',
};
const V1_CARD = '{name} {version} at {supportedInterfaces:list url} skills {skills:list id}';
const CARD = '{name} {version} {preferredTransport} at {url} skills {skills:list id}';
const WORKFLOW: MessageSummary = { params: '{workflowId:id} {name} {payload}', result: '{workflow_id:id} {status}' };

/** What people look for first in the messages of A2A and of Harn's server, by method. */
export const SUMMARIES: MessageSummaries = {
  'message/send': SEND,
  'message/stream': SEND,
  'tasks/get': TASK,
  'tasks/list': TASKS,
  'tasks/cancel': TASK,
  'tasks/resubscribe': TASK,
  'tasks/pushNotificationConfig/set': CONFIG,
  'tasks/pushNotificationConfig/get': CONFIG,
  'tasks/pushNotificationConfig/list': CONFIG,
  'tasks/pushNotificationConfig/delete': CONFIG,
  SendMessage: V1_SEND,
  SendStreamingMessage: V1_SEND,
  SubscribeToTask: V1_SEND,
  GetTask: TASK,
  CancelTask: TASK,
  ListTasks: TASKS,
  CreateTaskPushNotificationConfig: CONFIG,
  GetTaskPushNotificationConfig: CONFIG,
  DeleteTaskPushNotificationConfig: CONFIG,
  GetExtendedAgentCard: { result: V1_CARD },
  'agent/getAuthenticatedExtendedCard': { result: CARD },
  'agent card': {
    has: ['name', 'url', 'skills'],
    result: CARD,
  },
  'agent card of 1.0': {
    has: ['name', 'supportedInterfaces', 'skills'],
    result: V1_CARD,
  },
  'a2a.SendMessage': SEND,
  'tasks/send': SEND,
  'tasks/send_and_wait': SEND,
  'a2a.SendStreamingMessage': SEND,
  'tasks/sendSubscribe': SEND,
  'a2a.GetTask': TASK,
  'a2a.CancelTask': TASK,
  'a2a.ResubscribeTask': TASK,
  'a2a.ListTasks': TASKS,
  'a2a.WorkflowSignal': WORKFLOW,
  'harn.workflow.signal': WORKFLOW,
  'a2a.WorkflowQuery': WORKFLOW,
  'harn.workflow.query': WORKFLOW,
  'a2a.WorkflowUpdate': WORKFLOW,
  'harn.workflow.update': WORKFLOW,
  'a2a.WorkflowPause': WORKFLOW,
  'harn.workflow.pause': WORKFLOW,
  'a2a.WorkflowResume': WORKFLOW,
  'harn.workflow.resume': WORKFLOW,
};
