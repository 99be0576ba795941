// Generated from schemas/ by `npm run generate`. Do not edit.

import type { CaseId, Pattern, Pointer, RequirementId, Seen, Versions } from './case-v1.js';
import type { Json, JsonObject } from './json.js';

/** What holds for every case of a role. */
export type RoleFile = {
  /** What the target plays: protocol and side. */
  role: string;
  /** The role that the kit plays against it. */
  peer: string;
  /** Which side of the protocol the target is: `server` serves (a server, an agent, a runtime), `client` asks it to. The method table says by side who sends what. */
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
  /** Default budget of a wait. */
  within: string;
  /** Default limit of a case. */
  limit: string;
  /** Whether replies may overtake each other (by-id, the default) or come in the order of the requests. */
  replies?: 'by-id' | 'ordered';
  /** What must still be answered at the end of a case, or null where nothing can be asked. */
  alive: null | Alive;
  opening?: Opening;
  shares?: Shares;
  /** What holds instead in a version of the protocol. */
  versions?: {
    [k: string]: InVersion;
  };
  members?: RequirementId;
  /** The case that learns the capabilities, or null. */
  probe?: null | {
    case: CaseId;
    /**
     * What is tried where its handshake was refused. The first case that comes to its end shows why.
     *
     * @minItems 1
     */
    refused?: Refused[];
    foreign?: Foreign;
    /** By version of the protocol: a pattern over what the probe has saved, which holds for a target that offers the version. A run that names no version is for one that the target offers. */
    offers?: {
      [k: string]: JsonObject;
    };
  };
  hosted?: Hosted;
  /** Messages that may come at any time between others. */
  anytime?: Anytime[];
  /**
   * Transports on which the role may be spoken.
   *
   * @minItems 1
   */
  transports: ('stdio' | 'http' | 'ws' | 'tcp' | 'rest')[];
};
/** A request that a living target answers. */
export type Alive = {
  /** Method. */
  request: string;
  /** Params. */
  params?: Json;
  result?: Pattern;
  /** Asked only where the target has answered a request of this method with a result. */
  once?: string;
  check: RequirementId;
  died?: RequirementId;
};
/** The request with which a conversation with a server begins. The build compiles what its reference takes to answer it. */
export type Opening = {
  /** Method. */
  request: string;
  /** Params. */
  params?: Json;
};
/** How cases of the role follow one another on one connection over stdio. Without it each has a connection of its own. */
export type Shares = {
  /** Methods with which a connection begins, in this order. They are sent once; later cases get the first answers. Default: none. */
  once?: string[];
  /** By method of a request that changes the connection: the request that takes the change back, with the same params. */
  undo?: {
    [k: string]: string;
  };
  /** Methods of requests whose effect nothing takes back. After a case that sends one the connection is closed. */
  lasts?: string[];
  /** Methods of requests whose effect lasts until the same method comes again. After a case that sends one, the connection serves only cases that begin with it. */
  renews?: string[];
  /** Methods of requests of the target whose answers it may keep for the connection. A case that answers one in its steps has its own connection. */
  keeps?: string[];
  marks?: Pointer;
};
/** What holds of a role in one version of its protocol. */
export type InVersion = {
  alive: Alive;
  shares?: Shares;
};
/** Another try at a handshake, and what it shows. */
export type Refused = {
  case: CaseId;
  check?: RequirementId;
  /** What was different about the try, in words that follow the reason of the refusal. `${name}` is what the case saved by that name. */
  says: string;
};
/** How a target shows that it speaks no version that Proctor judges. */
export type Foreign = {
  /** A pattern over what the probe has saved. */
  when: JsonObject;
  at: Pointer;
  /** What Proctor judges, in words. */
  judges: string;
};
/** How it is tested if a person starts it. Left out if that can't be done. */
export type Hosted = {
  /** The behavior that every other one of it extends. */
  base: string;
  /**
   * How a person can let it come.
   *
   * @minItems 1
   */
  transports: ('stdio' | 'http' | 'ws' | 'rest')[];
  /** How a person lets it come the first time. */
  connect: string;
  /** How a person lets it come again. */
  again: string;
  /**
   * The forms of its configuration.
   *
   * @minItems 1
   */
  forms: Form[];
  /**
   * Methods that need no person: what it sends itself, and what it answers itself though a user could be asked.
   *
   * @minItems 1
   */
  unasked?: string[];
  /** The path below the address of a server at which it is served over HTTP. */
  path?: string;
  /** The HTTP header that names the session of a request, in lower case. */
  session?: string;
  /** How a request without a session shows that its conversation began before: by the version in a header, which a client has only once one request was answered. */
  agreed?: {
    /** Header, in lower case. */
    header: string;
    /** Method of the request by which a version is agreed on. */
    by: string;
    /**
     * Versions that are agreed on so.
     *
     * @minItems 1
     */
    versions: string[];
  };
};
/** A form in which clients are told of servers: a JSON object by name, or plain addresses. */
export type Form = {
  /** For which clients it is. */
  title: string;
  /** The member that holds the servers. Left out for plain addresses. */
  member?: string;
  /** Each server says by `type` how it is reached. */
  typed?: true;
  /**
   * For which transports it is. Default: all.
   *
   * @minItems 1
   */
  transports?: ('stdio' | 'http' | 'ws' | 'rest')[];
};
/** A message that needs no step, and since and until when. */
export type Anytime = {
  /** A notification of this method. */
  notify?: string;
  /** A request of this method. */
  request?: string;
  since?: Seen;
  until?: Seen;
  versions?: Versions;
};
