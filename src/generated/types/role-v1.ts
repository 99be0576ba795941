// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * What a value must be. Objects are subsets, arrays and scalars are exact. An object whose members all begin with one `$` is a matcher or a made value; `$$x` stands for a member `$x`.
 */
export type Pattern = Json;
/**
 * Id of a requirement of the registry, such as MCP-HTTP-28.
 */
export type RequirementId = string;
/**
 * Dotted and stable; the row of a table adds its name.
 */
export type CaseId = string;
/**
 * Where a value stands in the record (RFC 6901): JSON-RPC members at the root, then as, time, body, http, sse and frame.
 */
export type Pointer = string;
/**
 * A method name; `M#VARIANT` narrows it to one variant where the protocol has a discriminator.
 */
export type Method = string;
/**
 * One name, or a list of names.
 */
export type Names = string | string[];
/**
 * A version, a list of versions, or a range of them.
 */
export type Versions = Names | VersionRange;
/**
 * A version of a protocol.
 */
export type VersionName = string;
/**
 * A family of versions that work alike, as versions.yaml names it.
 */
export type FamilyName = string;
/**
 * A JSON type; `integer` is a number without fraction.
 */
export type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';
/**
 * A number, a string (compared by code point), or a reference to one.
 */
export type Bound = (number | string) | JsonObject;

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
   * Which side of the protocol the target is: `server` serves (a server, an agent, a runtime), `client` asks it to. The method table says by side who sends what.
   */
  side: 'server' | 'client';
  /**
   * What ids of its cases may begin with beside protocol and side, such as `mcp.auth`.
   *
   * @minItems 1
   */
  ids?: string[];
  /**
   * Roles of other protocols that it extends: their wire rules, methods, fragments and behaviors hold for it too.
   *
   * @minItems 1
   */
  extends?: string[];
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
  opening?: Opening;
  /**
   * What holds instead in a version of the protocol.
   */
  versions?: {
    [k: string]: InVersion;
  };
  members?: RequirementId;
  /**
   * The case that learns the capabilities, or null.
   */
  probe?: null | {
    case: CaseId;
    /**
     * What is tried where its handshake was refused. The first case that comes to its end shows why.
     *
     * @minItems 1
     */
    refused?: Refused[];
    foreign?: Foreign;
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
  transports: ('stdio' | 'http' | 'ws' | 'tcp' | 'rest')[];
}
/**
 * A request that a living target answers.
 */
export interface Alive {
  /**
   * Method.
   */
  request: string;
  /**
   * Params.
   */
  params?: Json;
  result?: Pattern;
  /**
   * Asked only where the target has answered a request of this method with a result.
   */
  once?: string;
  check: RequirementId;
  died?: RequirementId;
}
/**
 * The request with which a conversation with a server begins. The build compiles what its reference takes to answer it.
 */
export interface Opening {
  /**
   * Method.
   */
  request: string;
  /**
   * Params.
   */
  params?: Json;
}
/**
 * What holds of a role in one version of its protocol.
 */
export interface InVersion {
  alive: Alive;
}
/**
 * Another try at a handshake, and what it shows.
 */
export interface Refused {
  case: CaseId;
  check?: RequirementId;
  /**
   * What was different about the try, in words that follow the reason of the refusal. `${name}` is what the case saved by that name.
   */
  says: string;
}
/**
 * How a target shows that it speaks no version that the kit judges.
 */
export interface Foreign {
  /**
   * A pattern over what the probe has saved.
   */
  when: JsonObject;
  at: Pointer;
  /**
   * What the kit judges, in words.
   */
  judges: string;
}
/**
 * A message that needs no step, and since and until when.
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
  versions?: Versions;
}
/**
 * Picks records of the transcript of the channel so far; without a kind, all that `from` and `where` leave.
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
 */
export interface HttpCarriage {
  /**
   * Request method.
   */
  method?: Json;
  /**
   * Request target, such as /mcp.
   */
  path?: Json;
  /**
   * Response status.
   */
  status?: Json;
  /**
   * Headers by lower-case name; null removes one that the kit would send.
   */
  headers?: JsonObject | string;
}
/**
 * The fields of a server-sent event besides its data: what to send, or a pattern.
 */
