import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../json/json.js';
import { Findings } from '../findings.js';
import { asksForm, type Said, says, toldTarget, toolNamed } from '../testing.js';
import { recogniseExtensionTasks } from './extension-tasks.js';

const advertised = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const inputSchema: JsonObject = {
  type: 'object',
  properties: { outcome: { enum: ['ok', 'fail', 'break', 'ask'], default: 'ok' } },
};

/** The task as tasks/get tells it, by what its call was told to do. */
const TASKS: { [outcome: string]: JsonObject } = {
  ok: { status: 'completed', result: { content: [] } },
  fail: { status: 'completed', result: { content: [], isError: true } },
  break: { status: 'failed', error: { code: -32603, message: 'x' } },
};

/** What is shown by a tool whose calls become tasks that end as their argument says. */
async function shownBy(tasks: { [outcome: string]: JsonObject }) {
  const target = toldTarget(
    () => {
      let outcome = '';
      let isAnswered = false;
      return (method, params): Said => {
        if (method === 'server/discover') return says('');
        if (method === 'tools/call') outcome = String((params.arguments as JsonObject).outcome ?? 'ok');
        if (method === 'tools/call')
          return { reply: { result: { resultType: 'task', taskId: 't', status: 'working' } } };
        if (method === 'tasks/update') isAnswered = true;
        if (method === 'tasks/update') return { reply: { result: { resultType: 'complete' } } };
        const { inputRequests } = asksForm('name', { name: { type: 'string' } }).reply.result as JsonObject;
        const asking = { status: 'input_required', inputRequests: inputRequests! };
        const task = outcome === 'ask' && !isAnswered ? asking : (tasks[outcome] ?? TASKS.ok!);
        return { reply: { result: { taskId: 't', ...task } } };
      };
    },
    { advertised },
  );
  const findings = new Findings();
  await recogniseExtensionTasks(target, [toolNamed('job', { inputSchema })], new Map(), findings);
  return Object.fromEntries([...findings.shows].map(([name, { gives }]) => [name, gives]));
}

it('tasks that end otherwise, or ask, with another choice alone are shown with that', async () => {
  expect(await shownBy(TASKS)).toEqual({
    'makes-task-that-fails': { name: 'job', arguments: { outcome: 'fail' } },
    'makes-task-that-breaks': { name: 'job', arguments: { outcome: 'break' } },
    'makes-task-that-asks': { name: 'job', arguments: { outcome: 'ask' }, content: { name: 'hi' } },
  });
});

it('and not where no choice brings that about', async () => {
  const { ok } = TASKS;
  expect(Object.keys(await shownBy({ ok: ok!, fail: ok!, break: ok!, ask: TASKS.break! }))).toEqual([]);
});
