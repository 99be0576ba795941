import type * as Json from '../../src/generated/types/report-v1.js';
import { about, type Compared } from './compare.js';
import { type NamedReport, ReportError } from './report-error.js';
import { brokenIn, type Stand, standOf, WORST_FIRST } from './standing.js';

/** How a case came out for one implementation: of several transports or versions the worst. */
export interface Cell {
  stands: Stand;
  /** Requirements that it shows to be broken. */
  broken?: string[];
}

/** Several implementations of one role, side by side. */
export interface Matrix {
  format: 'proctor-matrix';
  version: 1;
  targets: (Compared & { file: string })[];
  /** A row for each case, with a cell for each target; null if its run does not have the case. */
  cases: { id: string; title?: string; cells: (Cell | null)[] }[];
}

/**
 * Implementations side by side, case by case. Throws ReportError for reports of different roles or corpora, and for two of one target: their
 * verdicts can't be compared in this way.
 */
export function sideBySide(reports: readonly NamedReport<Json.ReportFile>[]): Matrix {
  refuse(reports);
  const columns = reports.map(({ report }) => cellsOf(report));
  const titles = new Map(reports.flatMap(({ report }) => report.cases.map(({ id, title }) => [id, title] as const)));
  const ids = new Set(columns.flatMap((cells) => [...cells.keys()]));
  return {
    ...{ format: 'proctor-matrix', version: 1 },
    targets: reports.map(({ file, report }) => ({ file, ...about(report) })),
    cases: [...ids].map((id) => {
      const title = titles.get(id);
      return { id, ...(title === undefined ? {} : { title }), cells: columns.map((cells) => cells.get(id) ?? null) };
    }),
  };
}

/** Whether a case came out otherwise for one of the targets than for the others. */
export const differs = ({ cells }: Matrix['cases'][number]): boolean =>
  new Set(cells.map((cell) => cell?.stands)).size > 1;

function refuse(reports: readonly NamedReport<Json.ReportFile>[]): void {
  const [first, ...others] = reports;
  if (!first || others.length === 0)
    throw new ReportError('one report: name those of several implementations, or of all parts of a run');
  const seen = new Map<string, string>();
  for (const one of reports) {
    const { file, report } = one;
    const { name, role, transport, version = '' } = report.target;
    if (role !== first.report.target.role)
      throw new ReportError(
        `${first.file} is of ${first.report.target.role} and ${file} of ${role}: side by side are implementations of one role`,
      );
    if (report.corpus?.digest !== first.report.corpus?.digest)
      throw new ReportError(
        `${first.file} and ${file} were judged by different cases (corpus ${short(first.report)} and ${short(report)}): run both with one version of Proctor`,
      );
    const key = JSON.stringify([name, transport, version]);
    const other = seen.get(key);
    if (other !== undefined)
      throw new ReportError(
        `${other} and ${file} are both whole runs of ${name}: compare them with proctor report diff ${other} ${file}`,
      );
    seen.set(key, file);
  }
}

const short = ({ corpus }: Json.ReportFile): string => corpus?.digest.slice(0, 19) ?? 'unknown';

/** By id, since other implementations may be tested over other transports. */
function cellsOf(report: Json.ReportFile): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const name of report.notRun ?? []) cells.set(name.split(' ')[0]!, { stands: 'notRun' });
  for (const one of report.cases) {
    const stands = standOf(one);
    const before = cells.get(one.id);
    const broken = [...new Set([...(before?.broken ?? []), ...brokenIn(one)])];
    const isWorse = before === undefined || WORST_FIRST.indexOf(stands) < WORST_FIRST.indexOf(before.stands);
    cells.set(one.id, { stands: isWorse ? stands : before.stands, ...(broken.length > 0 ? { broken } : {}) });
  }
  return cells;
}
