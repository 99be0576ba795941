import { expect, test } from 'vitest';
import type { Case, Step } from '../src/language/case.js';
import { isMeantBy } from './planned-case.js';

const start = (behavior: string, version?: string[]) =>
  ({ verb: 'start', body: { behavior }, check: [], save: {}, ...(version && { version }) }) as unknown as Step;
const needing = (behavior: string[], steps: Step[] = []) => ({
  id: 'mcp.a',
  requirements: [],
  case: { needs: { behavior }, steps } as unknown as Case,
});

test.each<[string, ReturnType<typeof needing>, boolean]>([
  ['needs it', needing(['call']), true],
  ['starts the target with it', needing([], [start('call')]), true],
  ['starts it with another', needing(['other'], [start('connect')]), false],
  ['starts it with that in some versions only', needing([], [start('call', ['2']), start('connect', ['1'])]), false],
])('an entry by behavior is about a case that %s', (_, one, expected) => {
  expect(isMeantBy({ behavior: 'call' }, one)).toBe(expected);
});
