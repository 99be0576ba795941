import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ExchangeFinder } from '../../runner/schemas/exchanges.js';
import { publishedGroups } from '../../runner/schemas/package-groups.js';
import type { Json } from '../../src/json/json.js';
import type { WireRecord } from '../../src/wire/record.js';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'exchanges');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));

it('the exchanges on the pages of schemas are those of bundles that there are', () => {
  expect(files.length).toBeGreaterThan(10);
});

it.each(files)('each exchange of %s fits its schema', (file) => {
  const [protocol, version] = file.replace(/\.json$/, '').split('/') as [string, string];
  const groups = publishedGroups(join(root, 'dist')).groups.filter(
    (group) => group.protocol === protocol && group.version === version,
  );
  expect(groups).toHaveLength(1);
  const exchanges = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { [method: string]: Json[] };
  const finder = new ExchangeFinder(groups);
  for (const messages of Object.values(exchanges))
    finder.add({ role: `${protocol}/any`, version }, recordsOf(messages));
  expect([...finder.exchanges.get(`${protocol}/${version}`)!.keys()]).toEqual(Object.keys(exchanges));
  // The places of the machine that it was said on have other names.
  const places = /proctor-workers|(?<!\/home\/user\/proctor)\/cases\/|"command":"\//;
  expect(JSON.stringify(exchanges)).not.toMatch(places);
});

const recordsOf = (messages: readonly Json[]): WireRecord[] =>
  messages.map((message, seq) => ({
    ...{ seq, time: seq, from: seq === 0 ? ('kit' as const) : ('target' as const), channel: 'main' },
    ...{ kind: 'message' as const, message },
  }));
