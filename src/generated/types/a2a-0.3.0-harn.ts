// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Artifact, FileWithBytes, FileWithUri, Message, MessageSendConfiguration, Part } from './a2a-0.3.0.js';
import type { Json, JsonObject } from './json.js';

/** Where a task stands. Of the names of A2A, canceled has two l here, and unknown is none. */
export type HarnTaskState =
  'submitted' | 'working' | 'input-required' | 'auth-required' | 'completed' | 'failed' | 'cancelled' | 'rejected';
/** A piece of a message whose kind stands in `type`. */
export type OlderPart =
  | {
      /** Kind of part. */
      type: 'text';
      /** The text. */
      text: string;
      /** Data of the sender or of extensions, under keys of their own. */
      metadata?: JsonObject;
    }
  | {
      /** Kind of part. */
      type: 'file';
      /** The file. */
      file: FileWithBytes | FileWithUri;
      /** Data of the sender or of extensions, under keys of their own. */
      metadata?: JsonObject;
    }
  | {
      /** Kind of part. */
      type: 'data';
      /** The object. */
      data: JsonObject;
      /** Data of the sender or of extensions, under keys of their own. */
      metadata?: JsonObject;
    };
/** How the client wants its message to be answered. */
export type SendConfiguration = MessageSendConfiguration & {
  /** Whether the answer comes before the task ends. Where it contradicts `blocking`, this one counts. */
  returnImmediately?: boolean;
};
/** A signature over the card by HS256, whose payload is the card without its signatures. */
export type SignatureEnvelope = {
  /** The protected header, JSON in base64url without padding. */
  protected: string;
  /** The signature in base64url without padding. */
  signature: string;
};
/** On a stream: where the task stands now. What a human is asked stands in `metadata.hitl`, or in a data part of the message of the status. */
export type HarnStatusUpdateEvent = {
  /** Kind of event. */
  kind: 'status-update';
  /** The task. */
  taskId: string;
  /** The conversation that it belongs to. */
  contextId: string;
  status: HarnTaskStatus;
  /** Whether this stream ends here. */
  final: boolean;
  /** Data of the agent. */
  metadata?: {
    hitl?: HitlRequest;
  };
};
/** Where a task stands, since when, and what the agent says about it. */
export type HarnTaskStatus = {
  state: HarnTaskState;
  message?: Message;
  /** Since when, in ISO 8601. */
  timestamp?: string;
};
/** What a task that waits for a human wants to know. */
export type HitlRequest = {
  /** Its id. */
  requestId?: string;
  /** What is asked: a question, an approval, a dual control, an escalation. */
  kind?: string;
  /** The question itself. */
  payload: Json;
};
/** A function that runs for a caller, with all that came of it so far. */
export type HarnTask = {
  /** Tells it from a message. */
  kind: 'task';
  /** Its id. */
  id: string;
  /** The conversation that it belongs to. */
  contextId: string;
  status: HarnTaskStatus;
  /** What was said about it. */
  history?: Message[];
  /** What was made for it. */
  artifacts?: Artifact[];
  metadata?: HarnTaskMetadata;
};
/** What a function handed on beside its result. It is there only where there was something. */
export type HarnTaskMetadata = {
  /** Ids of the handoffs. */
  handoff_ids?: string[];
  /** The handoffs themselves. */
  handoffs?: JsonObject[];
};
/** A message as the guide of Harn shows it: without a kind, and the id may be left out. */
export type OlderMessage = {
  /** Who says it. */
  role: 'user' | 'agent';
  /** What is said, in either form. */
  parts: (OlderPart | Part)[];
  /** Its id. */
  id?: string;
  /** Its id. */
  messageId?: string;
  /** The conversation that it belongs to. */
  contextId?: string;
  /** The task that it belongs to. */
  taskId?: string;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** A message for one of the functions that the agent exports. */
export type SendParams = {
  /** The message, in the form of A2A or in the older one. */
  message: Message | OlderMessage;
  /** The function that is to run. It may be left out where there is only one. */
  function?: string;
  configuration?: SendConfiguration;
  /** Data of the sender or of extensions, under keys of their own. */
  metadata?: JsonObject;
};
/** Names a workflow, and what is sent to it or asked of it. */
export type WorkflowParams = {
  /** The workflow. */
  workflowId: string;
  /** Name of the signal, query or update. */
  name?: string;
  /** What goes with it. */
  payload?: Json;
  /** Of an update: how long its answer is waited for, in milliseconds. */
  timeoutMs?: number;
};
/** What was put into the mailbox of the workflow. */
export type WorkflowSignalResult = {
  /** The workflow. */
  workflow_id?: string;
  /** The message in the mailbox. */
  message?: JsonObject;
  status?: WorkflowStatus;
};
/** Where a workflow stands. */
export type WorkflowStatus = {
  /** The workflow. */
  workflow_id?: string;
  /** Whether it is paused. */
  paused?: boolean;
};
