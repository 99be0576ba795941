import { expect, it } from 'vitest';
import { createReporter, REPORTERS, redact, together } from '../../reports/index.js';
import { readSource } from '../../reports/testing/fixture.js';
import { assertReporter } from './reporter.js';

it.each(REPORTERS)('%s keeps the laws of a reporter', (name) =>
  assertReporter((out) => createReporter(name, out, { readSource })),
);

it('a reporter that redacts keeps them', () =>
  assertReporter((out) => redact(['secret'], createReporter('ndjson', out))));

it('several reporters as one keep them', () =>
  assertReporter((out) => together(REPORTERS.map((name) => createReporter(name, out)))));

it('a reporter that changes an event, shares state or speaks too late breaks a law', async () => {
  let shared = 0;
  await expect(
    assertReporter((out) => ({ event: (event) => void Object.assign(event, { seen: out }), close: async () => {} })),
  ).rejects.toThrow();
  await expect(
    assertReporter((out) => ({ event: () => out.write(String(shared++)), close: async () => {} })),
  ).rejects.toThrow();
  await expect(
    assertReporter((out) => ({ event: () => {}, close: async () => void setImmediate(() => out.write('late')) })),
  ).rejects.toThrow();
});
