import { ScriptError } from '../../../conversation/script-error.js';
import type { Control, HubClientScriptFile } from '../../../generated/types/hub-client-script-v1.js';
import type { ClientRole } from '../../../generated/types/hub-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';

/** What a client does, with every default filled in. `schemas/hub-client-script` describes the written form. */
export interface ClientScript {
  key: string | undefined;
  clientId: string;
  sessionId: string | undefined;
  role: ClientRole;
  journal: string | undefined;
  prompt: string;
  permission: 'allow' | 'reject';
  controls: readonly Control[];
  until: string | undefined;
  reconnects: number;
}

/** Reads a script and fills in what it leaves out. Rejects with a ScriptError. */
export async function loadScript(written: JsonObject = {}): Promise<ClientScript> {
  const wrong = (await loadValidators('hub-client-script', 'v1')).validate('hub-client-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const script = written as HubClientScriptFile;
  return {
    key: script.key,
    clientId: script.clientId ?? 'proctor',
    sessionId: script.sessionId,
    role: script.role ?? 'host_owner',
    journal: script.journal,
    prompt: script.prompt ?? 'hello',
    permission: script.permission ?? 'allow',
    controls: script.controls ?? [],
    until: script.until,
    reconnects: script.reconnects ?? 5,
  };
}
