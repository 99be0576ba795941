import type {
  Prompt as PromptEntry,
  PromptMessage,
  Resource as ResourceEntry,
  ResourceTemplate as ResourceTemplateEntry,
} from '../../../../generated/types/mcp-2025-11-25.js';
import type { Question } from './call.js';

/** A resource: how lists show it and what it holds. */
export interface Resource {
  uri: string;
  /** The Resource object of resources/list. */
  spec: ResourceEntry;
  /** Exactly one of both; `blob` is base64. */
  text?: string;
  blob?: string;
  /** What stands for its entry in a script, for `use`. */
  entry?: object;
}

/** A family of resources. */
export interface ResourceTemplate {
  uriTemplate: string;
  /** The ResourceTemplate object of resources/templates/list. */
  spec: ResourceTemplateEntry;
  /** The content; `{name}` stands for the value of a variable. */
  text: string;
  /** What each variable may be. A variable that is missing here takes any value. */
  values: { [variable: string]: string[] };
  /** What stands for its entry in a script, for `use`. */
  entry?: object;
}

/** A question of a script. */
export interface ScriptedQuestion extends Question {
  /** Left out where the client did not declare what it needs. */
  optional: boolean;
}

/** A prompt: how lists show it, what it says, what its arguments may be. */
export interface Prompt {
  name: string;
  /** The Prompt object of prompts/list. */
  spec: PromptEntry;
  /** What the client is asked for first. Default: nothing. */
  asks?: ScriptedQuestion[][];
  /** In their texts `{name}` stands for the value of an argument, or of an answer. */
  messages: PromptMessage[];
  /** What completion offers, by argument. */
  values: { [argument: string]: string[] };
  /** What stands for its entry in a script, for `use`. */
  entry?: object;
}
