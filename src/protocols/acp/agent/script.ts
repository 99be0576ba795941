import { resolve } from 'node:path';
import { ScriptError } from '../../../conversation/script-error.js';
import type { AvailableCommand } from '../../../generated/types/acp-1.21.0.js';
import type { AcpAgentScriptFile } from '../../../generated/types/acp-agent-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';
import { Confinement } from '../../../workspace/confinement.js';
import { Programs } from '../../../workspace/programs.js';
import { FIRST, type Revision } from '../revision.js';
import { mistakesIn, Replies } from './replies.js';

/** What an agent can do beyond the baseline. */
export interface Abilities {
  load: boolean;
  list: boolean;
  resume: boolean;
  close: boolean;
  image: boolean;
  audio: boolean;
  embeddedContext: boolean;
  /** Whether sessions can be deleted, users signed out, and directories named beside `cwd`: not in 0.12.2. */
  delete: boolean;
  logout: boolean;
  directories: boolean;
  /** MCP servers over HTTP, and over the older HTTP with SSE. */
  http: boolean;
  sse: boolean;
  /** Whether sessions have modes, and whether they have settings. */
  modes: boolean;
  settings: boolean;
}

/** Who may connect over WebSocket, and what they may send. */
export interface WebSocketAccess {
  /** Keys of which an upgrade may bring one; where there are any a session needs a sign-in. */
  keys: readonly string[];
  /** The origins that browsers may come from; none: those of this machine. */
  origins: readonly string[];
  /** Names besides those of this machine that a Host header may hold. */
  hosts: readonly string[];
  /** Bytes of the longest message that is read; unset: that of the kit. */
  maxMessageBytes?: number;
}

/** What the script of an agent of Harn may say beside that of ACP's. */
export interface HarnScript {
  /** What a session may use that sets no budget itself. */
  budget: { readonly [what: string]: number };
  /** Providers that the catalog has beside its own. */
  providers: readonly string[];
  /** Members of rows of its catalog, by the id of the model. */
  capabilities: { readonly [model: string]: JsonObject };
}

/** How an agent behaves where its script says nothing of it. */
export interface Manner {
  abilities: Abilities;
  /** Whether a session needs a sign-in first. */
  signIn: boolean;
  /** Whether it asks its user by a form before it makes a session, if the client has forms. */
  asksFirst: boolean;
  /** Names something that the agent counts, such as a session. */
  name(kind: string, count: number): string;
  /** Whether the user is ever asked for permission. */
  asksUser: boolean;
  /** Whether the user's prompts come back as updates, too. */
  echoesPrompts: boolean;
  /** Whether a turn that is cancelled says a word before it ends. */
  lastWords: boolean;
  /** Whether a setting or value that is not there changes nothing and is no error. */
  keepsSettings: boolean;
}

/** What an agent of 0.12.2 can't do, whatever its script says. */
const LATER = { delete: false, logout: false, directories: false };

/** It can do all, and does nothing that it need not. */
export const MANNER: Manner = {
  abilities: {
    load: true,
    list: true,
    resume: true,
    close: true,
    delete: true,
    logout: true,
    directories: true,
    image: true,
    audio: true,
    embeddedContext: true,
    http: true,
    sse: true,
    modes: true,
    settings: true,
  },
  signIn: false,
  asksFirst: false,
  name: (kind, count) => `${kind}_${count}`,
  asksUser: true,
  echoesPrompts: false,
  lastWords: false,
  keepsSettings: false,
};

/** What an agent offers and how it behaves, with every default filled in. `schemas/acp-agent-script` describes the written form. */
export interface AgentScript extends Manner {
  /** The version of ACP that it speaks. */
  revision: Revision;
  /** Over WebSocket: who is let in, and how long a message may be. */
  webSocket: WebSocketAccess;
  /** What an agent of Harn has beside that of ACP. */
  harn: HarnScript;
  /** The files that it touches for its client, and the programs that it starts. */
  confinement: Confinement;
  programs: Programs;
  /** The commands that sessions offer; unset: those that prompts can order. */
  commands: readonly AvailableCommand[] | undefined;
  /** The folder in which it keeps its sessions for agents that start later; unset: it forgets them. */
  store: string | undefined;
  /** Sessions on one page of session/list. */
  pageSize: number;
  /** What it does with prompts in place of what their first words order. */
  replies: Replies;
}

/** Where an agent runs. */
export interface Surroundings {
  /** Its working directory, absolute. */
  cwd: string;
  /** Whether its client has started it, and speaks with it over stdio. */
  overStdio: boolean;
  /** The version of ACP that it speaks. Default: 0.12.2. */
  revision?: Revision;
}

/**
 * Reads a script. Rejects with a ScriptError for one that does not fit its schema, or has replies that can't be played.
 *
 * @param revision the version of ACP that its replies are in
 */
export async function readScript(written: JsonObject = {}, revision = FIRST): Promise<AcpAgentScriptFile> {
  const wrong = (await loadValidators('acp-agent-script', 'v1')).validate('acp-agent-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const mistakes = await mistakesIn((written as AcpAgentScriptFile).replies, revision);
  if (mistakes.length > 0) throw ScriptError.of(mistakes);
  return written as AcpAgentScriptFile;
}

/**
 * Fills in what a script leaves out.
 *
 * @param before the script in whose place it comes: what it counts goes on
 */
export function completed(
  written: AcpAgentScriptFile,
  surroundings: Surroundings = { cwd: process.cwd(), overStdio: true },
  manner = MANNER,
  before?: AgentScript,
): AgentScript {
  const { keys = [], origins = [], hosts = [], maxMessageBytes } = written.webSocket ?? {};
  const { files = [], programs, programTimeoutMs: timeoutMs } = written;
  const { revision = FIRST } = surroundings;
  return {
    ...manner,
    revision,
    abilities: { ...manner.abilities, ...written.abilities, ...(!revision.isLater && LATER) },
    signIn: manner.signIn || keys.length > 0,
    webSocket: { keys, origins, hosts, ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }) },
    harn: { budget: {}, providers: [], capabilities: {}, ...written.harn },
    confinement: new Confinement({ ...surroundings, files }),
    programs: new Programs({ ...surroundings, programs, timeoutMs }, before?.programs),
    commands: written.commands?.map(({ name, description, hint }) => ({
      ...{ name, description },
      ...(hint === undefined ? {} : { input: { hint } }),
    })),
    store: written.store === undefined ? undefined : resolve(surroundings.cwd, written.store),
    pageSize: written.pageSize ?? 3,
    replies: new Replies(written.replies, before?.replies),
  };
}
