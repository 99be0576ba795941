// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * A webhook for the task that the path names.
 */
export type BarePushNotificationConfigBody = PushNotificationConfig | TaskPushNotificationConfig;
/**
 * Where a task stands. completed, canceled, failed and rejected are the end of it; input-required and auth-required wait for the client.
 */
export type TaskState =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'completed'
  | 'canceled'
  | 'failed'
  | 'rejected'
  | 'auth-required'
  | 'unknown';
/**
 * A piece of a message or of an artifact. `kind` says which.
 */
export type Part = TextPart | FilePart | DataPart;
/**
 * What came of a message, without the name that says which.
 */
export type BareSendResult = Task | Message | OtherTask;
/**
 * A state of A2A, or one of its other spellings in use.
 */
export type OtherTaskState = TaskState | ('cancelled' | 'input_required' | 'auth_required');
/**
 * A piece of a message whose kind stands in `type`.
 */
export type OlderPart =
  | {
      /**
       * Kind of part.
       */
      type: 'text';
      /**
       * The text.
       */
      text: string;
      /**
       * Data of the sender or of extensions, under keys of their own.
       */
      metadata?: JsonObject;
    }
  | {
      /**
       * Kind of part.
       */
      type: 'file';
      /**
       * The file.
       */
      file: FileWithBytes | FileWithUri;
      /**
       * Data of the sender or of extensions, under keys of their own.
       */
      metadata?: JsonObject;
    }
  | {
      /**
       * Kind of part.
       */
      type: 'data';
      /**
       * The object.
       */
      data: JsonObject;
      /**
       * Data of the sender or of extensions, under keys of their own.
       */
      metadata?: JsonObject;
    };
/**
 * How the client wants its message to be answered.
 */
export type SendConfiguration = MessageSendConfiguration & {
  /**
   * Whether the answer comes before the task ends. Where it contradicts `blocking`, this one counts.
   */
  returnImmediately?: boolean;
};
/**
 * Every webhook that is set for one task.
 */
export type TaskPushNotificationConfigList = TaskPushNotificationConfig[];
/**
 * There is nothing to say but that it was done.
 */
export type NullResult = null;

/**
 * The schemes that a webhook takes, and credentials for it.
 */
export interface PushNotificationAuthenticationInfo {
  /**
   * HTTP authentication schemes, such as Bearer.
   */
  schemes: string[];
  /**
   * Credentials for one of them.
   */
  credentials?: string;
}
/**
 * A webhook of the client that hears of a task.
 */
export interface PushNotificationConfig {
  /**
   * Where the server posts to.
   */
  url: string;
  /**
   * Its id; a task may have several.
   */
  id?: string;
  /**
   * A token that the server sends along, so that the client knows it.
   */
  token?: string;
  authentication?: PushNotificationAuthenticationInfo;
}
/**
 * A webhook and the task that it hears of.
 */
export interface TaskPushNotificationConfig {
  /**
   * The task.
   */
  taskId: string;
  pushNotificationConfig: PushNotificationConfig;
}
/**
 * A piece of text.
 */
