import { isAbsolute } from 'node:path';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Workspace } from '../../../workspace/confinement.js';
import { invalidParams } from '../errors.js';

/** The files of a session. Rejects with RpcError where there is no such session. */
export type Workspaces = (sessionId: string) => Promise<Workspace>;

/**
 * The real place of a path that an agent named: absolute, and below the folder of the session or another that is allowed once every
 * link is followed. What does not exist yet is judged by where it would come to lie. Throws RpcError -32602.
 */
export function allowedPlace(path: string, files: Workspace): string {
  if (!isAbsolute(path)) throw invalidParams(`the path must be absolute: ${path}`);
  try {
    return files.place(path);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    throw invalidParams(`the path can't be used: ${path} (${(error as NodeJS.ErrnoException).code})`);
  }
}
