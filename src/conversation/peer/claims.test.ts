import { expect, test } from 'vitest';
import type { Step } from '../../language/case.js';
import { Claims } from './claims.js';

const place = { file: 'c.yaml', line: 1, col: 1 };
const step = (verb: Step['verb'], body: Step['body'], more: Partial<Step> = {}): Step => ({
  verb,
  body,
  check: [],
  save: {},
  place,
  ...more,
});
const expects = (request: string, on?: string) => step('expect', { request }, on === undefined ? {} : { on });

test.each([
  ['on main, where the step says no channel', [expects('a')], { main: true, 'exchange-1': true, 'peer-2': false }],
  ['whatever the variant', [expects('a#x')], { main: true }],
  ['on a further peer alone', [expects('a', 'peer-2')], { main: false, 'peer-2': true, 'peer-3': false }],
  [
    'on an opened channel alone',
    [step('open', { as: 'ws', listen: 'ws' }), expects('a', 'ws')],
    { ws: true, main: false },
  ],
  ['on main, where its exchange is named', [expects('a', 'stream')], { main: true, stream: true, 'peer-2': false }],
  ['anywhere, where only a run knows the channel', [expects('a', '${there}')], { main: true, 'peer-2': true }],
  ['whatever the method', [expects('*')], { main: true, 'peer-2': false }],
  ['inside other steps', [step('repeat', {}, { steps: [expects('a', 'peer-2')] })], { main: false, 'peer-2': true }],
  ['of no other method', [expects('b')], { main: false }],
])('a claim holds %s', (_, steps, claimed) => {
  const claims = new Claims(steps);
  expect(Object.fromEntries(Object.keys(claimed).map((channel) => [channel, claims.keep('a', channel)]))).toEqual(
    claimed,
  );
});
