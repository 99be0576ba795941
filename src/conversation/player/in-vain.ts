import type { Selector } from '../../language/selector.js';
import type { Channel } from '../channel.js';
import { silenceInWords } from '../clock/silence.js';
import { type Stage, StageError } from '../stage.js';
import { describeEnd, describeFound } from '../summary.js';
import { StepFailure } from './step-failure.js';
import type { TimeUp } from './until.js';

/** The failure of a wait whose time is up: what came last, and what the target's clock has to do with it. */
export function tooLate(
  stage: Stage,
  what: string,
  why: TimeUp,
  channel: Channel,
  kind: 'no-reply' | 'nothing-came',
): StepFailure {
  const last = channel.records.findLast((record) => record.from === 'target');
  const seen = last ? `the last that came was ${describeFound(last)}` : 'nothing came at all';
  const clock = why === 'silence' ? silenceInWords(stage.time) : '';
  return new StepFailure(`${what}; ${seen}${clock}`, { kind }, { channel: channel.name });
}

/** The failure of a wait that nothing can end any more: says how the lane, or the exchange of the reply, came to its end. */
export async function endedEarly(
  stage: Stage,
  channel: Channel,
  selector: Selector,
  what: string,
): Promise<StepFailure> {
  const own = selector.kind === 'reply' ? stage.channel(selector.names?.[0]) : undefined;
  const { records } = own ?? channel;
  // Whoever answered the exchange to its end did not go away in it, whatever the answer was.
  const answered = records.some(({ kind }) => kind === 'http') && records.at(-1)?.closed?.how === 'end';
  if (!answered) await stage.settle();
  const { died } = stage;
  const how = died === undefined ? describeEnd(records) : '';
  const gone = died ?? stage.left ?? (channel.ended ? `channel ${channel.name} was closed` : undefined);
  // Without the method's name, so that the report groups requests that fail in the same way.
  const awaited = selector.kind === 'reply' ? 'its reply' : what;
  const early = gone === undefined ? `the exchange ended before ${awaited} came` : `${gone} before ${what} came`;
  const message = `${early}${how === '' ? '' : `: ${how}`}`;
  // A status of 400 and more refuses a request; any other end without a reply leaves it unanswered.
  const refused = records.some(({ http }) => (http?.status ?? 0) >= 400);
  const unanswered = selector.kind === 'reply' && died === undefined && !refused;
  return new StepFailure(
    message,
    { kind: 'ended', how: how === '' ? 'the connection was closed' : how, unanswered },
    { channel: channel.name },
  );
}

/**
 * Throws StageError where what did not come may be what came and was not read, for it is beyond a limit of ours: that is no
 * mistake of the target.
 */
export function refuseUnread(stage: Stage, what: string, channel: Channel, selector: Selector): void {
  const own = selector.kind === 'reply' ? stage.channel(selector.names?.[0]) : undefined;
  for (const { records } of own === undefined ? [channel] : [channel, own]) {
    const unread = records.find(({ from, beyondLimit }) => from === 'target' && beyondLimit);
    if (unread)
      throw new StageError(
        'defect',
        `${what} was not read: ${unread.problem}; Proctor reads no message beyond its limits`,
      );
  }
}
