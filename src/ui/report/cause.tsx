import type { CaseResult, Check } from '../../generated/types/report-v1.js';
import { showValue } from '../../json/display.js';
import { Command } from '../components/command.js';
import { JsonView } from '../components/json-view.js';
import { RequirementText } from '../components/requirement-text.js';
import { SequenceContent, SequenceMissing } from '../components/sequence-row.js';
import { brokenIn, MARKS, nameOf, type ShownCause, sizeOf, standingOf } from '../model/report/cases.js';
import { conversationOf, type Row, type ShownRecord, wrongRecords } from '../model/report/conversation.js';
import { visible, visibleLines } from '../model/visible.js';
import { count, counted, partOf } from '../model/wording.js';
import { linesOf, SomeNames, Triangle } from './parts.js';

/** One thing that went wrong, once: what happens, what the specification asks, the conversation, the message, how to see it again. */
export function CauseCard({ shown, open }: { shown: ShownCause; open: boolean }) {
  const { cause, example, id } = shown;
  const broken = brokenIn(example);
  const isFailure = example.verdict === 'fail' && broken.length > 0;
  const level = broken[0]?.level;
  const standing = standingOf(example);
  const { symbol, word, tone } = MARKS[standing];
  const chip = isFailure && level !== undefined ? level : word;
  return (
    <details
      class={`cause item ${tone}`}
      id={id}
      open={open}
      data-verdict={standing}
      data-req={(cause.requirements ?? []).join(' ')}
      data-area={example.group ?? ''}
      data-level={level ?? ''}
    >
      <summary>
        <Triangle />
        <span class={`chip ${tone}`}>
          <span aria-hidden="true">{symbol}</span>
          {chip}
        </span>
        <span class="t">
          <b>{visible(cause.title ?? example.title ?? example.id)}</b>
          <code class="dim">{visible((cause.requirements ?? [nameOf(example)]).join(', '))}</code>
        </span>
        <span class="cnt num">{counted(sizeOf(cause), 'case')}</span>
      </summary>
      <Body shown={shown} broken={isFailure ? broken : []} />
    </details>
  );
}

