import { expect, it } from 'vitest';
import { machineFindings, nodeFinding } from './machine.js';

it.each<[string, string, 'ok' | 'no']>([
  ['20.19.0', '>=20.19.0', 'ok'],
  ['20.20.2', '>=20.19.0', 'ok'],
  ['24.1.0', '>=20.19.0', 'ok'],
  ['100.0.0', '>=20.19.0', 'ok'],
  ['20.9.0', '>=20.19.0', 'no'],
  ['18.20.8', '>=20.19.0', 'no'],
])('Node %s for %s is %s', (has, needed, is) => {
  expect(nodeFinding(has, needed).is).toBe(is);
});

it('a folder that is not there is wrong, and an optional package that is not there is not', async () => {
  const needs = { engines: { node: '>=20.19.0' }, peerDependencies: { vitest: '>=3', 'no-such-package': '1' } };
  const here = await machineFindings('1.2.3', needs, process.cwd());
  expect(here.filter(({ is }) => is === 'no')).toEqual([]);
  expect(here.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^vitest \d/));
  expect(here.at(-1)).toEqual({ is: 'info', what: 'no-such-package is not installed (optional)' });
  const nowhere = await machineFindings('1.2.3', needs, '/no such folder');
  expect(nowhere.filter(({ is }) => is === 'no')).toEqual([
    { is: 'no', what: "this folder can't be written: /no such folder", more: [expect.any(String)] },
  ]);
});
