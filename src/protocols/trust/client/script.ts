import { ScriptError } from '../../../conversation/script-error.js';
import type {
  Call,
  Harness,
  Loop,
  Step,
  TrustClientScriptFile,
} from '../../../generated/types/trust-client-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';
import { type PermissiveWordings, readPermissive } from './permissive.js';

export type { Call, Harness, Loop, Step };

/** What a client does, with every default filled in. `schemas/trust-client-script` describes the written form. */
export interface ClientScript {
  steps: readonly Step[];
  /** ms that it waits for an answer. */
  timeout: number;
  permissive: PermissiveWordings;
}

/** Without a script: a session that changes no file. */
const STEPS: readonly Step[] = [
  {
    harness: {
      load: {
        inline_sources: [
          {
            text: 'PROGRAM Main\nVAR\n  pressed : BOOL;\n  motor : BOOL;\nEND_VAR\nmotor := pressed;\nEND_PROGRAM\n',
          },
        ],
      },
      inputs: { pressed: { type: 'BOOL', value: true } },
      cycle: { count: 1, watch: ['motor'] },
      outputs: ['motor'],
    },
  },
];

/**
 * Reads a script and fills in what it leaves out. `permissive` adds to what it takes. Rejects with a ScriptError for a script that does
 * not fit its schema and for a wording that is unknown.
 */
export async function loadScript(
  written: JsonObject = {},
  permissive: boolean | readonly string[] = false,
): Promise<ClientScript> {
  const wrong = (await loadValidators('trust-client-script', 'v1')).validate('trust-client-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const script = written as TrustClientScriptFile;
  return {
    steps: script.steps ?? STEPS,
    timeout: script.timeoutMs ?? 60_000,
    permissive: new Set([...readPermissive(script.permissive), ...readPermissive(permissive)]),
  };
}