function Body({ shown: { cause, example }, broken }: { shown: ShownCause; broken: readonly Check[] }) {
  const { follow = [], cases, again, curl } = cause;
  const rows = conversationOf(example);
  // Its records come from different conversations.
  const isWire = example.brokenIn !== undefined || example.group === 'wire';
  return (
    <div class="body">
      {broken.length === 0 && example.reason !== undefined && (
        <pre class="said reason">{visibleLines(linesOf(example.reason))}</pre>
      )}
      {onceEach(broken).map((check, index, all) => (
        <Judgement check={check} isFirst={all[index - 1]?.requirement !== check.requirement} />
      ))}
      <div class="two">
        <div class="stack">
          {rows.length > 0 && !isWire && <Conversation rows={rows} role={example.role} />}
          <div>
            <h3>{cases.length === 1 ? 'The case' : 'The cases'}</h3>
            <p class="names">
              <code>{visible(cases[0] ?? '')}</code> {visible(example.title ?? '')}
            </p>
            {cases.length > 1 && <SomeNames names={cases} />}
          </div>
          {example.stderr !== undefined && example.stderr !== '' && (
            <details class="ids">
              <summary>
                <Triangle />
                What the target wrote to stderr
              </summary>
              <pre class="said">{visibleLines(linesOf(example.stderr))}</pre>
            </details>
          )}
          {isWire && example.brokenIn && (
            <div>
              <h3>In the conversations of {counted(example.brokenIn.length, 'case')}</h3>
              <SomeNames names={example.brokenIn} />
            </div>
          )}
          {follow.length > 0 && (
            <div>
              <h3>{counted(follow.length, 'case follows', 'cases follow')} from it</h3>
              <SomeNames names={follow} />
            </div>
          )}
        </div>
        <div class="stack">
          <Messages records={wrongRecords(example)} />
          <div>
            <h3>Again</h3>
            <Command text={again} label="the command that runs it again" />
          </div>
          {curl !== undefined && (
            <div>
              <h3>Without Proctor</h3>
              <Command text={curl} label="the curl command" />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** The checks of an example, one for each requirement and message. */
function onceEach(checks: readonly Check[]): Check[] {
  const seen = new Set<string>();
  return checks.filter(({ requirement, message }) => {
    const key = `${requirement}\0${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** How many places of one check are shown. */
const PLACES = 5;

/** @param isFirst whether the one before is about another requirement */
function Judgement({ check, isFirst }: { check: Check; isFirst: boolean }) {
  const { requirement, level, text, source, url, message, differences = [], expected, actual, silence } = check;
  // A single difference says the same in its parts.
  const isTold = differences.length > 0 && differences[0]!.message === message && differences[0]!.actual !== undefined;
  const places =
    differences.length > 0
      ? differences.slice(0, PLACES)
      : expected === undefined && actual === undefined
        ? []
        : [{ expected, actual }];
  return (
    <div class="judgement">
      {isFirst && text !== undefined && source !== undefined && (
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
      {message !== undefined && !isTold && <p class="message">{visible(message)}</p>}
      {silence === true && (
        <p class="hint">It rests on silence: nothing came in time, which a busy machine can cause too.</p>
      )}
      {places.map((place) => (
        <dl class="vs">
          {'path' in place && (
            <>
              <dt>at</dt>
              <dd>{visible(place.pointer ?? place.path) || 'the whole'}</dd>
            </>
          )}
          {place.expected !== undefined && (
            <>
              <dt>expected</dt>
              <dd>{visible(showValue(place.expected))}</dd>
            </>
          )}
          <dt>got</dt>
          <dd class="got">{place.actual === undefined ? 'nothing' : visible(showValue(place.actual))}</dd>
        </dl>
      ))}
      {differences.length > PLACES && <p class="hint">and {count(differences.length - PLACES)} more places</p>}
    </div>
  );
}

/** The part of the conversation that explains the failure, as a list first and a drawing second. */
function Conversation({ rows, role }: { rows: readonly Row[]; role: string }) {
  const peer = partOf(role);
  return (
    <div>
      <h3>The conversation</h3>
      <div class="seq">
        <p class="ends" aria-hidden="true">
          <span>Proctor</span>
          <span>{visible(peer)}</span>
        </p>
        <ol>
          {rows.map((row) => (
            <SequenceItem row={row} peer={peer} />
          ))}
        </ol>
      </div>
    </div>
  );
}

function SequenceItem({ row, peer }: { row: Row; peer: string }) {
  if (row.kind === 'gap')
    return (
      <li>
        <time />
        <div class="lane gap">
          <p>{counted(row.count, 'record')} left out</p>
        </div>
      </li>
    );
  if (row.kind === 'missing')
    return (
      <li class="bad">
        <SequenceMissing entry={row.entry} peer={peer} />
      </li>
    );
  const { entry, chosen, why } = row;
  return (
    <li class={why === undefined ? '' : 'bad'}>
      <SequenceContent entry={entry} reply={entry.reply} peer={peer} ended={true} />
      {(chosen.length > 0 || why !== undefined) && (
        <p class="under">
          {chosen.map((one) => (
            <code>{visible(one)}</code>
          ))}
          {why !== undefined && (
            <b>
              <span aria-hidden="true">✗ </span>
              {visible(why)}
            </b>
          )}
        </p>
      )}
    </li>
  );
}

/** Lines of one message that are shown. */
const LINES = 120;

function Messages({ records }: { records: readonly ShownRecord[] }) {
  return (
    <>
      {records.map(({ record, value, marks }, index) => {
        const from = record.from === 'kit' ? 'from Proctor' : 'from the target';
        return (
          <div>
            <h3>
              {records.length === 1 ? 'The message' : `Message ${index + 1} of ${records.length}`}, {from}
              {record.channel === 'main' ? '' : ` on ${visible(record.channel)}`}
            </h3>
            <JsonView value={value} marks={marks} label={`message ${record.seq}, ${from}`} most={LINES} />
          </div>
        );
      })}
    </>
  );
}

/** What a case says that is no cause of its own, in one line. */
export const reasonOf = ({ reason }: CaseResult): string => reason?.split('\n')[0] ?? '';
