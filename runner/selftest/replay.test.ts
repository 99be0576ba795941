import { expect, test } from 'vitest';
import { setOf } from '../load/faults.js';
import type { Crossing } from './border-log.js';
import { faultApplies } from './replay.js';

const message = (direction: Crossing['direction'], value: object, time = 0): Crossing => ({
  direction,
  time,
  carried: { kind: 'message', message: { jsonrpc: '2.0', ...value } },
});

const conversation = [
  message('hears', { id: 1, method: 'initialize' }),
  message('sends', { id: 1, result: {} }, 10),
  message('hears', { method: 'notifications/initialized' }, 20),
  message('hears', { id: 2, method: 'ping' }, 30),
  message('sends', { id: 2, result: {} }, 40),
];

test.each<[string, object, boolean]>([
  ['changes a reply', { sends: { reply: 'ping' }, do: [{ set: { '/id': 7 } }] }, true],
  ['sets what is so already', { sends: { reply: 'ping' }, do: [{ set: { '/id': 2 } }] }, false],
  ['waits for a reply that never comes', { sends: { reply: 'tools/call' }, do: ['drop'] }, false],
  ['waits for a second one', { sends: { reply: 'ping' }, nth: 2, do: ['drop'] }, false],
  [
    'acts after a moment',
    { sends: { reply: 'ping' }, after: { hears: { notify: 'notifications/initialized' } }, do: ['drop'] },
    true,
  ],
  [
    'acts before a moment only',
    { sends: { reply: 'initialize' }, after: { hears: { request: 'ping' } }, do: ['drop'] },
    false,
  ],
  ['ends the process', { hears: { request: 'ping' }, do: [{ exit: 1 }] }, true],
  ['puts a reply off', { sends: { reply: 'ping' }, do: [{ delay: '5s' }] }, true],
  ['is a switch', { switch: 'anything' }, true],
])('a fault that %s', (_, fault, acts) => {
  expect(faultApplies(setOf([{ id: 'f', ...fault }]), conversation, {})).toBe(acts);
});
