import { CodecBetween } from '../../src/conversation/codec/codec-between.js';
import type { Binding, RoleEntry } from '../../src/conversation/role-entry.js';
import { isObject } from '../../src/json/json.js';
import type { TransportName } from '../../src/language/target.js';
import type { ProxySide } from '../../src/proxy/proxy.js';
import type { Border, Carried } from '../../src/wire/carried.js';

/** How a proxy reads what passes, by the binding that it judges. */
export interface ProxiedBinding {
  /** What passed, as the messages of the binding. What is none becomes a body, which no rule judges. */
  read(carried: Carried, from: ProxySide): Carried;
  /** A border over these messages, as one over what passes. */
  border(faults: Border): Border;
}

const ASIDE = 'requests of A2A over REST pass: they are not judged unless you add `--transport rest`';

/** The binding of a role and its peer over a transport. `say` gets a line if requests of another binding pass. */
export function proxiedBinding(
  entries: readonly RoleEntry[],
  transport: TransportName,
  version: string,
  say: (line: string) => void,
): ProxiedBinding {
  const codecOf = (name: TransportName) => {
    const bindings = entries.flatMap(({ bindings }) => bindings[name] ?? ([] as Binding[]));
    return bindings.map(({ reads, codec }) => reads?.(version) ?? codec).find((one) => one !== undefined);
  };
  const rest = codecOf('rest');
  if (rest === undefined || (transport !== 'rest' && transport !== 'http'))
    return { read: (carried) => carried, border: (faults) => faults };
  const between = new CodecBetween(rest);
  if (transport === 'rest')
    return {
      read: (carried, from) => (from === 'client' ? between.request(carried) : between.response(carried)),
      border: (faults) => CodecBetween.border(rest, faults),
    };
  let isSaid = false;
  return {
    read: (carried, from) => {
      if (isRpc(carried)) return carried;
      if (from === 'client') between.request(carried);
      if (!between.knows(carried.stream)) return carried;
      if (!isSaid) say(ASIDE);
      isSaid = true;
      return CodecBetween.asBody(carried);
    },
    border: (faults) => faults,
  };
}

const isRpc = ({ message }: Carried): boolean => isObject(message) && 'jsonrpc' in message;
