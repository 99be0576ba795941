import { useState } from 'preact/hooks';
import type { Json } from '../../json/json.js';
import { type JsonLine, jsonLines, type Mark, type Piece } from '../model/message/json-lines.js';
import { visible } from '../model/visible.js';
import { count } from '../model/wording.js';

/** Lines that are drawn at first, and with each step more. */
const [FIRST, STEP] = [400, 2000];
const CLASSES: { readonly [kind in Piece['kind']]: string } = { key: 'k', string: 's', number: 'n', mark: 'p' };

interface Props {
  value: Json;
  marks?: readonly Mark[];
  label: string;
  /** The most lines, where the page has no script that could show more. */
  most?: number;
}

/** The deepest indentation that a reason under a line has. */
const DEEPEST = 12;

/** A value as JSON, one member a line, with what is wrong marked in place and the reason under it. */
export function JsonView({ value, marks = [], label, most }: Props) {
  const [limit, setLimit] = useState(most ?? FIRST);
  const { lines, more } = jsonLines(value, marks, limit);
  return (
    <>
      <pre class="json" tabIndex={0} role="group" aria-label={label}>
        {lines.map((line, at) => (
          <Line line={line} number={at + 1} />
        ))}
      </pre>
      {more && most !== undefined && <p class="hint">The rest of it is left out here.</p>}
      {more && most === undefined && (
        <button type="button" class="btn" onClick={() => setLimit(limit + STEP)}>
          Show {count(STEP)} more lines
        </button>
      )}
    </>
  );
}

function Line({ line: { depth, pieces, marks }, number }: { line: JsonLine; number: number }) {
  const tone = marks.some((mark) => mark.tone === 'bad') ? 'bad' : marks.length > 0 ? 'hinted' : '';
  const indent = '  '.repeat(depth);
  return (
    <>
      <span class={tone} data-n={number}>
        {indent}
        {pieces.map(({ kind, text, wrong }) => {
          const piece = <i class={CLASSES[kind]}>{text}</i>;
          return wrong ? <mark>{piece}</mark> : piece;
        })}
        {'\n'}
      </span>
      {marks.map(({ tone: how, why }) => (
        <span class={`${how === 'bad' ? 'why' : 'why hinted'} d${Math.min(depth, DEEPEST)}`}>
          {how === 'bad' ? '✗' : '✎'} {visible(why)}
          {'\n'}
        </span>
      ))}
    </>
  );
}
