import { ScriptError } from '../../../conversation/script-error.js';
import type { AcpAgentScriptFile } from '../../../generated/types/acp-agent-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';
import { Confinement } from '../../../workspace/confinement.js';
import { Programs } from '../../../workspace/programs.js';
import { type PermissiveOptions, readPermissive } from './permissive/options.js';
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
}

/** What an agent offers and how it behaves, with every default filled in. `schemas/acp-agent-script` describes the written form. */
export interface AgentScript {
  abilities: Abilities;
  /** Whether a session needs a sign-in first. */
  signIn: boolean;
  /** Over WebSocket: who is let in, and how long a message may be. */
  webSocket: WebSocketAccess;
  /** What an agent of Harn has beside that of ACP. */
  harn: HarnScript;
  /** The files that it touches for its client, and the programs that it starts. */
  confinement: Confinement;
  programs: Programs;
  /** Sessions on one page of session/list. */
  pageSize: number;
  /** Names something that the agent counts, such as a session. */
  name(kind: string, count: number): string;
  /** What it does with prompts in place of what their first words order. */
  replies: Replies;
  /** Whether the user is ever asked for permission. */
  asksUser: boolean;
  /** Whether what the user said is told as updates, too. */
  echoesPrompts: boolean;
  /** Whether a turn that is cancelled says a word before it ends. */
  lastWords: boolean;
  /** Whether a setting or value that is not there changes nothing and is no error. */
  keepsSettings: boolean;
  /** What a permissive agent does beside the members above: its messages are rewritten at the border. */
  permissive: PermissiveOptions;
}

/** Where an agent runs. */
export interface Surroundings {
  /** Its working directory, absolute. */
  cwd: string;
  /** Whether its client has started it, and speaks with it over stdio. */
  overStdio: boolean;
}

/**
 * Reads a script and fills in what it leaves out; without one, everything is as shipped. `permissive` adds to what it takes.
 * Rejects with a ScriptError.
 */
export async function loadScript(
  written: JsonObject = {},
  permissive: boolean | readonly string[] = false,
  surroundings: Surroundings = { cwd: process.cwd(), overStdio: true },
): Promise<AgentScript> {
  const wrong = (await loadValidators('acp-agent-script', 'v1')).validate('acp-agent-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const mistakes = await mistakesIn((written as AcpAgentScriptFile).replies);
  if (mistakes.length > 0) throw ScriptError.of(mistakes);
  return completed(written as AcpAgentScriptFile, permissive, surroundings);
}

/** The same for a script that is known to fit its schema. Throws a ScriptError for unknown permissive options. */
function completed(
  written: AcpAgentScriptFile,
  permissive: boolean | readonly string[],
  surroundings: Surroundings,
): AgentScript {
  const options: PermissiveOptions = new Set([...readPermissive(written.permissive), ...readPermissive(permissive)]);
  const bare = options.has('bare');
  const { keys = [], origins = [], hosts = [], maxMessageBytes } = written.webSocket ?? {};
  const { files = [], programs, programTimeoutMs: timeoutMs } = written;
  return {
    abilities: {
      load: !bare,
      list: !bare,
      resume: !bare,
      close: !bare,
      image: !bare,
      audio: !bare,
      embeddedContext: !bare,
      modes: !bare && !options.has('no-modes'),
      settings: !bare && !options.has('no-settings'),
      ...written.abilities,
    },
    signIn: options.has('sign-in') || keys.length > 0,
    webSocket: { keys, origins, hosts, ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }) },
    harn: { budget: {}, providers: [], ...written.harn },
    confinement: new Confinement({ ...surroundings, files }),
    programs: new Programs({ ...surroundings, programs, timeoutMs }),
    pageSize: written.pageSize ?? 3,
    name: options.has('odd-ids') ? (kind, count) => `${kind} №${count} "→" 😀/~0` : (kind, count) => `${kind}_${count}`,
    replies: new Replies(written.replies),
    asksUser: !options.has('no-permission'),
    echoesPrompts: options.has('echoes-prompts'),
    lastWords: options.has('last-words'),
    keepsSettings: options.has('keeps-settings'),
    permissive: options,
  };
}
