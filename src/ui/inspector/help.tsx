import { useEffect, useRef } from 'preact/hooks';
import { GRAMMAR } from '../model/filter/words.js';
import { keysOf } from './keys.js';
import type { Store } from './store.js';

/** Keys and grammar. Nothing behind it is held up. */
export function Help({ store }: { store: Store }) {
  const box = useRef<HTMLDivElement>(null);
  const isOpen = store.helps.value;
  useEffect(() => {
    if (!isOpen) return undefined;
    const before = document.activeElement as HTMLElement | null;
    box.current?.focus();
    return () => before?.focus();
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <div class="help" role="dialog" aria-label="Keys and filter" tabIndex={-1} ref={box}>
      <div class="head">
        <h2>Keys</h2>
        <button type="button" class="btn" onClick={() => (store.helps.value = false)}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      <p class="dim">They work unless a field has the focus; Esc leaves it.</p>
      <dl class="keys">
        {keysOf(store).map(([keys, does]) => (
          <>
            <dt>{keys.split(' ').map((key) => (key === 'or' ? ' or ' : <kbd>{key}</kbd>))}</dt>
            <dd>{does}</dd>
          </>
        ))}
      </dl>
      <h2>Filter</h2>
      <p class="dim">
        Words are joined by “and”. <code>-</code> in front negates, <code>*</code> matches any text, quotes keep spaces.
        A bare word searches summary and method.
      </p>
      <dl class="keys">
        {GRAMMAR.map(({ example, finds }) => (
          <>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{finds}</dd>
          </>
        ))}
      </dl>
    </div>
  );
}
