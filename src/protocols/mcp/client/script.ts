import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ScriptError } from '../../../conversation/script-error.js';
import type { ClientCapabilities, Implementation, Root } from '../../../generated/types/mcp-2025-11-25.js';
import type {
  Action,
  LoginScript,
  McpClientScriptFile,
  Offer,
  Skill,
  User,
} from '../../../generated/types/mcp-client-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';
import { REVISION } from '../revision.js';

export type { Action };

/** How the user decides, and where it is written out the answer to a form. */
export type Decisions = Required<Omit<User, 'answer'>> & Pick<User, 'answer'>;

/** What a client does, declares and decides, with every default filled in. `schemas/mcp-client-script` describes the written form. */
export interface ClientScript {
  actions: readonly Action[];
  /** Revisions that it speaks, the latest first. */
  versions: readonly string[];
  offer: Required<Offer>;
  /** Folders, relative to the working directory. */
  roots: readonly string[];
  user: Decisions;
  /** Whether it reports progress of a sampling. */
  progress: boolean;
  /** Goes with each request over HTTP. */
  token: string | undefined;
  /** How it signs in when its server wants that. */
  login: LoginScript | undefined;
  /** Addresses of servers with which it does the same. */
  servers: readonly string[];
  /** Addresses of other servers. */
  beside: readonly string[];
  /** Whether the server that it starts is started when it is needed, and ms for which it goes on when nothing holds it. */
  lazy: { keepAliveMs: number } | undefined;
  /** Where the cards of configured servers are, by the names of these. */
  cards: ReadonlyMap<string, string>;
  skills: ReadonlyMap<string, Skill>;
  /** Whether files may be arguments. */
  uploads: boolean;
  /** Whether a host is there that decides as the user does, for a profile that has one. */
  host: boolean;
  /** ms */
  timeout: number | undefined;
}

/** Revisions whose messages this client understands: the older one has less, and nothing else. */
const VERSIONS = [REVISION, '2025-06-18'];

/**
 * Reads a script and fills in what it leaves out; without one, the client connects and does nothing. `version` is what it speaks and
 * `usual` what it offers where the script does not say. Rejects with a ScriptError.
 */
export async function loadScript(
  written: JsonObject = {},
  version: string = REVISION,
  usual: Required<Offer> = EVERYTHING,
): Promise<ClientScript> {
  const wrong = (await loadValidators('mcp-client-script', 'v1')).validate('mcp-client-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const script = written as McpClientScriptFile;
  return {
    actions: script.do ?? [],
    versions: script.versions ?? (version === REVISION ? VERSIONS : [version]),
    offer: { ...usual, ...script.offer },
    roots: script.roots ?? ['.'],
    user: { sampling: 'accept', forms: 'accept', pages: 'accept', ...script.user },
    progress: script.progress ?? false,
    token: script.token,
    login: script.login,
    servers: script.servers ?? [],
    beside: script.beside ?? [],
    lazy: script.lazy && { keepAliveMs: script.lazy.keepAliveMs ?? 0 },
    cards: new Map(Object.entries(script.cards ?? {})),
    skills: new Map(Object.entries(script.skills ?? {})),
    uploads: script.uploads ?? false,
    host: script.host ?? true,
    timeout: script.timeoutMs,
  };
}

/** What the reference client says of itself. */
export const CLIENT_INFO: Implementation = {
  name: 'proctor-reference-client',
  title: 'Reference client',
  version: '1.0.0',
};

/** All that a client can offer. */
export const EVERYTHING: Required<Offer> = { roots: true, sampling: true, forms: true, pages: true, tasks: true };

/** What a client with this script declares (MCP 2025-11-25, Lifecycle, Capability Negotiation). */
export function capabilitiesOf({ offer }: Pick<ClientScript, 'offer'>): ClientCapabilities {
  const { roots, sampling, forms, pages, tasks } = offer;
  const asks = forms || pages;
  return {
    ...(roots && { roots: { listChanged: true } }),
    ...(sampling && { sampling: {} }),
    // Forms alone are what an empty object means, to older servers too (Elicitation, Capabilities).
    ...(asks && { elicitation: pages ? { ...(forms && { form: {} }), url: {} } : {} }),
    ...(tasks &&
      (sampling || asks) && {
        tasks: {
          list: {},
          cancel: {},
          requests: {
            ...(sampling && { sampling: { createMessage: {} } }),
            ...(asks && { elicitation: { create: {} } }),
          },
        },
      }),
  };
}

/** The roots that these folders are. */
export function rootsOf(folders: readonly string[], cwd: string): Root[] {
  return folders.map((folder) => ({ uri: pathToFileURL(resolve(cwd, folder)).href, name: folder }));
}
