import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Reporter, RunEvent } from '../../runner/events.js';
import { createReporter } from '../index.js';
import type { Out } from '../output.js';
import type { ReporterContext } from '../reporter.js';

/** An output that keeps what is written. */
export function memoryOut(more: Partial<Out> = {}): Out & { text(): string } {
  const parts: string[] = [];
  return { isTTY: false, color: false, ...more, write: (text) => void parts.push(text), text: () => parts.join('') };
}

/** What a reporter writes for these events. */
export async function report(name: string, events: RunEvent[], context: ReporterContext = {}, more: Partial<Out> = {}) {
  const out = memoryOut(more);
  await feed(createReporter(name, out, context), events);
  return out.text();
}

export async function feed(reporter: Reporter, events: RunEvent[]): Promise<void> {
  for (const event of events) reporter.event(event);
  await reporter.close();
}

/** Compares with reports/golden/NAME; with UPDATE_GOLDEN=1 in the environment it writes the file instead. */
export function expectGolden(name: string, text: string): void {
  const file = new URL(`../golden/${name}`, import.meta.url);
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  else if (!existsSync(file))
    expect.fail(`reports/golden/${name} is not there: UPDATE_GOLDEN=1 writes it. Look at it before you commit it`);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
