import type { ClockSilence, TargetTime } from '../stage.js';

const WORDS: { [silence in ClockSilence]: string } = {
  unconnected:
    'its clock never connected: the file says `clock: true`, so whatever stands in front of the target, a relay or --wrap, must pass `--clock` on to it',
  unanswered:
    'its clock does not answer (`clock: true`): the target hangs, or a relay in front of it keeps bytes back or changes them',
};

/** What to say beside a wait that ran out while the target's clock kept silent, with a semicolon before it; else nothing. */
export function silenceInWords(time: TargetTime): string {
  const silence = time.silence?.();
  return silence === undefined ? '' : `; ${WORDS[silence]}`;
}
