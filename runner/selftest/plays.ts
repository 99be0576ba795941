import type { Target, TransportName } from '../../src/language/target.js';
import type { Probe } from '../plan/plan.js';
import { type Plan, plan } from '../plan/plan.js';
import type { Corpus } from '../types.js';
import type { Play } from './types.js';

/** Every case that makes sense for a reference, on every transport on which it does, in the order of the plan. */
export function playsOf(corpus: Corpus, target: Target, probe: Probe | undefined): Play[] {
  const transports = Object.keys(target.transports) as TransportName[];
  return transports.flatMap((transport) => playsOn(plan(corpus, target, probe, { transport }), transport));
}

function playsOn({ cases }: Plan, transport: TransportName): Play[] {
  return cases.flatMap((planned) => {
    if (!planned.case || planned.gated || planned.transport !== transport) return [];
    return [{ planned, key: `${planned.id} ${transport}` }];
  });
}

/** Transports by what a play costs: over HTTP cases can share a process. A WebSocket comes last: what it carries, stdio does. */
export const CHEAPEST_FIRST: readonly TransportName[] = ['http', 'rest', 'stdio', 'ws'];

/** The plays without repeating a case on a second transport: each on the cheapest. */
export function onceEach(plays: readonly Play[]): Play[] {
  const rank = ({ planned }: Play) => CHEAPEST_FIRST.indexOf(planned.transport);
  const best = new Map<string, Play>();
  for (const play of plays) {
    const known = best.get(play.planned.id);
    if (!known || rank(play) < rank(known)) best.set(play.planned.id, play);
  }
  return plays.filter((play) => best.get(play.planned.id) === play);
}
