import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { HostedPart, HostedRun, HostedStep } from '../../generated/types/control-v1.js';
import { Command } from '../components/command.js';
import { visible, visibleLines } from '../model/visible.js';
import { counted, waited } from '../model/wording.js';
import { Entries } from './entries.js';
import { ANSWERS, type Store } from './store.js';

/** What a person does now: one thing, in large text. */
export function Step({ store, run }: { store: Store; run: HostedRun }) {
  const { step, state } = run;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocus(heading, `${state} ${step?.id}`);
  const parts = step?.parts ?? (state === 'waiting' ? CONNECT : []);
  const over = store.tally.value.over;
  const tone = step?.gone ? 'gone' : state === 'working' ? 'busy' : '';
  return (
    <section class={`card do ${tone}`} aria-labelledby="step">
      {step && <p class="count num">{countOf(step)}</p>}
      <h2 id="step" ref={heading} tabIndex={-1}>
        {titleOf(run)}
      </h2>
      {step?.gone && (
        <p class="lead">
          It closed a connection in the middle of “{visible(step.title)}”. Nothing is lost: {counted(over, 'result')}{' '}
          {over === 1 ? 'is' : 'are'} kept. {wayOn(step)}
        </p>
      )}
      {state === 'working' && (
        <p class="lead">
          Proctor and your client talk to each other. Nobody has to do anything; this page says when you are needed.
        </p>
      )}
      {parts.length > 0 && (
        <ol class="what">
          {parts.map((part) => (
            <Part part={part} />
          ))}
        </ol>
      )}
      <Entries store={store} run={run} />
      {state !== 'working' && <Waits store={store} run={run} />}
      {state === 'waiting' && <Check run={run} />}
    </section>
  );
}

/** For a run that has not said yet what its first step is. */
const CONNECT: readonly HostedPart[] = [
  { text: 'Put the configuration on this page into your client.', state: 'now' },
  { text: 'Restart the client, or reload its servers. This page goes on as soon as it connects.', state: 'next' },
];

function titleOf({ state, step }: HostedRun): string {
  if (step?.gone) return '⚠ The client is gone';
  if (state === 'working') return 'Nothing to do now';
  return visible(step?.title ?? 'Connect your client');
}

/** What to do after the client has gone. */
function wayOn({ answers }: HostedStep): string {
  const crashed = answers.includes('crashed') ? ` If it crashed, choose “${ANSWERS.crashed}”.` : '';
  return answers.includes('again') ? `Start it again, then choose “${ANSWERS.again}”.${crashed}` : crashed;
}

function countOf({ number, of, round, rounds }: HostedStep): string {
  const step = `Step ${number} of ${of}`;
  return rounds > 1 ? `${step} · round ${round} of ${rounds}` : step;
}

function Part({ part }: { part: HostedPart }) {
  const words = { done: 'done', now: 'now', next: 'later' }[part.state];
  return (
    <li class={part.state} aria-current={part.state === 'now' ? 'step' : undefined}>
      <div>
        <span class="sr">{words}: </span>
        <span class="text">{visibleLines(part.text)}</span>
        {part.copy !== undefined && <Command text={part.copy} label="the text for your client" />}
        {part.progress !== undefined && <small class="num">{visible(part.progress)}</small>}
      </div>
    </li>
  );
}

/** How long it has waited, and what a person may say of it. */
function Waits({ store, run: { step, state, entries } }: { store: Store; run: HostedRun }) {
  if (step === undefined) return state === 'waiting' ? <p class="waits">Nothing has come yet.</p> : null;
  const since = waited(store.now.value - Date.parse(step.since));
  /** Of so many servers it is asked how it went: each has its own buttons, too. */
  const asking = entries.filter(({ asks }) => asks).length;
  const connected = store.connection.value.is === 'open';
  return (
    <div class="waits">
      <p class="num">
        {state === 'waiting' ? 'Nothing has come yet. ' : ''}
        Waiting, {since}. Take your time: nothing fails while you read.
      </p>
      {step.answers.map((answer) => (
        <button
          key={answer}
          type="button"
          class="btn"
          disabled={!connected}
          aria-disabled={!store.settled.value || store.sending.value}
          onClick={() => void store.answer(step, answer)}
        >
          {ANSWERS[answer]}
          {asking > 1 && (answer === 'worked' || answer === 'failed') && ' in all'}
        </button>
      ))}
      {!connected && <p class="refusal">The page has no connection to Proctor: it can’t take an answer now.</p>}
      {store.note.value !== '' && <p class="note">{visible(store.note.value)}</p>}
    </div>
  );
}

/** What to look at if no client comes. */
function Check({ run: { transport, configurations } }: { run: HostedRun }) {
  const isLocal = configurations.some(({ text }) => /\b(?:127\.0\.0\.1|localhost)\b|\[::1\]/.test(text));
  return (
    <details class="check">
      <summary>What to check if nothing comes</summary>
      <ul>
        <li>The configuration is in the file that your client reads. Some clients have one for each project.</li>
        <li>The client was restarted, or has reloaded its servers. Most read their configuration only once.</li>
        <li>
          The server is switched on in the client. Some ask first whether you trust it, and some connect only when you
          open a chat.
        </li>
        {transport === 'stdio' ? (
          <li>The client finds the command. If its log says that it does not, write the whole path.</li>
        ) : (
          isLocal && (
            <li>
              The client runs on this machine. In a container, a virtual machine or on a phone, <code>127.0.0.1</code>{' '}
              is another machine.
            </li>
          )
        )}
        <li>The log of the client has no error about this server.</li>
      </ul>
    </details>
  );
}

/** Puts the focus on the new step if it was on something in the last one that is gone. */
function useFocus(heading: { current: HTMLElement | null }, step: string): void {
  const inside = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      inside.current = heading.current?.parentElement?.contains(target as Node) ?? false;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [heading]);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [step]);
}
