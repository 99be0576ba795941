import type { ReportFile as Report } from '../../generated/types/report-v1.js';
import { areasOf, type CaseNotRun, causesOf, nameOf, sizeOf, standingOf, warningsOf } from '../model/report/cases.js';
import { count, counted } from '../model/wording.js';
import { CauseCard } from './cause.js';
import { AllCases, Known, Legend, Matrix, Skipped, Stale, Untested, Warnings } from './lists.js';
import { Doubts, Head, Result, Since } from './top.js';

/** How many causes are open at first. */
const OPEN = 2;

/** The result of a run as one page. It needs no script: all of it is there, folded. `notRun` has the cases that did not run. */
export function Page({ report, notRun }: { report: Report; notRun: readonly CaseNotRun[] }) {
  const { cases } = report;
  const byName = new Map(cases.map((one) => [nameOf(one), one]));
  const causes = causesOf(report, byName);
  const warnings = warningsOf(cases);
  const areas = areasOf(cases, notRun);
  const failed = causes.reduce((sum, { cause }) => sum + sizeOf(cause), 0);
  const has = (wanted: string) => cases.some((one) => standingOf(one) === wanted);
  const isOpen = (report.levels?.must.notTested ?? 0) + (report.levels?.should.notTested ?? 0) > 0;
  const hasUntested = isOpen || cases.some(({ verdict }) => verdict === 'untestable') || notRun.length > 0;
  return (
    <>
      <header class="page">
        <Head report={report} />
        <Doubts report={report} causes={causes} />
        <Result report={report} causes={causes} />
        <Since report={report} />
      </header>
      <nav class="nav" aria-label="Sections">
        <div class="page">
          {causes.length > 0 && (
            <a href="#causes">
              Failures <span class="num">{count(causes.length)}</span>
            </a>
          )}
          {areas.length > 0 && <a href="#areas">Areas</a>}
          {warnings.length > 0 && (
            <a href="#warnings">
              Warnings <span class="num">{count(warnings.length)}</span>
            </a>
          )}
          {has('known') && <a href="#known">Known</a>}
          {hasUntested && <a href="#untested">Not tested</a>}
          <a href="#all">All cases</a>
          <div class="filter">
            <label class="sr" for="filter">
              Filter, such as tools verdict:fail req:MCP-HTTP
            </label>
            <input
              class="field mono"
              id="filter"
              type="search"
              placeholder="Filter: tools verdict:fail req:MCP-HTTP"
              autocomplete="off"
              spellcheck={false}
            />
            <p class="hint" id="found" role="status" />
          </div>
        </div>
      </nav>
      <main class="page">
        {causes.length > 0 && (
          <section id="causes" aria-labelledby="causes-head">
            <h2 id="causes-head">
              Failures{' '}
              <small>
                {counted(causes.length, 'cause')}, {counted(failed, 'case')}. Each cause appears once.
              </small>
            </h2>
            {causes.map((shown, index) => (
              <CauseCard key={shown.id} shown={shown} open={index < OPEN} />
            ))}
          </section>
        )}
        <Stale cases={cases} />
        {areas.length > 0 && <Matrix areas={areas} />}
        <Warnings warnings={warnings} taken={new Set(causes.map(({ id }) => id))} />
        <section class="rest" aria-label="The rest">
          <Known cases={cases} />
          <Untested report={report} areas={areas} />
          <Skipped cases={cases} />
          <AllCases areas={areas} total={cases.length + notRun.length} />
          <Legend />
        </section>
      </main>
    </>
  );
}

/** What a tab of a browser shows: somebody has ten of them. */
export function titleOf({ levels, summary, target, exit, interrupted }: Report): string {
  const sign = exit === 0 ? '✓' : interrupted === true && summary.fail === 0 ? '?' : '✗';
  const name = interrupted === true ? `${target.name}, interrupted` : target.name;
  if (levels === undefined) return `${sign} ${name}: ${counted(summary.fail, 'failure')} · Proctor report`;
  const { held, broken, known } = levels.must;
  return `${sign} ${name}: must ${count(held)} of ${count(held + broken + known)} · Proctor report`;
}
