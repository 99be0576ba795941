import type { ExplorableTarget, StepData } from '../../../../../conversation/explorer.js';
import { equal } from '../../../../../json/equal.js';
import type { JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import type { WireRecord } from '../../../../../wire/record.js';
import type { Findings } from '../findings.js';
import type { OfferedTool } from '../offered.js';
import { PEER, SESSIONS } from '../opening.js';
import { ENDS_OTHERWISE, simplestArguments, variedArguments } from '../tools/arguments.js';
import { notesIn, questionsIn } from '../tools/tools.js';

/** How many tools are run as tasks: each may take up to a wait. */
const MOST = 4;
/** How many further calls are made of one tool, and of all, to see a task that fails or asks. */
const VARIED = 5;
const MOST_VARIED = 10;
/** ms that a task takes at least that a case can look at while it works, a little more than the cases ask for. */
const LONG = 220;
const TOKEN = 'of-a-task';

/**
 * Runs tools as tasks, each in a conversation of its own, where the server declares that it can; with another choice each where no
 * task has failed or asked yet.
 *
 * @param tools those that may be called
 * @param plain calls that succeeded, and what the first call of each tool came to
 */
export async function recogniseTasks(
  target: ExplorableTarget,
  tools: readonly OfferedTool[],
  plain: Plain,
  findings: Findings,
): Promise<void> {
  if (!runsTasks(target.advertised)) return;
  const supports = new Map(tools.map(({ name, taskSupport }) => [name, taskSupport]));
  const taskless = plain.called.find(({ name }) => supports.get(String(name)) === 'forbidden');
  if (taskless) findings.show('taskless-tool', taskless);
  const begun: { tool: OfferedTool; args: JsonObject }[] = [];
  for (const tool of tools.filter(({ taskSupport }) => taskSupport !== 'forbidden').slice(0, MOST)) {
    const args = simplestArguments(tool.inputSchema);
    if (args === undefined) continue;
    const result = plain.results.get(tool.name);
    if (await runsAs(target, { tool, args, result }, findings)) begun.push({ tool, args });
  }
  const ends = () => ['failing-task', 'asking-task'].every((one) => findings.shows.has(one));
  const varied = begun.flatMap(({ tool, args }) =>
    variedArguments(tool.inputSchema, args, VARIED, ENDS_OTHERWISE).map((one) => ({
      tool,
      args: one,
      result: undefined,
    })),
  );
  for (const one of varied.slice(0, MOST_VARIED)) if (!ends()) await runsAs(target, one, findings);
}

/** A call that is run as a task, and what it came to without one, where that is known. */
interface TaskCall {
  tool: OfferedTool;
  args: JsonObject;
  result: JsonObject | undefined;
}

/** Runs a call as a task and says what it shows. Resolves with whether it became one. */
async function runsAs(target: ExplorableTarget, call: TaskCall, findings: Findings): Promise<boolean> {
  const { records } = await target.converse([...SESSIONS.opening, ...asTask(call.tool.name, call.args)], PEER);
  recognise(call, records, findings);
  return records.some(({ from, as, kind }) => from === 'target' && as === 'end' && kind === 'message');
}

function runsTasks(advertised: unknown): boolean {
  const at = (value: unknown, name: string) => (isObject(value as never) ? (value as JsonObject)[name] : undefined);
  return isObject(at(at(at(at(advertised, 'tasks'), 'requests'), 'tools'), 'call') as never);
}

const asTask = (name: string, args: JsonObject): StepData[] => [
  {
    send: {
      request: 'tools/call',
      as: 'begin',
      params: { $lit: { name, arguments: args, task: { ttl: 60_000 }, _meta: { progressToken: TOKEN } } },
    },
  },
  {
    expect: { reply: 'begin', result: { task: { taskId: { $type: 'string' } } } },
    save: { taskId: '/result/task/taskId' },
  },
  { send: { request: 'tasks/result', as: 'end', params: { taskId: '${taskId}' } } },
  { expect: { reply: 'end' }, within: '20s' },
];

/** What calls without a task have shown. */
interface Plain {
  called: readonly JsonObject[];
  /** By tool. */
  results: ReadonlyMap<string, JsonObject | undefined>;
}

function recognise({ tool, args, result }: TaskCall, records: readonly WireRecord[], findings: Findings): void {
  const heard = records.filter(({ from }) => from === 'target');
  const replyTo = (as: string) => heard.find((record) => record.as === as && record.kind === 'message');
  const [begun, ended] = [replyTo('begin'), replyTo('end')];
  if (!begun || !ended || !isObject(ended.message) || !isObject(ended.message.result)) return;
  const gives: JsonObject = { name: tool.name, arguments: args };
  const since = heard.slice(heard.indexOf(begun));
  const asked = questionsIn(since);
  if (ended.message.result.isError === true) {
    // What asks may fail because of the answers.
    if (asked.length === 0) findings.show('failing-task', gives);
    return;
  }
  const { content } = ended.message.result;
  if (tool.taskSupport === 'optional' && result && content !== undefined && equal(content, result.content ?? null))
    findings.show('task-or-plain-tool', gives);
  if (ended.time - begun.time >= LONG) findings.show('task-tool', gives);
  if (tool.taskSupport === 'required') findings.show('task-only-tool', gives);
  if (asked.includes('asks-elicitation')) findings.show('asking-task', gives);
  const progress = notesIn(since, 'notifications/progress').filter(({ progressToken }) => progressToken === TOKEN);
  if (progress.length >= 2) findings.show('reporting-task', gives);
}
