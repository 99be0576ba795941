import { useEffect } from 'preact/hooks';
import { RequirementText } from '../components/requirement-text.js';
import { MARKS, type Mark } from '../model/hosted/verdicts.js';
import { visible } from '../model/visible.js';
import type { Store } from './store.js';

/** Colours of chips that are called otherwise than the mark. */
const TONES: { readonly [mark in Mark]?: string } = { now: 'accent', todo: '', missed: 'unsure' };

/** A case that is looked at: what it says, what it came to, and why. */
export function CaseCard({ store, name, close }: { store: Store; name: string; close(): void }) {
  const one = store.cases.value.get(name);
  const mark = store.markOf(name);
  const ids = one?.requirements ?? [];
  useEffect(() => store.readRequirements(), [store, ids.join(' ')]);
  return (
    <section class={`about ${mark}`} id="case" aria-label="The chosen case">
      <p>
        <span class={`chip ${TONES[mark] ?? mark}`}>
          {MARKS[mark].symbol !== '' && <span aria-hidden="true">{MARKS[mark].symbol}</span>}
          {store.wordOf(name)}
        </span>{' '}
        <b>{visible(one?.title ?? name)}</b>
      </p>
      <p class="hint">
        <code>{visible(name)}</code>
        {mark !== 'todo' && (
          <>
            {' '}
            · <a href={store.inspector(name)}>its messages</a>
          </>
        )}
      </p>
      {one?.problem !== undefined && <p class="problem">{visible(one.problem)}</p>}
      <Requirements store={store} ids={ids} />
      <button type="button" class="btn" onClick={close}>
        Close
      </button>
    </section>
  );
}

/** Requirements that a case broke, with their sentences as soon as they are there. */
export function Requirements({ store, ids }: { store: Store; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <ul class="requirements">
      {ids.map((id) => {
        const requirement = store.requirements.value.get(id);
        return (
          <li>
            <p class="req">
              <code>{visible(id)}</code>
              {requirement && <span class="dim">{requirement.level}</span>}
            </p>
            {requirement && <RequirementText requirement={requirement} />}
          </li>
        );
      })}
    </ul>
  );
}
