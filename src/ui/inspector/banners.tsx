import { Banner } from '../components/banner.js';
import { visible } from '../model/visible.js';
import { counted, duration, stamp } from '../model/wording.js';
import { again, answer } from './actions.js';
import { showQuestion } from './keys.js';
import type { Store } from './store.js';

/** What comes first: a question, an end, a lost connection. They push the page down and never cover it. */
export function Banners({ store, retry }: { store: Store; retry(): void }) {
  const state = store.state.value;
  const notice = store.notice.value;
  return (
    <>
      {store.connection.value.is === 'lost' && <Lost store={store} retry={retry} />}
      {state?.state === 'ended' && state.by !== 'file' && state.by !== 'run' && (
        <Banner tone={state.ended?.early ? 'dead' : 'note'}>
          <p>
            <b>
              {state.ended?.early ? '✗' : '○'} {visible(capital(state.ended?.text ?? `the ${store.peer.value} ended`))}
            </b>
            {state.ended?.time !== undefined && ` after ${duration(state.ended.time)}`}
            {(state.ended?.unanswered ?? []).length > 0 &&
              `, while ${state.ended!.unanswered!.slice(0, 3).map(visible).join(', ')} waited for a reply`}
            .
          </p>
          <button type="button" class="btn main" onClick={() => again(store)}>
            Copy the command <kbd>r</kbd>
          </button>
        </Banner>
      )}
      <Question store={store} />
      {notice && (
        <Banner tone="note">
          <div>
            <b>{visible(notice.title)}</b>
            <ul>
              {notice.lines.slice(0, 20).map((line) => (
                <li>{visible(line)}</li>
              ))}
            </ul>
          </div>
          <button type="button" class="btn" onClick={() => (store.notice.value = undefined)}>
            Close
          </button>
        </Banner>
      )}
    </>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Lost({ store, retry }: { store: Store; retry(): void }) {
  const { retryAt } = store.connection.value;
  const last = store.transcript.at(store.transcript.next - 1)?.time;
  const seconds = Math.max(0, Math.ceil(((retryAt ?? 0) - store.now.value) / 1000));
  if (store.state.value?.state === 'ended')
    return (
      <Banner tone="note" label="Connection">
        <p>Proctor has ended. This page stays as it is until you close it.</p>
      </Banner>
    );
  if (store.state.value === undefined)
    return (
      <Banner tone="gone">
        <p>
          <b>⚠ The page can’t connect to Proctor.</b>{' '}
          {store.token === undefined
            ? 'The address has no token: open the address that Proctor printed, with all that is behind #.'
            : 'It has ended, or the token in the address is that of another start.'}{' '}
          Next try in {seconds} s.
        </p>
        <button type="button" class="btn main" onClick={retry}>
          Try now
        </button>
      </Banner>
    );
  return (
    <Banner tone="gone">
      <p>
        <b>⚠ The page lost its connection to Proctor.</b> Below is what it had received
        {last === undefined ? '' : ` until ${stamp(last)} s`}. Proctor itself may go on, and records. Next try in{' '}
        {seconds} s.
      </p>
      <button type="button" class="btn main" onClick={retry}>
        Try now
      </button>
    </Banner>
  );
}

function Question({ store }: { store: Store }) {
  const question = store.question.value;
  if (question === undefined) return null;
  const waiting = store.pending.value.length;
  const visibleNow = store.tab.value === 'answer';
  const quick = question.answers.filter(({ kind }) => kind === 'allow' || kind === 'reject');
  return (
    <Banner tone="wait">
      <p>
        <b>
          {counted(waiting, 'request')} {waiting === 1 ? 'waits' : 'wait'} for your answer:
        </b>{' '}
        <code>{visible(question.method)}</code> {visible(question.question)} <span aria-hidden="true">·</span> open for{' '}
        {duration(Math.max(0, store.elapsed - question.since))}
      </p>
      {quick.slice(0, 2).map((one) => (
        <button
          type="button"
          class="btn"
          disabled={store.refusalOf('answer') !== undefined}
          onClick={() => void answer(store, question, one.reply)}
        >
          {visible(one.title)} {visibleNow && <kbd>{one.kind === 'allow' ? 'a' : 'd'}</kbd>}
        </button>
      ))}
      <button type="button" class="btn main" onClick={() => showQuestion(store)}>
        Show it <kbd>p</kbd>
      </button>
    </Banner>
  );
}
