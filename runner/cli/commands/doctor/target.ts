import { existsSync } from 'node:fs';
import type { Target, TransportName } from '../../../../src/language/target.js';
import { roleEntry } from '../../../../src/protocols/index.js';
import { realClock } from '../../../../src/wire/clock/clock.js';
import { defaultLimits } from '../../../../src/wire/limits.js';
import { probe } from '../../../run/probe.js';
import { prepareTargetRun } from '../../../run/target-run.js';
import type { Corpus } from '../../../types.js';
import { casesFolder, proctorFile } from '../../root.js';
import { UsageError } from '../../support/print.js';
import { USUAL_FILES } from '../../support/project-corpus.js';
import { version } from '../../support/version.js';
import { ofReferences, type TargetArguments, targetsOf } from '../run/run-targets.js';
import type { Finding } from './machine.js';

/** What the command line says of the target. */
export interface DoctorTarget extends Omit<TargetArguments, 'self'> {
  version?: string;
}

/** Starts the target, over each of its transports, and tells what it answered. Without one nothing is started. */
export async function targetFindings(given: DoctorTarget, signal: AbortSignal): Promise<Finding[]> {
  const file = USUAL_FILES.find((name) => existsSync(name));
  const isNamed = !ofReferences({ ...given, self: false });
  if (!isNamed && file === undefined)
    return [
      {
        is: 'info',
        what: 'no target was started: there is no proctor.yaml here',
        more: ['proctor doctor --role ROLE -- COMMAND starts one'],
      },
    ];
  const options = { ...given, self: false, ...(isNamed ? {} : { target: file! }) };
  try {
    const { transport, version: asked } = options;
    const { targets, corpus } = await targetsOf(options, [], {
      ...(transport === undefined ? {} : { transport: transport as TransportName }),
      ...(asked === undefined ? {} : { version: asked }),
    });
    const named = options.target === undefined ? '' : `${options.target}: `;
    const findings: Finding[] = [];
    for (const target of targets) if (!signal.aborted) findings.push(await tried(target, named, corpus, signal));
    return findings;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const [what = '', ...more] = error.message.split('\n');
    return [{ is: 'no', what, more }];
  }
}

/** What one target answers over one transport. */
async function tried(target: Target, named: string, corpus: Corpus, signal: AbortSignal): Promise<Finding> {
  const entry = (await roleEntry(target.role))!;
  const context = {
    ...{ corpus, clock: realClock, limits: defaultLimits, slow: 1, signal },
    proctor: { version, file: proctorFile, cases: casesFolder },
  };
  const run = await prepareTargetRun(target, entry, context);
  const { facts, cases } = run;
  const where = `${named}\`${target.name}\`, ${target.role} ${facts.version} over ${target.transport}`;
  try {
    const began = realClock.now();
    const { cause, warning, probe: learned } = await probe(run, context);
    const took = Math.round(realClock.now() - began);
    if (cause) {
      const said = cause.detail?.split('\n') ?? [];
      return { is: 'no', what: where, more: [cause.message, ...said] };
    }
    // A client or host does nothing before a behavior tells it to.
    if (!facts.heard)
      return { is: 'info', what: `${where}, was started and said nothing: cases start it, and say what it does` };
    const calls = learned?.calls === undefined ? '' : `, as ${learned.calls}`;
    const earlier = facts.earlier === undefined ? [] : [`it speaks ${facts.earlier}`];
    return {
      is: 'ok',
      what: `${where}, answered in ${took} ms${calls}`,
      more: [...earlier, ...(warning === undefined ? [] : [warning])],
    };
  } finally {
    await cases.close();
  }
}
