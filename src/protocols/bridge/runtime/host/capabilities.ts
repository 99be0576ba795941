import type { Json } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { textsOf } from '../read.js';
import { type Host, HostError } from './host.js';

/** What the host offers: capability to its operations. */
export type Manifest = ReadonlyMap<string, ReadonlySet<string>>;

/** Asks the host what it offers. A host that answers with an error offers nothing. */
export async function askManifest(host: Host, sessionId: string): Promise<Manifest> {
  try {
    return manifestOf(await host.request('host/capabilities', { sessionId }));
  } catch (error) {
    if (error instanceof HostError) return new Map();
    throw error;
  }
}

/** The manifest in any of its forms: a list of operations, `{ ops }` or `{ operations }` (a list, or an object by name). */
export function manifestOf(answer: Json): Manifest {
  if (!isObject(answer)) return new Map();
  return new Map(Object.entries(answer).map(([name, entry]) => [name, new Set(operationsIn(entry))]));
}

function operationsIn(entry: Json): string[] {
  if (!isObject(entry)) return textsOf(entry);
  const { ops, operations } = entry;
  return isObject(operations) ? Object.keys(operations) : textsOf(ops ?? operations);
}

/** Which shell the host would use, asked only of a host that offers to tell it. Undefined where it does not say. */
export async function defaultShell(host: Host, manifest: Manifest, sessionId: string): Promise<string | undefined> {
  if (!manifest.get('process')?.has('get_default_shell')) return undefined;
  try {
    const answer = await host.request('host/call', { sessionId, name: 'process.get_default_shell', args: {} });
    return isObject(answer) && typeof answer.path === 'string' ? answer.path : undefined;
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}
