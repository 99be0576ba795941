import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.js';
import type { Step } from '../../language/case.js';
import type { Role } from '../../language/role.js';
import { wantsOwnStream } from '../case/own-stream.js';
import { endsWithLivenessCheck } from './liveness.js';

const place = { file: 'case.yaml', line: 1, col: 1 };
const alive = { request: 'ping', result: {}, once: 'initialize', check: 'T-1', place };
const role = { alive } as unknown as Role;

const step = (verb: Step['verb'], body: Json, check: string[] = []): Step => ({ verb, body, check, save: {}, place });
const greeting = step('call', { request: 'initialize' });
const work = step('call', { request: 'tools/list', result: {} }, ['T-2']);
const ping = step('call', { request: 'ping', result: {} }, ['T-1']);

describe('endsWithLivenessCheck', () => {
  it.each<[boolean, string, Step[]]>([
    [true, 'the check itself', [work, ping]],
    [true, 'the check under a name of its own', [step('call', { request: 'ping', result: {}, as: 'last' }, ['T-1'])]],
    [true, 'what is claimed of it afterwards', [ping, step('assert', { count: {} }, ['T-2'])]],
    [false, 'nothing', []],
    [false, 'another call', [ping, work]],
    [false, 'a message after it', [ping, step('send', { notify: 'notifications/cancelled' })]],
    [false, 'any answer at all', [step('call', { request: 'ping' }, ['T-1'])]],
    [false, 'a check of something else', [step('call', { request: 'ping', result: {} }, ['T-2'])]],
    [false, 'other headers', [step('call', { request: 'ping', result: {}, http: { headers: {} } }, ['T-1'])]],
    [false, 'a request that nobody waits for', [step('send', { request: 'ping' }, ['T-1'])]],
  ])('is %s after %s', (expected, _, steps) => {
    expect(endsWithLivenessCheck(role, steps)).toBe(expected);
    expect(endsWithLivenessCheck({ alive: null } as unknown as Role, steps)).toBe(false);
  });
});

describe('wantsOwnStream', () => {
  it.each<[boolean, string, Step[]]>([
    [true, 'a request', [greeting, work]],
    [true, 'one in steps of a step', [greeting, { ...step('repeat', 2), steps: [work] }]],
    [true, 'bytes', [greeting, step('send', { raw: '{' }), ping]],
    [true, 'a wait for a question', [greeting, step('expect', { request: 'roots/list' })]],
    [true, 'a wait for a notification', [greeting, step('expect', { notify: 'notifications/message' })]],
    [false, 'the greeting and the liveness check', [greeting, ping]],
    [false, 'a wait for a reply', [step('send', { request: 'ping', as: 'one' }), step('expect', { reply: 'one' })]],
    [false, 'a stream of its own', [greeting, work, step('send', { http: { method: 'GET' } })]],
  ])('is %s for %s', (expected, _, steps) => {
    expect(wantsOwnStream(role, steps)).toBe(expected);
  });
});
