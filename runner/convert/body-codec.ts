import type { Codec } from '../../src/conversation/codec/codec.js';
import type { Binding } from '../../src/conversation/role-entry.js';
import type { Header, Message } from '../../src/generated/types/recording-v1.js';
import { JsonProblem, parseJson } from '../../src/json/json.js';
import { roleEntry } from '../../src/protocols/index.js';

/** What target files call the form that requests had, if it is not the usual one. */
export function dialectOf(codec: Codec | undefined, lines: readonly Message[]): string | undefined {
  for (const { record } of lines) {
    if (typeof record.text !== 'string' || record.kind !== 'message' || record.http?.path === undefined) continue;
    try {
      const { dialect } = codec?.like?.(parseJson(record.text), 'request') ?? {};
      if (dialect !== undefined) return dialect;
    } catch (error) {
      // Of a long text the recording has the beginning.
      if (!(error instanceof JsonProblem)) throw error;
    }
  }
  return undefined;
}

/** What writes the messages of a recording as the bodies that they were; undefined if they are their bodies. */
export async function bodyCodec({ transport, roles, protocolVersion }: Header): Promise<Codec | undefined> {
  if (transport !== 'rest') return undefined;
  const entries = await Promise.all([roles.target, roles.kit].map(roleEntry));
  const bindings = entries.flatMap((entry) => entry?.bindings.rest ?? ([] as Binding[]));
  return bindings.map(({ reads, codec }) => reads?.(protocolVersion) ?? codec).find((one) => one !== undefined);
}
