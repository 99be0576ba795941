import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { isObject } from '../../../json/json.js';
import type { Remark } from '../../../language/remark.js';
import { BASE64URL, decoded, symmetric } from './jws.js';

/**
 * Whether signatures have the form of RFC 7515. A2A 0.3.0 does not say what exactly is signed, so that nobody can verify one without
 * asking its maker.
 */
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
  const { alg } = header;
  if (typeof alg !== 'string') return [broken(path, 'the header says no `alg`')];
  if (alg.toLowerCase() === 'none') return [broken(path, 'the algorithm is none: nothing is signed')];
  const message = symmetric(alg);
  return message === undefined ? [] : [{ path, message, severity: 'warning' }];
}

const broken = (path: string, message: string): Remark => ({
  path,
  message,
  severity: 'warning',
  requirement: 'A2A-CARD-013',
});
