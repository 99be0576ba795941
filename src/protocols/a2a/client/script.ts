import { ScriptError } from '../../../conversation/script-error.js';
import type { A2AClientScriptFile } from '../../../generated/types/a2a-client-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';

/** What a client asks, with every default filled in. `schemas/a2a-client-script` describes the written form. */
export interface ClientScript {
  message: string;
  stream: boolean;
  answer?: string | undefined;
  cancel: boolean;
  webhook?: string | undefined;
  extendedCard: boolean;
  headers: { readonly [name: string]: string };
  /** Whether it verifies the card, and with which keys. */
  verify?: { keys?: readonly JsonObject[] } | undefined;
  /** Origins that get these headers, beside that of its agent's card. */
  credentialOrigins: readonly string[];
}

/** Reads a script and fills in what it leaves out. Rejects with a ScriptError for one that does not fit its schema. */
export async function loadScript(written: JsonObject = {}): Promise<ClientScript> {
  const wrong = (await loadValidators('a2a-client-script', 'v1')).validate('a2a-client-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const script = written as A2AClientScriptFile;
  const bad = (script.credentialOrigins ?? []).findIndex((origin) => !URL.canParse(origin));
  if (bad >= 0)
    throw ScriptError.of([
      { path: `/credentialOrigins/${bad}`, message: 'is not an address, such as https://agent.example' },
    ]);
  return {
    message: script.message ?? 'hello',
    stream: script.stream ?? false,
    answer: script.answer,
    cancel: script.cancel ?? false,
    webhook: script.webhook,
    extendedCard: script.extendedCard ?? false,
    headers: script.headers ?? {},
    verify: script.verify as ClientScript['verify'],
    credentialOrigins: script.credentialOrigins ?? [],
  };
}
