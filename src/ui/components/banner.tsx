import type { ComponentChildren } from 'preact';

/** What each is called, so that they can be told apart by ear. */
const LABELS: { readonly [tone in Tone]: string } = {
  gone: 'Connection',
  dead: 'End',
  wait: 'Question',
  note: 'Notice',
};
type Tone = 'gone' | 'dead' | 'wait' | 'note';

/** Something urgent on top. It pushes the page down and never covers it. */
export function Banner({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <section class={`banner ${tone}`} aria-label={LABELS[tone]}>
      {children}
    </section>
  );
}
