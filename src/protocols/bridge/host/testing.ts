import type { HostScriptFile } from '../../../generated/types/host-script-v1.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { connect } from '../../../jsonrpc/connection.js';
import { memoryPair } from '../../../jsonrpc/link.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { permitting } from './permissive/changes.js';
import { serveHost } from './session.js';

/** For tests: a runtime that is connected to a host with this script. */
export function openRuntime(written: HostScriptFile = {}) {
  const [ours, hosts] = memoryPair();
  const notes: { method: string; params: Json | undefined }[] = [];
  const connection = connect(ours, {
    fallback: { notification: (method, params) => void notes.push({ method, params }) },
  });
  serveHost(hosts, permitting({ reactions: [], ...written }));
  return {
    notes,
    notify: (method: string, params?: Json) => connection.notify(method, params),
    request: (method: string, params?: Json) => connection.request(method, params),
    /** The error that a request ends in, as code and message. */
    refused: async (method: string, params?: Json): Promise<JsonObject> => {
      const answer = await connection.request(method, params).catch((error: unknown) => error);
      if (!(answer instanceof RpcError)) throw new Error(`${method} was answered: ${JSON.stringify(answer)}`);
      return { code: Number(answer.code), message: answer.message };
    },
  };
}
