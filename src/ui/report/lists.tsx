import type { CaseResult, ReportFile as Report, RequirementCount } from '../../generated/types/report-v1.js';
import { showValue } from '../../json/display.js';
import { RequirementText } from '../components/requirement-text.js';
import {
  type Area,
  brokenIn,
  byReason,
  type CaseNotRun,
  MARKS,
  nameOf,
  STANDINGS,
  standingOf,
  type Warned,
} from '../model/report/cases.js';
import { visible, visibleLines } from '../model/visible.js';
import { count, counted, duration } from '../model/wording.js';
import { reasonOf } from './cause.js';
import { Folded, linesOf, namesOf, SomeNames, Triangle, Verdict } from './parts.js';

/** A row for each area, worst first, and a column for each verdict that there is. */
export function Matrix({ areas }: { areas: readonly Area[] }) {
  const used = STANDINGS.filter((standing) => areas.some(({ counts }) => (counts[standing] ?? 0) > 0));
  const total = (standing: (typeof STANDINGS)[number]) =>
    areas.reduce((sum, { counts }) => sum + (counts[standing] ?? 0), 0);
  return (
    <section id="areas" aria-labelledby="areas-head">
      <h2 id="areas-head">
        Areas <small>cases by verdict, worst first</small>
      </h2>
      <section class="scroll" tabIndex={0} aria-label="Areas, as a table">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">area</th>
              {used.map((standing) => (
                <th scope="col">
                  <Verdict standing={standing} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {areas.map(({ name, id, counts }) => (
              <tr>
                <th scope="row">
                  <a href={`#${id}`}>{visible(name)}</a>
                </th>
                {used.map((standing) => {
                  const number = counts[standing] ?? 0;
                  const { tone } = MARKS[standing];
                  if (number === 0)
                    return (
                      <td class="zero">
                        <span aria-hidden="true">·</span>
                        <span class="sr">0</span>
                      </td>
                    );
                  return (
                    <td class={`num hit ${standing === 'pass' || standing === 'skipped' ? '' : tone}`}>
                      {count(number)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">all</th>
              {used.map((standing) => (
                <td class="num">{count(total(standing))}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </section>
  );
}

/** A row for each requirement that is not followed. */
export function Warnings({ warnings, taken }: { warnings: readonly Warned[]; taken: ReadonlySet<string> }) {
  if (warnings.length === 0) return null;
  return (
    <section id="warnings" aria-labelledby="warnings-head">
      <h2 id="warnings-head">
        Warnings{' '}
        <small>{counted(warnings.length, 'requirement')}; a warning makes the run red only with --strict</small>
      </h2>
      {warnings.map(({ check, cases, alike }) => {
        const { requirement, level, text, source, url, message, title } = check;
        return (
          <details
            class="cause item warn"
            id={taken.has(requirement) ? `warning-${requirement}` : requirement}
            data-verdict="warn"
            data-req={requirement}
            data-area={[...new Set(cases.map(({ group }) => group ?? ''))].join(' ')}
            data-level={level}
          >
            <summary>
              <Triangle />
              <span class="chip warn">
                <span aria-hidden="true">⚠</span>
                {level}
              </span>
              <span class="t">
                <b>{visible(title ?? (text ? `Not so: ${text}` : (message?.split('\n')[0] ?? '')))}</b>
                <code class="dim">{visible(requirement)}</code>
              </span>
              <span class="cnt num">{counted(cases.length, 'case')}</span>
            </summary>
            <div class="body">
              {text !== undefined && source !== undefined && (
                <RequirementText
                  requirement={{
                    id: requirement,
                    level,
                    text: visible(text),
                    source: visible(source),
                    ...(url ? { url } : {}),
                  }}
                />
              )}
              {message !== undefined && <p class="message">{visible(message)}</p>}
              {!alike && <p class="hint">So in the first case; in others it is something else.</p>}
              <GotOf warned={{ check, cases, alike }} />
              <SomeNames names={namesOf(cases)} />
            </div>
          </details>
        );
      })}
    </section>
  );
}

function GotOf({ warned: { check } }: { warned: Warned }) {
  const [first] = check.differences ?? [];
  const expected = first?.expected ?? check.expected;
  const actual = first?.actual ?? check.actual;
  if (expected === undefined && actual === undefined) return null;
  return (
    <dl class="vs">
      {expected !== undefined && (
        <>
          <dt>expected</dt>
          <dd>{visible(showValue(expected))}</dd>
        </>
      )}
      <dt>got</dt>
      <dd class="got">{actual === undefined ? 'nothing' : visible(showValue(actual))}</dd>
    </dl>
  );
}

/** Cases that share a reason, a row for each. */
function Reasons({ cases }: { cases: readonly CaseResult[] }) {
  return (
    <ul class="reasons">
      {byReason(cases).map(({ reason, cases: some }) => {
        const [first] = some as [CaseResult];
        return (
          <li
            class="item"
            data-verdict={standingOf(first)}
            data-req={[...new Set(some.flatMap((one) => brokenIn(one).map(({ requirement }) => requirement)))].join(
              ' ',
            )}
            data-area={[...new Set(some.map(({ group }) => group ?? ''))].join(' ')}
            data-level=""
          >
            <span class="num">{count(some.length)}</span>
            <div>
              <p class="lines">{visibleLines(linesOf(reason))}</p>
              <SomeNames names={namesOf(some)} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** What is known and expected, and entries that no longer hold. */
export function Known({ cases }: { cases: readonly CaseResult[] }) {
  const known = cases.filter((one) => standingOf(one) === 'known');
  if (known.length === 0) return null;
  const about = `${counted(known.length, 'case')} in ${counted(byReason(known).length, 'entry', 'entries')}`;
  return (
    <Folded id="known" title="Known" about={about}>
      <Reasons cases={known} />
    </Folded>
  );
}

/** Cases that passed although they are known to fail. */
export function Stale({ cases }: { cases: readonly CaseResult[] }) {
  const stale = cases.filter((one) => standingOf(one) === 'stale');
  if (stale.length === 0) return null;
  return (
    <section id="stale" aria-labelledby="stale-head">
      <h2 id="stale-head">
        Known to fail, and passed <small>take the entries out</small>
      </h2>
      <Reasons cases={stale} />
    </section>
  );
}

/** Requirements that nothing judged, and the cases that could not, by their reason. */
export function Untested({ report, areas }: { report: Report; areas: readonly Area[] }) {
  const { requirements = [], cases } = report;
  const notRun = areas.reduce((sum, area) => sum + area.notRun.length, 0);
  const untestable = cases.filter(({ verdict }) => verdict === 'untestable');
  const open = requirements.filter((one) => one.held + one.broken + one.known === 0 && one.notTested > 0);
  if (untestable.length + open.length + notRun === 0) return null;
  const about = `${counted(open.length, 'requirement')}, ${counted(untestable.length + notRun, 'case')}`;
  return (
    <Folded id="untested" title="Not tested" about={about}>
      {notRun > 0 && (
        <>
          <h3 id="not-run">Cases that did not run</h3>
          <ul class="reasons">
            {areas.map(({ name, notRun: some }) => some.length > 0 && <AreaNotRun name={name} cases={some} />)}
          </ul>
        </>
      )}
      {open.length > 0 && (
        <>
          <h3>Requirements that no case came to judge</h3>
          <ul class="open">
            {open.map((one) => (
              <OpenRequirement one={one} />
            ))}
          </ul>
        </>
      )}
      {untestable.length > 0 && (
        <>
          <h3>Cases that could not be tested, by reason</h3>
          <Reasons cases={untestable} />
        </>
      )}
    </Folded>
  );
}

/** The cases of one area that did not run. */
function AreaNotRun({ name, cases }: { name: string; cases: readonly CaseNotRun[] }) {
  return (
    <li class="item" data-verdict="notRun" data-req="" data-area={name} data-level="">
      <span class="num">{count(cases.length)}</span>
      <div>
        <p>{visible(name)}</p>
        <SomeNames names={cases.map((one) => one.name)} />
      </div>
    </li>
  );
}

function OpenRequirement({ one: { requirement, level, text } }: { one: RequirementCount }) {
  return (
    <li class="item" data-verdict="untestable" data-req={requirement} data-area="" data-level={level}>
      <span class="v unsure">
        <span aria-hidden="true">?</span> {level}
      </span>
      <div>
        <code>{visible(requirement)}</code> {visible(text)}
      </div>
    </li>
  );
}

const SKIPS: readonly [CaseResult['skip'], string][] = [
  ['target', 'The target does not offer it'],
  ['target-file', 'No target file says how the target shows it'],
  ['nothing-came', 'Nothing came that these rules judge'],
  ['version', 'For another version of the protocol'],
  ['transport', 'For another transport'],
  [undefined, 'For another reason'],
];

/** Cases that say nothing of this target, first by what does not fit. */
export function Skipped({ cases }: { cases: readonly CaseResult[] }) {
  const skipped = cases.filter(({ verdict }) => verdict === 'skipped');
  if (skipped.length === 0) return null;
  return (
    <Folded id="skipped" title="Skipped" about={counted(skipped.length, 'case')}>
      {SKIPS.map(([skip, title]) => {
        const some = skipped.filter((one) => one.skip === skip);
        if (some.length === 0) return null;
        return (
          <>
            <h3>{title}</h3>
            <Reasons cases={some} />
          </>
        );
      })}
    </Folded>
  );
}

/** Every case, by area. */
export function AllCases({ areas, total }: { areas: readonly Area[]; total: number }) {
  return (
    <Folded id="all" title="All cases" about={count(total)}>
      {areas.map(({ name, id, cases, notRun }) => (
        <details class="area" id={id}>
          <summary>
            <Triangle />
            <b>{visible(name)}</b> <span class="dim num">{counted(cases.length + notRun.length, 'case')}</span>
          </summary>
          <ol>
            {cases.map((one) => (
              <CaseRow one={one} area={name} />
            ))}
            {notRun.map((one) => (
              <NotRunRow one={one} />
            ))}
          </ol>
        </details>
      ))}
    </Folded>
  );
}

function CaseRow({ one, area }: { one: CaseResult; area: string }) {
  const standing = standingOf(one);
  const broken = brokenIn(one);
  const isQuiet = standing === 'pass';
  return (
    <li
      class="item case"
      data-verdict={standing}
      data-req={[...new Set(one.checks.map(({ requirement }) => requirement))].join(' ')}
      data-area={area}
      data-level={broken[0]?.level ?? ''}
    >
      <Verdict standing={standing} />
      <div>
        <code>{visible(nameOf(one))}</code>
        {one.title !== undefined && <p class="dim">{visible(one.title)}</p>}
        {!isQuiet && one.reason !== undefined && <p class="lines">{visible(reasonOf(one))}</p>}
      </div>
      <span class="dim num">{one.durationMs > 0 ? duration(one.durationMs) : ''}</span>
    </li>
  );
}

/** A case that did not run. */
function NotRunRow({ one: { name, title, group } }: { one: CaseNotRun }) {
  return (
    <li class="item case" data-verdict="notRun" data-req="" data-area={group} data-level="">
      <Verdict standing="notRun" />
      <div>
        <code>{visible(name)}</code>
        {title !== name && <p class="dim">{visible(title)}</p>}
      </div>
      <span />
    </li>
  );
}

/** What the symbols mean. */
export function Legend() {
  const words: readonly [(typeof STANDINGS)[number], string][] = [
    ['fail', 'broke a must, or a should that makes the run red'],
    ['warn', 'passed, and a should, a may or a sentence of ours was not followed'],
    ['known', 'failed, and the list of known failures says so'],
    ['flaky', 'held in some runs and not in others'],
    ['untestable', 'could not be tested: it says nothing about the target'],
    ['error', 'could not be judged, for a reason that is not the target'],
    ['notRun', 'was planned and did not run'],
    ['tolerated', 'passed by a way that the specification permits and does not recommend'],
    ['pass', 'all that the case asks for held'],
    ['skipped', 'does not apply to this target or this run'],
  ];
  return (
    <Folded id="legend" title="Legend" about="what the symbols mean">
      <dl class="legend">
        {words.map(([standing, text]) => (
          <>
            <dt>
              <Verdict standing={standing} />
            </dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
    </Folded>
  );
}
