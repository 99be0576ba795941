// Generated from schemas/ by `npm run generate`. Do not edit.
import type * as T from '../types/mcp-2025-11-25.js';

/** Model Context Protocol 2025-11-25: the requests that the client sends, by method. */
export interface ClientRequests {
  'initialize': { params: T.InitializeRequestParams; result: T.InitializeResult };
  'ping': { params?: T.RequestParams; result: T.EmptyResult };
  'tools/list': { params?: T.PaginatedRequestParams; result: T.ListToolsResult };
  'tools/call': { params: T.CallToolRequestParams; result: T.CallToolResult | T.CreateTaskResult };
  'resources/list': { params?: T.PaginatedRequestParams; result: T.ListResourcesResult };
  'resources/templates/list': { params?: T.PaginatedRequestParams; result: T.ListResourceTemplatesResult };
  'resources/read': { params: T.ReadResourceRequestParams; result: T.ReadResourceResult };
  'resources/subscribe': { params: T.SubscribeRequestParams; result: T.EmptyResult };
  'resources/unsubscribe': { params: T.UnsubscribeRequestParams; result: T.EmptyResult };
  'prompts/list': { params?: T.PaginatedRequestParams; result: T.ListPromptsResult };
  'prompts/get': { params: T.GetPromptRequestParams; result: T.GetPromptResult };
  'completion/complete': { params: T.CompleteRequestParams; result: T.CompleteResult };
  'logging/setLevel': { params: T.SetLevelRequestParams; result: T.EmptyResult };
  'tasks/get': { params: T.GetTaskRequest['params']; result: T.GetTaskResult };
  'tasks/result': { params: T.GetTaskPayloadRequest['params']; result: T.GetTaskPayloadResult };
  'tasks/list': { params?: T.PaginatedRequestParams; result: T.ListTasksResult };
  'tasks/cancel': { params: T.CancelTaskRequest['params']; result: T.CancelTaskResult };
}

/** Model Context Protocol 2025-11-25: the requests that the server sends, by method. */
export interface ServerRequests {
  'ping': { params?: T.RequestParams; result: T.EmptyResult };
  'roots/list': { params?: T.RequestParams; result: T.ListRootsResult };
  'sampling/createMessage': { params: T.CreateMessageRequestParams; result: T.CreateMessageResult | T.CreateTaskResult };
  'elicitation/create': { params: T.ElicitRequestParams; result: T.ElicitResult | T.CreateTaskResult };
  'tasks/get': { params: T.GetTaskRequest['params']; result: T.GetTaskResult };
  'tasks/result': { params: T.GetTaskPayloadRequest['params']; result: T.GetTaskPayloadResult };
  'tasks/list': { params?: T.PaginatedRequestParams; result: T.ListTasksResult };
  'tasks/cancel': { params: T.CancelTaskRequest['params']; result: T.CancelTaskResult };
}

/** Model Context Protocol 2025-11-25: the notifications that the server sends, by method. */
export interface ServerNotifications {
  'notifications/cancelled': { params: T.CancelledNotificationParams };
  'notifications/progress': { params: T.ProgressNotificationParams };
  'notifications/tools/list_changed': { params?: T.NotificationParams };
  'notifications/resources/list_changed': { params?: T.NotificationParams };
  'notifications/resources/updated': { params: T.ResourceUpdatedNotificationParams };
  'notifications/prompts/list_changed': { params?: T.NotificationParams };
  'notifications/message': { params: T.LoggingMessageNotificationParams };
  'notifications/elicitation/complete': { params: T.ElicitationCompleteNotification['params'] };
  'notifications/tasks/status': { params: T.TaskStatusNotificationParams };
}
