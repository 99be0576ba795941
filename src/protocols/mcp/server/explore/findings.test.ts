import { expect, it } from 'vitest';
import { DEEPEST_GIVEN } from '../../../../conversation/explorer.js';
import type { Json } from '../../../../json/json.js';
import { Findings } from './findings.js';

it('takes the first values that show a behavior and are not too deep for a target file', () => {
  const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
  const findings = new Findings();
  findings.show('tool', { arguments: nested(DEEPEST_GIVEN) });
  expect(findings.shows.size).toBe(0);
  findings.show('tool', { arguments: nested(DEEPEST_GIVEN - 1) });
  findings.show('tool', { arguments: {} });
  expect(findings.shows.get('tool')?.gives).toEqual({ arguments: nested(DEEPEST_GIVEN - 1) });
});
