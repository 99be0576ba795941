import { useState } from 'preact/hooks';
import { hexLines } from '../model/message/bytes.js';
import { count } from '../model/wording.js';

/** Bytes that are drawn at first, and with each step more. */
const [FIRST, STEP] = [2048, 16_384];

/** Bytes as they were sent. */
export function BytesView({ bytes, label }: { bytes: Uint8Array; label: string }) {
  const [limit, setLimit] = useState(FIRST);
  return (
    <>
      <pre class="json plain" tabIndex={0} role="group" aria-label={label}>
        {hexLines(bytes, limit).map(({ offset, hex, text }) => (
          <span>
            <i class="p">{offset}</i>
            {`  ${hex}  ${text}\n`}
          </span>
        ))}
      </pre>
      {bytes.length > limit && (
        <button type="button" class="btn" onClick={() => setLimit(limit + STEP)}>
          Show {count(Math.min(STEP, bytes.length - limit))} more bytes
        </button>
      )}
    </>
  );
}
