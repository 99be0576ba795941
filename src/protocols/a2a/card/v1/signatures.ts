import type { AgentCard } from '../../../../generated/types/a2a-1.0.1.js';
import type { JsonObject } from '../../../../json/json.js';
import type { Remark } from '../../../../language/remark.js';
import { aboutAlgorithm, aboutForm, type Say } from '../jws.js';

/** Whether signatures have the form of RFC 7515, and headers what 8.4.2 demands. */
export function aboutSignatures({ signatures = [] }: AgentCard): Remark[] {
  return aboutForm(signatures, sayAt, aboutHeader);
}

function aboutHeader(header: JsonObject, say: Say): Remark[] {
  const missing = ['alg', 'kid'].filter((name) => typeof header[name] !== 'string');
  return [
    ...missing.map((name) => say(`the header lacks \`${name}\``)),
    ...(typeof header.alg === 'string' ? aboutAlgorithm(header.alg, say) : []),
    ...aboutType(header, say),
  ];
}

function aboutType({ typ }: JsonObject, say: Say): Remark[] {
  if (typ === 'JOSE') return [];
  const got = typ === undefined ? 'has no `typ`' : `has the \`typ\` ${JSON.stringify(typ)}`;
  return [say(`the header ${got}; "JOSE" is recommended`, 'warning')];
}

const sayAt =
  (path: string): Say =>
  (message, severity = 'error') => ({ path, message, severity });
