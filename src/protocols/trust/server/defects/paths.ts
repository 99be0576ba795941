import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { isBelow } from '../../../../workspace/places.js';
import type { Handlers, Method, Params } from '../../params.js';
import type { Workspace } from '../workspace.js';

/** Refuses to write outside of the workspace, and does it. No further than beside the workspace: it is a mutant and no weapon. */
export const writingOutside = (handlers: Handlers, { root }: Workspace): Partial<Handlers> => ({
  'workspace.write': (params) =>
    otherwise(handlers, 'workspace.write', params, (error) => {
      const file = resolve(root, params.path);
      if (isBelow(file, dirname(root)) && !isBelow(file, root)) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, params.text);
      }
      throw error;
    }),
});

/** Reads and writes what a link leads to, wherever that is, beside the workspace. */
export function followingLinks(handlers: Handlers, { root }: Workspace): Partial<Handlers> {
  const leadsBeside = (file: string) => {
    let folder = dirname(file);
    for (; ; folder = dirname(folder)) {
      try {
        return isBelow(realpathSync(folder), dirname(root));
      } catch {}
    }
  };
  return {
    'workspace.read': (params) =>
      otherwise(handlers, 'workspace.read', params, (error) => {
        const file = resolve(root, params.path);
        if (params.path.includes('..') || !isBelow(file, root) || !leadsBeside(file)) throw error;
        return { path: params.path, text: readFileSync(file, 'utf8') };
      }),
    'workspace.write': (params) =>
      otherwise(handlers, 'workspace.write', params, (error) => {
        const file = resolve(root, params.path);
        if (params.path.includes('..') || !isBelow(file, root) || !leadsBeside(file)) throw error;
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, params.text);
        return { path: params.path, bytes_written: params.text.length };
      }),
  };
}

/** Calls a handler, and does something else where it refuses a path that leaves the workspace. */
async function otherwise<M extends Method>(
  handlers: Handlers,
  method: M,
  params: Params<M>,
  act: (error: RpcError) => ReturnType<Handlers[M]>,
): Promise<Awaited<ReturnType<Handlers[M]>>> {
  try {
    return (await handlers[method](params)) as Awaited<ReturnType<Handlers[M]>>;
  } catch (error) {
    if (error instanceof RpcError && error.code === -32001) return await act(error);
    throw error;
  }
}
