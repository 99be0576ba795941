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

export type { Call, Harness, Loop, Step };

/** What a client does, with every default filled in. `schemas/trust-client-script` describes the written form. */
export interface ClientScript {
  steps: readonly Step[];
  /** ms that it waits for an answer. */
  timeout: number;
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

/** Reads a script and fills in what it leaves out. Rejects with a ScriptError for one that does not fit its schema. */
export async function loadScript(written: JsonObject = {}): Promise<ClientScript> {
  const wrong = (await loadValidators('trust-client-script', 'v1')).validate('trust-client-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const script = written as TrustClientScriptFile;
  return {
    steps: script.steps ?? STEPS,
    timeout: script.timeoutMs ?? 60_000,
  };
}