export interface TextPart {
  /**
   * Kind of part.
   */
  kind: 'text';
  /**
   * The text.
   */
  text: string;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * A file whose content stands in the message.
 */
export interface FileWithBytes {
  /**
   * The content in base64.
   */
  bytes: string;
  /**
   * Name of the file.
   */
  name?: string;
  /**
   * Its media type.
   */
  mimeType?: string;
}
/**
 * A file that is to be fetched.
 */
export interface FileWithUri {
  /**
   * Where it is.
   */
  uri: string;
  /**
   * Name of the file.
   */
  name?: string;
  /**
   * Its media type.
   */
  mimeType?: string;
}
/**
 * A file, whole or by its address.
 */
export interface FilePart {
  /**
   * Kind of part.
   */
  kind: 'file';
  /**
   * The file.
   */
  file: FileWithBytes | FileWithUri;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * A JSON object, such as a form or the values for one.
 */
export interface DataPart {
  /**
   * Kind of part.
   */
  kind: 'data';
  /**
   * The object.
   */
  data: JsonObject;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * One thing that the user or the agent says.
 */
export interface Message {
  /**
   * Tells it from a task.
   */
  kind: 'message';
  /**
   * Its id, made by the sender.
   */
  messageId: string;
  /**
   * Who says it.
   */
  role: 'agent' | 'user';
  /**
   * What is said.
   */
  parts: Part[];
  /**
   * The conversation that it belongs to.
   */
  contextId?: string;
  /**
   * The task that it belongs to.
   */
  taskId?: string;
  /**
   * Other tasks that it refers to.
   */
  referenceTaskIds?: string[];
  /**
   * URIs of the extensions that had a part in it.
   */
  extensions?: string[];
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * Where a task stands, since when, and what the agent says about it.
 */
export interface TaskStatus {
  state: TaskState;
  message?: Message;
  /**
   * Since when, in ISO 8601.
   */
  timestamp?: string;
}
/**
 * Something that the agent made for a task.
 */
export interface Artifact {
  /**
   * Its id, unique in the task.
   */
  artifactId: string;
  /**
   * What it consists of.
   */
  parts: Part[];
  /**
   * Its name, for people.
   */
  name?: string;
  /**
   * What it is, for people.
   */
  description?: string;
  /**
   * URIs of the extensions that had a part in it.
   */
  extensions?: string[];
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * A piece of work that the agent has taken on, with all that came of it so far.
 */
export interface Task {
  /**
   * Tells it from a message.
   */
  kind: 'task';
  /**
   * Its id, made by the server.
   */
  id: string;
  /**
   * The conversation that it belongs to.
   */
  contextId: string;
  status: TaskStatus;
  /**
   * What was said about it.
   */
  history?: Message[];
  /**
   * What was made for it.
   */
  artifacts?: Artifact[];
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * A task without a kind, or without its conversation.
 */
export interface OtherTask {
  /**
   * Tells it from a message.
   */
  kind?: 'task';
  /**
   * Its id.
   */
  id: string;
  /**
   * The conversation that it belongs to.
   */
  contextId?: string | null;
  status: OtherTaskStatus;
  /**
   * What was said about it.
   */
  history?: OlderMessage[];
  /**
   * What was made for it.
   */
  artifacts?: OtherArtifact[];
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * Where a task stands.
 */
export interface OtherTaskStatus {
  state: OtherTaskState;
  message?: OlderMessage;
  /**
   * Since when.
   */
  timestamp?: string;
}
/**
 * A message as the guide of Harn shows it: without a kind, and the id may be left out.
 */
export interface OlderMessage {
  /**
   * Who says it.
   */
  role: 'user' | 'agent';
  /**
   * What is said, in either form.
   */
  parts: (OlderPart | Part)[];
  /**
   * Its id.
   */
  id?: string;
  /**
   * Its id.
   */
  messageId?: string;
  /**
   * The conversation that it belongs to.
   */
  contextId?: string;
  /**
   * The task that it belongs to.
   */
  taskId?: string;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
/**
 * Something that the agent made, whose parts may have a `type`.
 */
export interface OtherArtifact {
  /**
   * Its id.
   */
  artifactId?: string;
  /**
   * Its id.
   */
  id?: string;
  /**
   * Its name.
   */
  name?: string;
  /**
   * What it consists of.
   */
  parts: (OlderPart | Part)[];
}
/**
 * On a stream: what a human is asked, beside the status and not inside it.
 */
export interface HitlEvent {
  /**
   * Kind of event.
   */
  type: 'hitl';
  /**
   * The task.
   */
  taskId?: string;
}
/**
 * On a stream: what the agent says.
 */
export interface MessageEvent {
  /**
   * Kind of event.
   */
  type: 'message';
  /**
   * The task.
   */
  taskId?: string;
  message: OlderMessage;
}
/**
 * Names a task by one of three members.
 */
export interface OtherTaskIdParams {
  /**
   * The task.
   */
  id?: string;
  /**
   * The task.
   */
  taskId?: string;
  /**
   * The task.
   */
  task_id?: string;
  /**
   * How many of the latest messages are wanted.
   */
  historyLength?: number;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
export interface OtherConfigIdParams {
  /**
   * The webhook.
   */
  pushNotificationConfigId?: string;
  /**
   * The webhook.
   */
  push_notification_config_id?: string;
  /**
   * The webhook.
   */
  configId?: string;
}
export interface OtherConfigParams {
  pushNotificationConfig?: PushNotificationConfig;
  config?: PushNotificationConfig;
}
/**
 * On a stream: where the task stands now.
 */
export interface StatusEvent {
  /**
   * Kind of event.
   */
  type: 'status';
  /**
   * The task.
   */
  taskId: string;
  status: OtherTaskStatus;
  /**
   * Why it failed.
   */
  error?: Json;
}
/**
 * On a stream: news of a worker.
 */
export interface WorkerUpdateEvent {
  /**
   * Kind of event.
   */
  type: 'worker_update';
}
/**
 * How the client wants its message to be answered.
 */
export interface MessageSendConfiguration {
  /**
   * Media types that it takes.
   */
  acceptedOutputModes?: string[];
  /**
   * Whether the answer waits until the task ends or is interrupted.
   */
  blocking?: boolean;
  /**
   * How many of the latest messages the answer shows at most.
   */
  historyLength?: number;
  pushNotificationConfig?: PushNotificationConfig;
}
/**
 * A message for one of the functions that the agent exports.
 */
export interface SendParams {
  /**
   * The message, in the form of A2A or in the older one.
   */
  message: Message | OlderMessage;
  /**
   * The function that is to run. It may be left out where there is only one.
   */
  function?: string;
  configuration?: SendConfiguration;
  /**
   * Data of the sender or of extensions, under keys of their own.
   */
  metadata?: JsonObject;
}
