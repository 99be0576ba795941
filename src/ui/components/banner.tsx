import type { ComponentChildren } from 'preact';

/** What each is called, so that they can be told apart by ear. */
const LABELS: { readonly [tone in Tone]: string } = {
  gone: 'Connection',
  dead: 'End',
  wait: 'Question',
  note: 'Notice',
};
type Tone = 'gone' | 'dead' | 'wait' | 'note';

interface Props {
  tone: Tone;
  /** What it is called, if two of its tone may be there. */
  label?: string;
  children: ComponentChildren;
}

/** Something urgent on top. It pushes the page down and never covers it. */
export function Banner({ tone, label = LABELS[tone], children }: Props) {
  return (
    <section class={`banner ${tone}`} aria-label={label}>
      {children}
    </section>
  );
}
