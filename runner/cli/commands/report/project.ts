import { existsSync } from 'node:fs';
import type { ReporterContext } from '../../../../reports/index.js';
import type * as Json from '../../../../src/generated/types/report-v1.js';
import { loadKnown, usualKnown } from '../../../load/known.js';
import { plan } from '../../../plan/plan.js';
import type { KnownOfRun } from '../../../report/merge.js';
import { USUAL_FILES } from '../../support/project-corpus.js';
import { UsageError } from '../../support/usage-error.js';
import { problemsError, targetsOf } from '../run/run-targets.js';
import { userPlaces } from '../run/user-places.js';

export interface ProjectArguments {
  /** The target file of the run. */
  target?: string;
  /** Its known failures. */
  known?: string;
}

/** What the files of a project say of a run that is over. */
export interface Project {
  /** Where they speak of a case; unset without a target file. */
  placeOf?: ReporterContext['placeOf'];
  known?: KnownOfRun;
}

/**
 * What the target file says of a report: the one that is named, or that of the working directory if it is of the same role. Throws UsageError
 * for a named file of another role, and for one that is wrong.
 */
export async function projectOf(report: Json.ReportFile, { target, known }: ProjectArguments): Promise<Project> {
  const file = target ?? USUAL_FILES.find((name) => existsSync(name));
  const list = known ?? usualKnown(file);
  const entries = list === undefined ? undefined : await knownIn(list);
  const ofFile = file === undefined ? undefined : await ofTarget(file, report, target !== undefined);
  return {
    ...(ofFile ? { placeOf: ofFile.placeOf } : {}),
    ...(entries && (ofFile || known !== undefined)
      ? { known: { entries, ...(ofFile ? { everything: ofFile.everything } : {}) } }
      : {}),
  };
}

async function knownIn(file: string) {
  const { known, problems } = await loadKnown(file);
  if (problems.length > 0) throw problemsError(problems);
  return known;
}

async function ofTarget(file: string, { target }: Json.ReportFile, isNamed: boolean) {
  const { targets, corpus } = await targetsOf({ target: file, self: false, header: [], env: [] }, [], {});
  const [{ role }] = targets as [(typeof targets)[number]];
  if (role !== target.role) {
    if (!isNamed) return undefined;
    throw new UsageError(`${file} describes a target of ${role}, and the report is of ${target.role}`);
  }
  const root = process.env.GITHUB_WORKSPACE || process.cwd();
  return {
    placeOf: userPlaces(corpus, targets, root),
    everything: targets.flatMap((one) => plan(corpus, one, undefined).everything),
  };
}
