import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import type { JsonObject } from '../../../json/json.js';
import type { Remark } from '../../../language/remark.js';
import { aboutAlgorithm, aboutForm, type Say } from './jws.js';

/**
 * Whether signatures have the form of RFC 7515. A2A 0.3.0 does not say what exactly is signed, so that nobody can verify one without
 * asking its maker.
 */
export function aboutSignatures({ signatures = [] }: AgentCard): Remark[] {
  return aboutForm(signatures, sayAt, aboutHeader);
}

function aboutHeader({ alg }: JsonObject, say: Say): Remark[] {
  return typeof alg === 'string' ? aboutAlgorithm(alg, say) : [say('the header says no `alg`')];
}

const sayAt =
  (path: string): Say =>
  (message, severity) => ({
    ...{ path, message, severity: 'warning' },
    ...(severity === undefined ? { requirement: 'A2A-CARD-013' } : {}),
  });
