import type { CaseState, HostedRun } from '../../../generated/types/control-v1.js';
import { counted } from '../wording.js';
import type { Tally } from './verdicts.js';

/** How something stands: a class of colours, a symbol, and words. */
export interface Standing {
  tone: 'pass' | 'warn' | 'fail' | 'unsure' | 'skip';
  symbol: string;
  text: string;
}

/** How the run stands, in the words of the header. */
export function standingOf(
  run: HostedRun | undefined,
  connection: 'connecting' | 'open' | 'lost',
  tally: Tally,
): Standing {
  // Proctor ends after the run: that it is gone then is no news.
  if (run?.state === 'ended') return endingOf(tally);
  if (connection === 'lost') return { tone: 'warn', symbol: '⚠', text: 'page disconnected' };
  if (run === undefined) return { tone: 'skip', symbol: '○', text: 'connecting' };
  if (run.state === 'waiting') return { tone: 'skip', symbol: '○', text: 'waiting for a client' };
  if (run.step?.gone) return { tone: 'warn', symbol: '⚠', text: 'the client is gone' };
  const name = run.client ?? 'a client';
  // It comes anew in each step.
  if (run.entries.every(({ connected }) => !connected))
    return { tone: 'skip', symbol: '○', text: `waiting for ${name}` };
  return { tone: 'pass', symbol: '●', text: `${name} is connected` };
}

function endingOf(tally: Tally): Standing {
  const { fail, unsure, missed, pass, warn } = tally;
  if (fail > 0)
    return { tone: 'fail', symbol: '✗', text: `ended: ${counted(fail, 'case')} ${fail === 1 ? 'fails' : 'fail'}` };
  // "Every case" is said of a run that has tried every case.
  if (missed > 0) return { tone: 'unsure', symbol: '?', text: `ended: ${counted(missed, 'case')} not run` };
  if (unsure > 0) return { tone: 'unsure', symbol: '?', text: `ended: ${counted(unsure, 'case')} untestable` };
  if (pass + warn === 0) return { tone: 'unsure', symbol: '?', text: 'ended: no case has run' };
  return { tone: 'pass', symbol: '✓', text: 'ended: every case passed' };
}

/** Cases with the same reason. */
export interface Reason {
  reason: string;
  cases: readonly CaseState[];
}

/** Cases by what their problem says, those with the most cases first. */
export function byReason(cases: Iterable<CaseState>): Reason[] {
  const reasons = new Map<string, CaseState[]>();
  for (const one of cases) {
    const reason = one.problem ?? 'no reason was given';
    reasons.set(reason, [...(reasons.get(reason) ?? []), one]);
  }
  return [...reasons]
    .map(([reason, all]) => ({ reason, cases: all }))
    .sort((one, other) => other.cases.length - one.cases.length);
}

const TRANSPORTS: { readonly [transport in HostedRun['transport']]: string } = {
  stdio: 'stdio',
  http: 'HTTP',
  ws: 'WebSocket',
  rest: 'REST',
};

/** Role, versions and transport in one line. */
export function factsOf({ role, versions, transport }: HostedRun): string {
  const protocol = role.split('/')[0]!;
  const name = protocol.length <= 3 ? protocol.toUpperCase() : protocol;
  return [role, `${name} ${versions.join(', ')}`.trim(), TRANSPORTS[transport]].join(' · ');
}
