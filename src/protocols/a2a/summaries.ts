import type { MessageSummaries, MessageSummary } from '../../language/message-summary.js';

const SENT = '{function} {message.taskId:id} {message:text}';
const RESULT =
  '{kind} {id:id} {taskId:id} {status.state} {status.message:text} {parts:text} {artifact.name} {artifact:text} artifacts {artifacts:list name} {final:final}';
const SEND: MessageSummary = { params: SENT, result: RESULT };
const TASK: MessageSummary = { params: '{id:id}', result: RESULT };
const CONFIG: MessageSummary = {
  params:
    '{id:id} {taskId:id} {pushNotificationConfigId:id} {pushNotificationConfig.id:id} {pushNotificationConfig.url}',
  result: '{taskId:id} {pushNotificationConfig.id:id} {pushNotificationConfig.url}',
};
const TASKS: MessageSummary = { result: 'tasks {tasks:list id}' };
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
  CreateTaskPushNotificationConfig: CONFIG,
  'agent/getAuthenticatedExtendedCard': { result: CARD },
  'agent card': {
    has: ['name', 'url', 'skills'],
    result: CARD,
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
