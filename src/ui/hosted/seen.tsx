import { FindingChip } from '../components/verdict.js';
import type { Entry } from '../model/entry.js';
import { visible } from '../model/visible.js';
import { count, counted, duration, stamp } from '../model/wording.js';
import type { Store } from './store.js';

/** The last messages: "nothing came" and "it came and was wrong" look different. */
export function Seen({ store }: { store: Store }) {
  const { seen } = store;
  return (
    <section class="card" aria-labelledby="seen">
      <h3 id="seen">What Proctor sees</h3>
      {seen.length === 0 ? (
        <p class="dim">No message has come yet.</p>
      ) : (
        <ol class="seen">
          {seen.map((entry) => (
            <Row key={entry.index} store={store} entry={entry} />
          ))}
        </ol>
      )}
      <p class="hint">
        Every message, with its requirement, is in the <a href={store.inspector()}>inspector</a>.
      </p>
    </section>
  );
}

function Row({ store, entry }: { store: Store; entry: Entry }) {
  const { worst, dir, line } = entry;
  const server = store.entryOf(entry.session);
  if (line.line.type === 'dropped')
    return (
      <li>
        <time class="num">{stamp(entry.time)}</time>
        <span class="warn" aria-hidden="true">
          ⚠
        </span>
        <span class="warn">{counted(line.line.count, 'message')} dropped here</span>
        <span />
      </li>
    );
  return (
    <li>
      <time class="num">{stamp(entry.time)}</time>
      <span class={dir === 'out' ? 'hint-tone' : 'dim'}>
        <span aria-hidden="true">{dir === 'out' ? '→' : dir === 'in' ? '←' : ''}</span>
        <span class="sr">{dir === 'out' ? 'to the client' : dir === 'in' ? 'from the client' : ''}</span>
      </span>
      <span class="what">
        <code class="m">
          {entry.request === undefined && entry.kind !== 'reply' ? '' : '↩ '}
          {visible(entry.method)}
        </code>{' '}
        <span class="sum">{visible(entry.summary)}</span>
        {server !== undefined && <span class="chip server">{visible(server)}</span>}
        {worst && (
          <FindingChip tone={worst.tone} requirement={worst.finding.requirement} more={entry.findings.length - 1} />
        )}
      </span>
      <span class="num took">{tookOf(entry)}</span>
    </li>
  );
}

function tookOf({ opens, reply, took }: Entry) {
  if (!opens) return null;
  if (reply === undefined) return <b class="hint-tone">open</b>;
  return took === undefined ? null : (
    <span class="dim">{took < 60_000 ? duration(took) : `${count(took / 60_000)} min`}</span>
  );
}
