import { expect, test } from 'vitest';
import type { Target } from '../../../../src/language/target.js';
import { testCorpus } from '../../support/testing.js';
import { userPlaces } from './user-places.js';

const place = { file: 'ci/proctor.yaml', line: 7, col: 3 };
const behaviors = new Map([['slow-tool', { gives: {}, args: [], env: {}, files: {}, place }]]);
const target = { role: 'demo/server', file: 'ci/proctor.yaml', behaviors } as unknown as Target;
const placesOf = (...targets: Target[]) => userPlaces(testCorpus(), targets, process.cwd());
const of = (id: string) => ({ id, role: 'demo/server' });

test('a case stands where the file maps a behavior that it needs, any other at its beginning', () => {
  expect(placesOf(target)(of('demo.server.tools.call.plain'))).toEqual(place);
  for (const id of ['demo.server.tools.list', 'demo.server.wire.json'])
    expect(placesOf(target)(of(id))).toEqual({ ...place, line: 1, col: 1 });
});

test('files are named from the root of the repository', () => {
  const places = userPlaces(testCorpus(), [target], `${process.cwd()}/ci`);
  expect(places(of('demo.server.tools.list'))?.file).toBe('proctor.yaml');
});

test('a target without a file, and a role without a target, have no place', () => {
  const { file: _, ...fileless } = target;
  expect(placesOf(fileless)(of('demo.server.tools.call.plain'))).toBeUndefined();
  expect(placesOf(target)({ id: 'demo.client.hello', role: 'demo/client' })).toBeUndefined();
});
