import { expect, test } from 'vitest';
import type { ExplorableTarget, StepData } from '../../../conversation/explorer.js';
import type { JsonObject } from '../../../json/json.js';
import type { WireRecord } from '../../../wire/record.js';
import { explore } from './explore.js';

/** A server that answers each method so, and stays silent to any other. */
const serverOf = (answers: { [method: string]: JsonObject }) =>
  ({
    converse: async (steps: readonly StepData[]) => {
      const records: Partial<WireRecord>[] = [];
      for (const send of steps.map((step) => step.send).filter((one) => one !== undefined) as JsonObject[]) {
        const [method, as] = [String(send.request), String(send.as)];
        records.push({ from: 'kit', kind: 'message', as, message: { method } });
        const message = answers[method];
        if (!message) return { records, broken: 'no reply came' };
        records.push({ from: 'target', kind: 'message', as, message });
      }
      return { records };
    },
  }) as unknown as ExplorableTarget;

const described = { result: { transport: 'stdio', methods: ['agent.describe', 'workspace.read'] } };
const read = { result: { path: 'kit-init.txt', text: 'written by proctor init' } };
const tested = { result: { tests: [{ name: 'KIT_Init_Adds', status: 'passed' }] } };

test('a server in the folder of the case shows what it can be tested by', async () => {
  const { shows, lacks, notes } = await explore(
    serverOf({ 'agent.describe': described, 'workspace.read': read, 'runtime.test': tested }),
  );
  expect([...shows.keys()]).toEqual(['workspace', 'project', 'tests']);
  expect([...lacks.keys()]).toEqual(['outside']);
  expect(notes).toEqual(['2 methods']);
});

test('a server without TEST_PROGRAM says why', async () => {
  const error = { error: { code: -32002, message: 'no such unit' } };
  const { shows, lacks } = await explore(
    serverOf({ 'agent.describe': described, 'workspace.read': read, 'runtime.test': error }),
  );
  expect([...shows.keys()]).toEqual(['workspace', 'project']);
  expect(lacks.get('tests')).toBe('runtime.test does not know a TEST_PROGRAM: no such unit');
});

test('a server that works elsewhere is told how to start in the folder of the case', async () => {
  const { shows, lacks } = await explore(
    serverOf({ 'workspace.read': { error: { code: -32002, message: 'no file' } } }),
  );
  expect([...shows.keys()]).toEqual([]);
  expect(lacks.get('workspace')).toContain("--cwd '${dir}'");
  expect([...lacks.keys()].sort()).toEqual(['outside', 'project', 'tests', 'workspace']);
});
