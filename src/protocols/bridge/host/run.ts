import { inTurn } from '../../../conversation/live/in-turn.js';
import type { ClientRequests } from '../../../generated/methods/bridge-v1.js';
import type { Json } from '../../../json/json.js';
import { asObject, isObject } from '../../../json/json.js';
import type { Connection } from '../../../jsonrpc/connection.js';
import type { Params } from '../params.js';
import type { HostScript } from './script.js';

/** What came of the prompts of a host. */
export interface HostOutcome {
  ok: boolean;
  /** Why each turn ended, in the order of the prompts. */
  stopReasons: Json[];
  error?: string;
}

/**
 * Opens a session in the folder `cwd` and prompts what the script says and then what `next` brings, one prompt after the other (ACP:
 * initialize, session/new, session/prompt). Never rejects: what keeps it from going on is in the outcome.
 */
export async function runPrompts(
  connection: Connection,
  script: HostScript,
  cwd: string,
  next: () => Promise<string | undefined> = async () => undefined,
): Promise<HostOutcome> {
  const stopReasons: Json[] = [];
  // What a runtime answers is any JSON: it may be one that is wrong.
  const ask = <M extends keyof ClientRequests>(method: M, params: Params<M>): Promise<Json> =>
    connection.request(method, asObject(params));
  try {
    const clientInfo = { name: 'proctor-reference-host', title: 'Reference host', version: '1.0.0' };
    await ask('initialize', { protocolVersion: 1, clientCapabilities: {}, clientInfo });
    const sessionId = member(await ask('session/new', { cwd, mcpServers: [] }), 'sessionId');
    const say = async (text: string) => {
      const prompt = { sessionId, prompt: [{ type: 'text' as const, text }] };
      stopReasons.push(member(await ask('session/prompt', prompt), 'stopReason'));
    };
    for (const text of inTurn(() => script.prompts)) await say(text);
    for (let text = await next(); text !== undefined; text = await next()) await say(text);
    return { ok: true, stopReasons };
  } catch (error) {
    return { ok: false, stopReasons, error: error instanceof Error ? error.message : String(error) };
  }
}

function member(result: Json, name: string): string {
  const value = isObject(result) ? result[name] : undefined;
  if (typeof value !== 'string') throw new Error(`the runtime answered without a ${name}`);
  return value;
}