export interface SseCarriage {
  /**
   * Event id.
   */
  id?: Json;
  /**
   * Event name.
   */
  event?: Json;
  /**
   * Reconnection time in ms.
   */
  retry?: Json;
}
/**
 * A WebSocket frame: what to send, or a pattern.
 */
export interface FrameCarriage {
  /**
   * continuation, text, binary, close, ping or pong.
   */
  opcode?: Json;
  /**
   * Whether it is the last frame of its message.
   */
  fin?: Json;
  /**
   * Close code.
   */
  code?: Json;
}
/**
 * Versions of a protocol by their order and family: all that is said must hold.
 */
export interface VersionRange {
  since?: VersionName;
  until?: VersionName;
  family?: FamilyName;
}
/**
 * A matcher, or several that must all hold.
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
   * A regular expression that the string must match somewhere, or [expression, flags] with the flags i, m and s.
   */
  $re?: string | string[];
  /**
   * One of these patterns must fit.
   */
  $in?: Pattern[] | JsonObject | string;
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
   * Which items count, and what their array must be: two patterns.
   */
  $filter?: Pattern[] | string;
  /**
   * The same items in any order: each pattern takes one item.
   */
  $unordered?: Pattern[] | JsonObject | string;
  /**
   * No two items of the array are equal; or, with a JSON Pointer, what stands there in each item.
   */
  $unique?: true | string;
  /**
   * Each item of the array is greater than the one before; or, with a JSON Pointer, what stands there in each item.
   */
  $rising?: true | string;
  /**
   * The array is the beginning of this one, or all of it.
   */
  $prefix?: Pattern[] | string;
  /**
   * The array is a legal walk through this state machine, such as mcp/task; sampled: some states may have been missed.
   */
  $walk?:
    | string
    | {
        /**
         * The state machine.
         */
        of: string;
        /**
         * The states were looked at from time to time.
         */
        sampled?: boolean;
      };
  $joined?: Pattern;
  $jsonl?: Pattern;
  $parsed?: Pattern;
  $gt?: Bound;
  $gte?: Bound;
  $lt?: Bound;
  $lte?: Bound;
  /**
   * A number within a tolerance: [number, tolerance].
   */
  $near?: Json[] | string;
  /**
   * Valid against this definition of the protocol's schema, such as Tool, or against this JSON Schema.
   */
  $schema?: Json;
  /**
   * An exact integer of any size.
   */
  $int?: number | string;
  /**
   * The bytes that this base64 text stands for, with its padding.
   */
  $base64?: string;
  /**
   * A string that is the JSON text of this value.
   */
  $json?: Json;
  /**
   * A text, bytes or a list, so many times: { value, times } or [value, times].
   */
  $repeat?:
    | Json[]
    | {
        /**
         * What to repeat.
         */
        value?: Json;
        /**
         * The text to repeat.
         */
        text?: string;
        /**
         * How often.
         */
        times: Json;
      };
  /**
   * [list, pattern, name]: of the first item of the list that fits the pattern the member of this name.
   *
   * @minItems 3
   * @maxItems 3
   */
  $pick?: unknown[];
  /**
   * [list, name]: the member of this name of each object in the list that has it.
   */
  $pluck?: Json[] | string;
  /**
   * A value that may not be there: a reference into a message, or $pick. Without it the member that this would be the value of is left out.
   */
  $maybe?: Json;
  /**
   * [text or bytes, size]: its bytes in pieces of that size, wherever that cuts.
   *
   * @minItems 2
   * @maxItems 2
   */
  $pieces?: Json[];
  /**
   * [address, { name: value }]: the absolute address with these parameters added to its query.
   *
   * @minItems 2
   * @maxItems 2
   */
  $url?: Json[];
  /**
   * The sum or the concatenation of the items.
   */
  $plus?: Json[] | string;
  /**
   * The value as it stands: nothing inside is a matcher or a reference.
   */
  $lit?: Json;
  /**
   * What the matchers beside it expect, in words. Reports say it in place of the pattern.
   */
  $says?: string;
}
