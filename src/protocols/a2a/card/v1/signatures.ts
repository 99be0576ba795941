import type { AgentCard } from '../../../../generated/types/a2a-1.0.1.js';
import { isObject, type JsonObject } from '../../../../json/json.js';
import type { Remark } from '../../../../language/remark.js';
import { BASE64URL, decoded, symmetric } from '../jws.js';

/** Whether signatures have the form of RFC 7515, and headers what 8.4.2 demands. Nobody verifies them here: that needs the key of their maker. */
export function aboutSignatures({ signatures = [] }: AgentCard): Remark[] {
  return signatures.flatMap(({ protected: header, signature }, index) => {
    const at = `/signatures/${index}`;
    const remarks = aboutHeader(header, `${at}/protected`);
    if (!BASE64URL.test(signature)) remarks.push(broken(`${at}/signature`, 'is not base64url without padding'));
    return remarks;
  });
}

function aboutHeader(text: string, path: string): Remark[] {
  if (!BASE64URL.test(text)) return [broken(path, 'is not base64url without padding')];
  const header = decoded(text);
  if (!isObject(header)) return [broken(path, 'does not hold a JSON object')];
  return [...missing(header, path), ...aboutAlgorithm(header, path), ...aboutType(header, path)];
}

function missing(header: JsonObject, path: string): Remark[] {
  const names = ['alg', 'kid'].filter((name) => typeof header[name] !== 'string');
  return names.map((name) => broken(path, `the header lacks \`${name}\``));
}

function aboutAlgorithm({ alg }: JsonObject, path: string): Remark[] {
  if (typeof alg !== 'string') return [];
  if (alg.toLowerCase() === 'none') return [broken(path, 'the algorithm is none: nothing is signed')];
  const message = symmetric(alg);
  return message === undefined ? [] : [{ path, message, severity: 'warning' }];
}

function aboutType({ typ }: JsonObject, path: string): Remark[] {
  if (typ === 'JOSE') return [];
  const got = typ === undefined ? 'has no `typ`' : `has the \`typ\` ${JSON.stringify(typ)}`;
  return [{ path, message: `the header ${got}; "JOSE" is recommended`, severity: 'warning' }];
}

const broken = (path: string, message: string): Remark => ({ path, message, severity: 'error' });
