import type { ComponentChildren } from 'preact';
import type { CaseResult } from '../../generated/types/report-v1.js';
import { MARKS, nameOf, type Standing } from '../model/report/cases.js';
import { visible } from '../model/visible.js';
import { count } from '../model/wording.js';

/** The symbol and the word of a verdict. */
export function Verdict({ standing }: { standing: Standing }) {
  const { symbol, word, tone } = MARKS[standing];
  return (
    <span class={`v ${tone}`}>
      <span aria-hidden="true">{symbol}</span> {word}
    </span>
  );
}

/** A section that is folded until somebody opens it. */
export function Folded({
  id,
  title,
  about,
  children,
}: {
  id: string;
  title: string;
  about: string;
  children: ComponentChildren;
}) {
  return (
    <details class="folded" id={id}>
      <summary>
        <Triangle />
        <h2>
          {title} <small>{about}</small>
        </h2>
      </summary>
      <div class="inside">{children}</div>
    </details>
  );
}

export const Triangle = () => (
  <span class="tri" aria-hidden="true">
    ▸
  </span>
);

/** Names of cases in one paragraph, each with what it shares with the one before left out for the eye alone. */
function Names({ names }: { names: readonly string[] }) {
  return (
    <p class="names">
      {names.map((name) => (
        <>
          <code>{visible(name)}</code>{' '}
        </>
      ))}
    </p>
  );
}

/** How many names stand in the open. */
const OPEN = 3;

/** Names of cases, those that are many folded. */
export function SomeNames({ names }: { names: readonly string[] }) {
  if (names.length <= OPEN) return <Names names={names} />;
  return (
    <details class="ids">
      <summary>
        <Triangle />
        All {count(names.length)} cases
      </summary>
      <Names names={names} />
    </details>
  );
}

export const namesOf = (cases: readonly CaseResult[]): string[] => cases.map(nameOf);

/** Lines that a program wrote. */
export const linesOf = (text: string): string => text.replaceAll('\t', '  ');
