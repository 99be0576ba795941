import type { Entry } from '../model/entry.js';
import { visible } from '../model/visible.js';
import { count, counted, duration, stamp } from '../model/wording.js';
import { FindingChip } from './verdict.js';

export interface RowProps {
  entry: Entry;
  /** Index of its reply, which comes later than the row: then it is drawn again. */
  reply: number | undefined;
  /** What the other side is called. */
  peer: string;
  /** Whether nothing more will come: what is open stays without a reply. */
  ended: boolean;
}

/** What stands in one line of the list, whatever the message is. */
export function RowContent({ entry, peer, ended }: RowProps) {
  if (entry.kind === 'dropped') return <Dropped entry={entry} />;
  const { worst } = entry;
  return (
    <>
      <time class="num">{stamp(entry.time)}</time>
      <span class="rail" aria-hidden="true">
        {[...entry.rail].map((mark) => (
          <i class={mark === '-' ? '' : mark} />
        ))}
      </span>
      <Direction entry={entry} peer={peer} />
      <span class="what">
        <code class="m">
          {entry.kind === 'reply' || entry.request !== undefined ? '↩ ' : ''}
          {visible(entry.method)}
        </code>
        <span class="sum">{visible(entry.summary)}</span>
      </span>
      <span class="lat num">{tookOf(entry, ended)}</span>
      <span class="fi">
        {worst && (
          <FindingChip tone={worst.tone} requirement={worst.finding.requirement} more={entry.findings.length - 1} />
        )}
        {entry.line.mine && <span class="chip accent">mine</span>}
        {entry.line.before !== undefined && (
          <span class="chip accent">
            <span aria-hidden="true">⚡</span>
            <span class={worst ? 'sr' : ''}>fault</span>
          </span>
        )}
      </span>
    </>
  );
}

function Direction({ entry, peer }: Pick<RowProps, 'entry' | 'peer'>) {
  if (entry.dir === 'none') return <span class="dir" />;
  const out = entry.dir === 'out';
  return (
    <span class={out ? 'dir to' : 'dir'}>
      <span aria-hidden="true">{out ? '→' : '←'}</span>
      <span class="sr">{out ? `to ${peer}` : `from ${peer}`}</span>
    </span>
  );
}

/** How long the reply took, on the row of the request. */
function tookOf({ opens, took, reply }: Entry, ended: boolean) {
  if (!opens) return null;
  if (reply !== undefined) return took === undefined ? null : duration(took);
  return ended ? <b class="none">no reply</b> : <b class="open">open</b>;
}

function Dropped({ entry }: { entry: Entry }) {
  const { line } = entry.line;
  const messages = line.type === 'dropped' ? line.count : 0;
  return (
    <>
      <time class="num">{stamp(entry.time)}</time>
      <span class="rail" aria-hidden="true">
        {[...entry.rail].map((mark) => (
          <i class={mark === '-' ? '' : mark} />
        ))}
      </span>
      <span class="dir warn" aria-hidden="true">
        ⚠
      </span>
      <span class="what warn">{counted(messages, 'message')} dropped here</span>
    </>
  );
}

/** The number of a message, as people count. */
export const numberOf = (index: number): string => count(index + 1);
