// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * What a value must be. Objects are subsets, arrays and scalars are exact. An object whose members all begin with `$` is a matcher or a made value.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "Pattern".
 */
export type Pattern =
  | (null | boolean | number | string)
  | Pattern[]
  | {
      [k: string]: unknown;
    };
/**
 * Id of a requirement of the registry, such as MCP-HTTP-28.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "RequirementId".
 */
export type RequirementId = string;
/**
 * Dotted and stable; the row of a table adds its name.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "CaseId".
 */
export type CaseId = string;
/**
 * A method name; `M#VARIANT` narrows it to one variant where the protocol has a discriminator.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "Method".
 */
export type Method = string;
/**
 * One name, or a list of names.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "Names".
 */
export type Names = string | string[];
/**
 * A JSON type; `integer` is a number without fraction.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "TypeName".
 */
export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';
/**
 * A number, a string (compared by code point), or a reference to one.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "Bound".
 */
export type Bound =
  | (number | string)
  | {
      $int: unknown;
    };

/**
 * What holds for every case of a role.
 */
export interface RoleFile {
  /**
   * What the target plays: protocol and side.
   */
  role: string;
  /**
   * The role that the kit plays against it.
   */
  peer: string;
  /**
   * Default budget of a wait.
   */
  within: string;
  /**
   * Default limit of a case.
   */
  limit: string;
  /**
   * Whether replies may overtake each other (by-id, the default) or come in the order of the requests.
   */
  replies?: 'by-id' | 'ordered';
  /**
   * What must still be answered at the end of a case, or null where nothing can be asked.
   */
  alive: null | Alive;
  /**
   * The case that learns the capabilities, or null.
   */
  probe?: null | {
    case: CaseId;
  };
  /**
   * Messages that may come at any time between others.
   */
  anytime?: Anytime[];
  /**
   * Transports on which the role may be spoken.
   *
   * @minItems 1
   */
  transports: ('stdio' | 'http' | 'ws' | 'tcp')[];
}
/**
 * A request that a living target answers.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "Alive".
 */
export interface Alive {
  /**
   * Method.
   */
  request: string;
  /**
   * Params.
   */
  params?: {
    [k: string]: unknown;
  };
  result?: Pattern;
  check: RequirementId;
}
/**
 * A message that needs no step, and since and until when.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "Anytime".
 */
export interface Anytime {
  /**
   * A notification of this method.
   */
  notify?: string;
  /**
   * A request of this method.
   */
  request?: string;
  since?: Seen;
  until?: Seen;
}
/**
 * Picks records of the transcript of the channel so far; without a kind, all that `from` and `where` leave.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "Seen".
 */
export interface Seen {
  request?: Method;
  notify?: Method;
  reply?: Names;
  message?: Pattern;
  body?: Pattern;
  closed?: Pattern;
  exit?: Pattern;
  outcome?: Pattern;
  where?: Pattern;
  http?: HttpCarriage;
  sse?: SseCarriage;
  frame?: FrameCarriage;
  /**
   * Only what this side sent.
   */
  from?: 'kit' | 'target';
}
/**
 * The head of an HTTP message: what to send, or a pattern over what came. Header names in lower case.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "HttpCarriage".
 */
export interface HttpCarriage {
  /**
   * Request method.
   */
  method?: {
    [k: string]: unknown;
  };
  /**
   * Request target, such as /mcp.
   */
  path?: {
    [k: string]: unknown;
  };
  /**
   * Response status.
   */
  status?: {
    [k: string]: unknown;
  };
  /**
   * Headers by lower-case name; null removes one that the kit would send.
   */
  headers?:
    | {
        [k: string]: unknown;
      }
    | string;
}
/**
 * The fields of a server-sent event besides its data: what to send, or a pattern.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "SseCarriage".
 */
export interface SseCarriage {
  /**
   * Event id.
   */
  id?: {
    [k: string]: unknown;
  };
  /**
   * Event name.
   */
  event?: {
    [k: string]: unknown;
  };
  /**
   * Reconnection time in ms.
   */
  retry?: {
    [k: string]: unknown;
  };
}
/**
 * A WebSocket frame: what to send, or a pattern.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "FrameCarriage".
 */
export interface FrameCarriage {
  /**
   * continuation, text, binary, close, ping or pong.
   */
  opcode?: {
    [k: string]: unknown;
  };
  /**
   * Whether it is the last frame of its message.
   */
  fin?: {
    [k: string]: unknown;
  };
  /**
   * Close code.
   */
  code?: {
    [k: string]: unknown;
  };
}
/**
 * A matcher, or several that must all hold.
 *
 * This interface was referenced by `RoleFile`'s JSON-Schema
 * via the `definition` "Matcher".
 */
export interface Matcher {
  /**
   * Anything at all, null included.
   */
  $any?: true;
  /**
   * The JSON type, or one of several.
   */
  $type?: TypeName | TypeName[] | string;
  /**
   * A regular expression that the string must match somewhere.
   */
  $re?: string;
  /**
   * One of these patterns must fit.
   */
  $in?: Pattern[] | string;
  $not?: Pattern;
  $len?: Pattern;
  /**
   * true: the member must not be there. false: it must be there, null included.
   */
  $absent?: boolean;
  $exact?: Pattern;
  $has?: Pattern;
  $each?: Pattern;
  /**
   * The same items in any order: each pattern takes one item.
   */
  $unordered?: Pattern[] | string;
  /**
   * No two items of the array are equal.
   */
  $unique?: boolean;
  /**
   * Each item of the array is greater than the one before.
   */
  $rising?: boolean;
  /**
   * The array is a legal walk through this state machine, such as mcp/task.
   */
  $walk?: string;
  $gt?: Bound;
  $gte?: Bound;
  $lt?: Bound;
  $lte?: Bound;
  /**
   * About this number, within a tolerance.
   */
  $near?: {
    [k: string]: unknown;
  };
  /**
   * Valid against this definition of the protocol's schema, such as Tool, or against this JSON Schema.
   */
  $schema?: {
    [k: string]: unknown;
  };
  /**
   * An exact integer of any size.
   */
  $int?: number | string;
  /**
   * The bytes that this base64 text stands for.
   */
  $base64?: string;
  /**
   * A string that is the JSON text of this value.
   */
  $json?: {
    [k: string]: unknown;
  };
  /**
   * A text repeated: [text, times].
   */
  $repeat?: {
    [k: string]: unknown;
  };
  /**
   * The sum or the concatenation of the items.
   */
  $plus?: {
    [k: string]: unknown;
  };
  /**
   * The value as it stands: nothing inside is a matcher or a reference.
   */
  $lit?: {
    [k: string]: unknown;
  };
}
