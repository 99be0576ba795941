import { at } from '../../src/play/stage.js';
import type { Probe } from '../plan/plan.js';
import { driveCase } from './case.js';
import type { Leg, LegContext } from './leg.js';

/** What the probe of a leg brought. */
export interface Probed {
  /** Unset where the role has no probe, or it did not come to its end. */
  probe?: Probe;
  /** Set where the target could not be started, or went away before it said anything. */
  notStarted?: { message: string; detail?: string };
  /** Set where the target runs and the probe did not hold. */
  failed?: string;
}

/**
 * Plays the probe case of the leg's role: it learns what the target advertises. Its captures `capabilities`, `name` and
 * `version` are what counts; it gives no verdict. Not played where `blind`.
 */
export async function probe(leg: Leg, options: LegContext, blind: boolean): Promise<Probed> {
  const id = leg.role.probe;
  if (id === null || blind) return {};
  const subject = options.corpus.cases.find((one) => one.id === id);
  if (!subject) throw new Error(`the corpus has no probe case ${id}`);
  const transport = leg.target.transport;
  const watch = leg.watch(transport);
  leg.launcher(transport).expected++;
  const driven = await driveCase(subject, {
    ...leg.caseOptions(transport),
    onRecord: (record) => {
      if (record.from === 'target' && record.kind !== 'exit') leg.heard = true;
      watch.observe('probe', record);
    },
    onJudged: () => undefined,
  });
  watch.end('probe');
  const { ending } = driven;
  const stderr = driven.stderr === '' ? {} : { detail: driven.stderr };
  if (ending.kind === 'not-started') {
    return { notStarted: { message: ending.message, ...(ending.detail ? { detail: ending.detail } : stderr) } };
  }
  if (ending.kind === 'target-died' && !leg.heard) {
    return { notStarted: { message: `${ending.message.split(';')[0]}, before it said anything`, ...stderr } };
  }
  if (ending.kind !== 'finished') {
    const where = 'at' in ending && ending.at ? `${at(ending.at)}  ` : '';
    return { failed: `${where}${'message' in ending ? ending.message : ending.kind}` };
  }
  const { capabilities, name, version } = driven.captures;
  const calls = [name, version].filter((one) => typeof one === 'string').join(' ');
  return { probe: { advertised: capabilities, ...(calls === '' ? {} : { calls }) } };
}
