import type { Entry } from '../model/entry.js';
import { visible } from '../model/visible.js';
import { counted, stamp } from '../model/wording.js';
import type { RowProps } from './row.js';
import { FindingChip } from './verdict.js';

/** A row of the sequence view: an arrow between both sides, with what it says above it. */
export function SequenceContent({ entry, peer, ended }: RowProps) {
  const { worst } = entry;
  return (
    <>
      <time class="num">{stamp(entry.time)}</time>
      <div class={laneOf(entry)}>
        <p>
          <span class="sr">{entry.dir === 'out' ? `to ${peer}: ` : entry.dir === 'in' ? `from ${peer}: ` : ''}</span>
          <code>
            {isReply(entry) ? '↩ ' : ''}
            {visible(entry.method)}
          </code>{' '}
          {entry.kind === 'dropped' ? 'messages dropped here' : visible(entry.summary)}
          {entry.opens && entry.reply === undefined && (
            <b class={ended ? 'none' : 'open'}> {ended ? 'no reply' : 'open'}</b>
          )}
        </p>
      </div>
      <span class="fi">
        {worst && (
          <FindingChip tone={worst.tone} requirement={worst.finding.requirement} more={entry.findings.length - 1} />
        )}
      </span>
    </>
  );
}

/** What a filter leaves out between two rows. */
export function SequenceGap({ left }: { left: number }) {
  return (
    <>
      <time />
      <div class="lane gap">
        <p>{counted(left, 'message')} left out by the filter</p>
      </div>
      <span />
    </>
  );
}

/** A reply that never came. */
export function SequenceMissing({ entry, peer }: Pick<RowProps, 'entry' | 'peer'>) {
  return (
    <>
      <time />
      <div class={`lane missing ${entry.dir === 'out' ? 'from' : 'to'}`}>
        <p>
          {entry.dir === 'out' ? `no reply of the ${peer} to ` : 'no reply to '}
          <code>{visible(entry.method)}</code>
        </p>
      </div>
      <span />
    </>
  );
}

const isReply = ({ kind, request }: Entry) => kind === 'reply' || request !== undefined;

function laneOf(entry: Entry): string {
  if (entry.dir === 'none') return 'lane note';
  const bad = entry.worst?.tone === 'fail' ? ' bad' : '';
  return `lane ${entry.dir === 'out' ? 'to' : 'from'}${isReply(entry) ? ' reply' : ''}${bad}`;
}
