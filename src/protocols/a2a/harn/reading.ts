import type {
  FilePart,
  Message,
  MessageSendConfiguration,
  MessageSendParams,
  Part,
} from '../../../generated/types/a2a-0.3.0.js';
import type {
  OlderMessage,
  OlderPart,
  SendConfiguration,
  SendParams,
} from '../../../generated/types/a2a-0.3.0-harn.js';
import { asObject, type JsonObject } from '../../../json/json.js';

/** The params of message/send in the form of A2A: the message has a kind and an id, and whether the answer waits is `blocking`. */
export function sendParams(params: SendParams, newId: () => string, waits?: boolean): MessageSendParams {
  const { message, configuration, ...more } = params;
  return {
    ...more,
    message: 'kind' in message ? (message as Message) : messageOf(message as OlderMessage, newId),
    configuration: configurationOf(configuration ?? {}, waits),
  };
}

/** The function that a request names. */
export function functionOf(params: MessageSendParams): string | undefined {
  const named = (asObject(params) as { function?: string }).function;
  return named ?? (params.metadata as { 'harn/function'?: string } | undefined)?.['harn/function'];
}

/** An older name says by itself whether it waits; else `returnImmediately` counts, then `blocking`. */
function configurationOf({ returnImmediately, ...rest }: SendConfiguration, waits?: boolean): MessageSendConfiguration {
  const blocking = waits ?? (returnImmediately === undefined ? rest.blocking : !returnImmediately);
  return { ...rest, ...(blocking === undefined ? {} : { blocking }) };
}

function messageOf({ id, messageId, parts, ...rest }: OlderMessage, newId: () => string): Message {
  return { ...rest, kind: 'message', messageId: messageId ?? id ?? newId(), parts: parts.map(partOf) };
}

function partOf(part: OlderPart | Part): Part {
  if (!('type' in part)) return part;
  const { type: kind, ...rest } = part;
  return { kind, ...rest } as Part | FilePart;
}

/** The params of a method about one task, which older callers name otherwise. */
export function taskParams({ task_id, taskId, ...params }: JsonObject): JsonObject {
  const id = params.id ?? taskId ?? task_id;
  return id === undefined ? params : { ...params, id };
}
