import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { playIn, type Target } from './memory-stage.test-support.js';

describe('a target that answers after the time of a step', () => {
  const late: Target = ({ message }, say) => say({ jsonrpc: '2.0', id: (message as JsonObject).id!, result: {} }, 80);
  const steps = [{ call: { request: 'ping' }, within: '50ms', check: 'R-1' }];

  it('is waited for longer if it has lacked a core', async () => {
    const began = performance.now();
    const { judged } = await playIn(steps, late, { starved: () => performance.now() - began });
    expect(judged).toMatchObject([{ requirement: 'R-1', status: 'pass' }]);
  });

  it('fails the step if it has lacked none', async () => {
    const { judged } = await playIn(steps, late, { starved: () => 0 });
    expect(judged).toMatchObject([{ requirement: 'R-1', status: 'fail' }]);
  });
});
