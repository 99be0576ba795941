import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../json/json.js';
import { Findings } from '../findings.js';
import { type Said, toldTarget, toolNamed } from '../testing.js';
import { recogniseTasks } from './tasks.js';

const advertised = { tasks: { requests: { tools: { call: {} } } } };
const inputSchema: JsonObject = {
  type: 'object',
  properties: { outcome: { enum: ['ok', 'fail', 'ask', 'ask-and-fail', 'delete'] }, loud: { type: 'boolean' } },
  required: ['outcome'],
};
const ASKS = { id: 'q', method: 'elicitation/create', params: { message: 'x', requestedSchema: {} } };

/** What is shown by a tool that ends as its argument says, and what it was called with. */
async function shownBy(tasksOf: (outcome: string) => Said, taskSupport: 'optional' | 'required' = 'required') {
  const target = toldTarget(
    () => {
      let outcome = '';
      return (method, params): Said => {
        if (method === 'initialize') return { reply: { result: {} } };
        if (method === 'tasks/result') return tasksOf(outcome);
        outcome = String((params.arguments as JsonObject).outcome);
        return { reply: { result: { task: { taskId: 't' } } } };
      };
    },
    { version: '2025-11-25', advertised },
  );
  const findings = new Findings();
  const tool = toolNamed('job', { inputSchema, taskSupport });
  await recogniseTasks(target, [tool], { called: [], results: new Map() }, findings);
  return { shows: findings.shows, outcomes: target.calls.map((call) => (call.arguments as JsonObject).outcome) };
}

const ended = (isError: boolean, ...before: JsonObject[]): Said => ({
  before,
  reply: { result: { content: [], isError } },
});

it('a task that fails, or asks, with another choice alone is shown with that', async () => {
  const { shows, outcomes } = await shownBy((outcome) =>
    ended(outcome.endsWith('fail'), ...(outcome.startsWith('ask') ? [ASKS] : [])),
  );
  expect(shows.get('task-only-tool')?.gives).toEqual({ name: 'job', arguments: { outcome: 'ok' } });
  expect(shows.get('failing-task')?.gives).toEqual({ name: 'job', arguments: { outcome: 'fail' } });
  expect(shows.get('asking-task')?.gives).toEqual({ name: 'job', arguments: { outcome: 'ask' } });
  expect(outcomes).toEqual(['ok', 'fail', 'ask']);
});

it('one that fails behind a question may fail because of the answer', async () => {
  const { shows } = await shownBy((outcome) =>
    ended(outcome === 'ask-and-fail', ...(outcome.startsWith('ask') ? [ASKS] : [])),
  );
  expect(shows.has('failing-task')).toBe(false);
});

it('choices that destroy are not made, and no tool is called without end', async () => {
  const { shows, outcomes } = await shownBy(() => ended(false));
  expect([...shows.keys()]).toEqual(['task-only-tool']);
  expect(outcomes).toEqual(['ok', 'fail', 'ask', 'ask-and-fail', 'ok']);
});

it('another choice is not held against the call without a task', async () => {
  const { shows } = await shownBy(() => ended(false), 'optional');
  expect(shows.has('task-or-plain-tool')).toBe(false);
});
