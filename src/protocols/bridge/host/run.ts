import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Connection } from '../../../jsonrpc/connection.js';
import type { HostScript } from './script.js';

/** What came of the prompts of a host. */
export interface HostOutcome {
  ok: boolean;
  /** Why each turn ended, in the order of the prompts. */
  stopReasons: Json[];
  error?: string;
}

/**
 * Opens a session in the folder `cwd` and prompts what the script says, one prompt after the other (ACP: initialize,
 * session/new, session/prompt). Never rejects: what keeps it from going on is in the outcome.
 */
export async function runPrompts(connection: Connection, script: HostScript, cwd: string): Promise<HostOutcome> {
  const stopReasons: Json[] = [];
  try {
    const clientInfo = { name: 'proctor-reference-host', title: 'Reference host', version: '1.0.0' };
    await connection.request('initialize', { protocolVersion: 1, clientCapabilities: {}, clientInfo });
    const sessionId = member(await connection.request('session/new', { cwd, mcpServers: [] }), 'sessionId');
    for (const text of script.prompts) {
      const prompt = [{ type: 'text', text }];
      stopReasons.push(member(await connection.request('session/prompt', { sessionId, prompt }), 'stopReason'));
    }
    return { ok: true, stopReasons };
  } catch (error) {
    return { ok: false, stopReasons, error: error instanceof Error ? error.message : String(error) };
  }
}

function member(result: Json, name: string): Json {
  const value = isObject(result) ? (result as JsonObject)[name] : undefined;
  if (typeof value !== 'string') throw new Error(`the runtime answered without a ${name}`);
  return value;
}
