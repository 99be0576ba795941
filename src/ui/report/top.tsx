import type { Change, LevelCount, ReportFile as Report } from '../../generated/types/report-v1.js';
import { type ShownCause, sizeOf } from '../model/report/cases.js';
import { type Doubt, doubtsOf, reassurance } from '../model/report/doubts.js';
import { visible, visibleLines } from '../model/visible.js';
import { count, counted, duration } from '../model/wording.js';
import { linesOf } from './parts.js';

/** What was tested, when and by what. */
export function Head({ report }: { report: Report }) {
  const { target, proctor, startedAt, durationMs, exit } = report;
  const about = [target.role, target.version ?? '', target.transport].filter((part) => part !== '').join(' · ');
  const facts = [
    ...(target.calls === undefined || target.calls === target.name ? [] : [target.calls]),
    momentOf(startedAt),
    ...(durationMs === undefined ? [] : [duration(durationMs)]),
    `Proctor ${proctor}`,
    ...(exit === undefined ? [] : [`exit ${exit}`]),
  ];
  return (
    <div class="top">
      <div>
        <h1>
          {visible(target.name)} <span class="about">{visible(about)}</span>
        </h1>
        <p class="meta">
          {facts.map((fact) => (
            <span class="num">{visible(fact)}</span>
          ))}
        </p>
      </div>
      <button class="btn" type="button" id="theme" aria-label="Switch between light and dark">
        ◐
      </button>
    </div>
  );
}

/** `2026-11-26 12:08 UTC`; a time of another zone stays as it is. */
const momentOf = (moment: string): string =>
  moment.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?(?:\.\d+)?Z$/, '$1 $2 UTC');

