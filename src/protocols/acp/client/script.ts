import { ScriptError } from '../../../conversation/script-error.js';
import type { ContentBlock, McpServer } from '../../../generated/types/acp-1.21.0.js';
import type { AcpClientScriptFile, Moment } from '../../../generated/types/acp-client-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';
import { ACCEPTED, type ElicitationRule } from './elicitation.js';
import { EVERYTHING, type Offer } from './offer.js';
import type { PermissionRule } from './permission.js';

/** One turn: what the user says, and when the user cancels it. */
export interface ScriptedPrompt {
  content: ContentBlock[];
  cancel?: Required<Moment>;
}

/** What a client serves and does, with every default filled in. `schemas/acp-client-script` describes the written form. */
export interface ClientScript {
  prompts: readonly ScriptedPrompt[];
  session: 'new' | 'load' | 'resume';
  sessionId?: string;
  sessions: number;
  list: boolean;
  mode?: string;
  config: { readonly [id: string]: string | boolean };
  /** Directories beside `cwd`, as they were written. */
  directories: readonly string[];
  /** The session that is deleted at the beginning. */
  delete?: string;
  /** Whether the user signs out at the end. */
  logout: boolean;
  mcpServers: readonly McpServer[];
  close: boolean;
  methodId?: string;
  permissions: readonly PermissionRule[];
  elicitations: readonly ElicitationRule[];
  offer: Offer;
  /** Text by path, relative to the working directory. */
  unsaved: { readonly [path: string]: string };
  /** Other folders whose files the agent may have, relative to the working directory. */
  files: readonly string[];
  /** The programs that it runs for the agent, see `Programs`. Default: every one. */
  programs: boolean | readonly string[] | undefined;
  /** Whether a write makes the folders that its file lies in. */
  makesFolders: boolean;
}

/** Reads a script and fills in what it leaves out; without one, everything is as shipped. Rejects with a ScriptError. */
export async function loadScript(written: JsonObject = {}): Promise<ClientScript> {
  const wrong = (await loadValidators('acp-client-script', 'v1')).validate('acp-client-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  return completed(written as AcpClientScriptFile);
}

/** The same for a script that is known to fit its schema. */
function completed(written: AcpClientScriptFile): ClientScript {
  const { sessionId, mode, methodId } = written;
  return {
    prompts: (written.prompts ?? ['hello']).map((one) => {
      if (typeof one === 'string') return { content: [{ type: 'text', text: one }] };
      const cancel = one.cancel && { nth: 1, ...one.cancel };
      return { content: one.content as unknown as ContentBlock[], ...(cancel && { cancel }) };
    }),
    session: written.session ?? 'new',
    sessions: written.sessions ?? 1,
    list: written.list ?? false,
    config: written.config ?? {},
    mcpServers: (written.mcpServers ?? []) as unknown as McpServer[],
    close: written.close ?? false,
    directories: written.directories ?? [],
    logout: written.logout ?? false,
    elicitations: written.elicitations ?? ACCEPTED,
    permissions: written.permissions ?? [{ tool: '*', answer: 'allow' }],
    offer: { ...EVERYTHING, ...written.offer },
    unsaved: written.unsaved ?? {},
    files: written.files ?? [],
    programs: written.programs,
    makesFolders: true,
    ...(written.delete === undefined ? {} : { delete: written.delete }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(mode === undefined ? {} : { mode }),
    ...(methodId === undefined ? {} : { methodId }),
  };
}