/** What the verdict does not cover: it comes before the verdict. */
export function Doubts({ report, causes }: { report: Report; causes: readonly ShownCause[] }) {
  const doubts = doubtsOf(report, causes);
  const calm = reassurance(report);
  const isNone = doubts.every(({ tone }) => tone === 'skip');
  return (
    <section class={isNone ? 'doubt none' : 'doubt'} aria-labelledby="doubt">
      <h2 id="doubt">
        {isNone ? 'The verdict covers all that was asked' : 'Read this first: what the verdict does not cover'}
      </h2>
      <ul>
        {doubts.map((doubt) => (
          <OneDoubt doubt={doubt} />
        ))}
        {calm !== '' && (
          <li>
            <span class="v pass" aria-hidden="true">
              ✓
            </span>
            <span class="dim">{calm}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

const SYMBOLS = { fail: '✗', warn: '⚠', unsure: '?', skip: '↷' } as const;
/** How many cases a doubt names. */
const NAMED = 4;

function OneDoubt({ doubt: { tone, text, more, detail, links = [], cases = [] } }: { doubt: Doubt }) {
  const left = cases.length - NAMED;
  return (
    <li>
      <span class={`v ${tone}`} aria-hidden="true">
        {SYMBOLS[tone]}
      </span>
      <div>
        <p>
          <b>{visible(text)}</b>
          {more !== undefined && ` ${visible(more)}`}
          {links.map(({ id, text: words }) => (
            <>
              {' '}
              <a href={`#${id}`}>{visible(words)}</a>
            </>
          ))}
        </p>
        {cases.length > 0 && (
          <p class="names">
            {cases.slice(0, NAMED).map((name) => (
              <>
                <code>{visible(name)}</code>{' '}
              </>
            ))}
            {left > 0 && `and ${count(left)} more`}
          </p>
        )}
        {detail !== undefined && <pre class="said">{visibleLines(linesOf(detail))}</pre>}
      </div>
    </li>
  );
}

/** Requirements first, since many cases may be one mistake. */
export function Result({ report, causes }: { report: Report; causes: readonly ShownCause[] }) {
  const { levels, summary, cases } = report;
  const failed = causes.reduce((sum, { cause }) => sum + sizeOf(cause), 0);
  const counts: [string, string, number, string][] = [
    ['pass', '✓', summary.pass, 'pass'],
    ['warn', '⚠', summary.warn, 'with a warning'],
    ['skip', '≈', summary.nonStrict, 'by tolerance'],
    ['skip', '✗', summary.expectedFail, 'known'],
    ['unsure', '~', summary.flaky, 'flaky'],
    ['unsure', '?', summary.untestable, 'untestable'],
    ['unsure', '!', summary.error, 'in error'],
    ['unsure', '–', summary.notRun, 'not run'],
    ['fail', '✗', summary.unexpectedPass, 'known to fail, and passed'],
    ['skip', '↷', summary.skipped, 'skipped'],
  ];
  const shown = counts.filter(([, , number]) => number > 0);
  return (
    <section class="sum" aria-label="Result">
      {levels && <Level name="must" counts={levels.must} tone="fail" symbol="✗" brokenWord="broken" />}
      {levels && <Level name="should" counts={levels.should} tone="warn" symbol="⚠" brokenWord="not followed" />}
      <div>
        <p class="lab">cases</p>
        {causes.length > 0 ? (
          <p class="big num">
            {count(failed)} <small>{failed === 1 ? 'fails for' : 'fail for'}</small> {count(causes.length)}{' '}
            <small>{causes.length === 1 ? 'cause' : 'causes'}</small>
          </p>
        ) : (
          <p class="big num">
            {count(cases.length - summary.skipped)} <small>ran</small>
          </p>
        )}
        <p class="counts num">
          {shown.map(([tone, symbol, number, word]) => (
            <span class={`v ${tone}`}>
              <span aria-hidden="true">{symbol}</span> {count(number)} {word}
            </span>
          ))}
        </p>
      </div>
    </section>
  );
}

interface LevelProps {
  name: string;
  counts: LevelCount;
  tone: string;
  symbol: string;
  brokenWord: string;
}

function Level({ name, counts, tone, symbol, brokenWord }: LevelProps) {
  const { held, broken, known, notTested } = counts;
  const tested = held + broken + known;
  const [mark, colour] = broken > 0 ? [symbol, tone] : tested > 0 ? ['✓', 'pass'] : ['?', 'unsure'];
  const all = broken + known;
  const parts = [
    ...(all > 0 ? [`${count(all)} ${brokenWord}${known > 0 ? `, ${count(known)} of them known` : ''}`] : []),
    ...(notTested > 0 ? [`${count(notTested)} not tested`] : []),
  ];
  return (
    <div>
      <p class="lab">{name}</p>
      <p class="big num">
        <span class={colour} aria-hidden="true">
          {mark}
        </span>{' '}
        {count(held)} <small>of {count(tested)} hold</small>
      </p>
      <svg
        class="gauge"
        viewBox={`0 0 ${Math.max(1, tested + notTested)} 6`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect class="held" width={held} height="6" />
        <rect class={tone} x={held} width={all} height="6" />
        <rect class="left" x={tested} width={notTested} height="6" />
      </svg>
      <p class="dim num">{parts.length === 0 ? 'All that was tested holds.' : parts.join(' · ')}</p>
    </div>
  );
}

const KINDS: readonly [Change['kind'], string, string, string][] = [
  ['worse', 'fail', '✗', 'worse'],
  ['warned', 'warn', '⚠', 'new warning'],
  ['other', 'unsure', '?', 'otherwise'],
  ['known', 'skip', '✗', 'now known'],
  ['unwarned', 'pass', '✓', 'warning gone'],
  ['better', 'pass', '✓', 'better'],
];
/** How many cases of one kind stand in the open. */
const LISTED = 6;

/** What is otherwise than in the last run. */
export function Since({ report: { since } }: { report: Report }) {
  if (since === undefined) return null;
  const { startedAt, sameProctor, sameCases, sameTarget, same, changes } = since;
  const alike = [sameProctor ? 'same Proctor' : 'another Proctor', sameCases ? 'same cases' : 'other cases'];
  return (
    <section class="since" aria-labelledby="since">
      <h2 id="since">
        Since the last run{' '}
        <small>
          {[momentOf(startedAt), ...alike, sameTarget ? 'same target' : 'the target has changed'].join(', ')}
        </small>
      </h2>
      <ul>
        {!changes.some(({ kind }) => kind === 'worse') && (
          <li>
            <span class="v pass">
              <span aria-hidden="true">✓</span> nothing is worse
            </span>
          </li>
        )}
        {KINDS.map(([kind, tone, symbol, word]) => {
          const some = changes.filter((one) => one.kind === kind);
          if (some.length === 0) return null;
          return (
            <li>
              <span class={`v ${tone}`}>
                <span aria-hidden="true">{symbol}</span> {count(some.length)} {word}
              </span>{' '}
              {some.slice(0, LISTED).map((one) => (
                <>
                  <code>{visible(one.case)}</code>{' '}
                </>
              ))}
              {some.length > LISTED && `and ${count(some.length - LISTED)} more`}
            </li>
          );
        })}
        <li class="dim num">= {counted(same, 'case')} as before</li>
      </ul>
    </section>
  );
}
