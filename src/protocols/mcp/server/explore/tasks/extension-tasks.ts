import type { ExplorableTarget, Explored, StepData } from '../../../../../conversation/explorer.js';
import { equal } from '../../../../../json/equal.js';
import type { Json, JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import { perRequestRevision, TASKS } from '../../../per-request.js';
import type { Findings } from '../findings.js';
import { formsIn } from '../input/forms.js';
import type { OfferedTool } from '../offered.js';
import { PEER, PEER_WITH_TASKS, PER_REQUEST } from '../opening.js';
import { ENDS_OTHERWISE, simplestArguments, variedArguments } from '../tools/arguments.js';

/** How many tools are called by a client that takes tasks, and how many tasks are followed: each up to POLLS times the pace. */
const MOST_TOOLS = 40;
const MOST_TASKS = 12;
/** How many further calls are made of one tool, and of all, to see tasks that end otherwise or ask. */
const VARIED = 5;
const MOST_VARIED = 10;
const POLLS = 60;
const PACE = '300ms';
/** ms that a task works at least that a case can look at meanwhile, a little more than the cases ask for. */
const LONG = 220;
const UNDECLARED = 'the server does not declare the extension io.modelcontextprotocol/tasks';
const NONE = 'no tool that was called became such a task';

const BEHAVIORS = [
  'makes-task',
  'task-or-answer',
  'needs-tasks',
  'makes-task-that-fails',
  'makes-task-that-breaks',
  'makes-task-that-asks',
  'makes-task-that-asks-twice',
  'asks-then-makes-task',
];

/** Those of tasks that end otherwise, or ask. */
const ENDS = ['makes-task-that-fails', 'makes-task-that-breaks', 'makes-task-that-asks'];

/** What an attempt is about. */
interface Attempt {
  gives: JsonObject;
  findings: Findings;
  /** What the call came to without the extension. */
  plain: JsonObject | undefined;
}

/**
 * Calls tools as a client that takes tasks, each in a conversation of its own, where the server declares the extension (Tasks
 * extension, Task Creation).
 *
 * @param tools those that may be called
 * @param plain what the first call of each came to without it
 */
export async function recogniseExtensionTasks(
  target: ExplorableTarget,
  tools: readonly OfferedTool[],
  plain: ReadonlyMap<string, JsonObject | undefined>,
  findings: Findings,
): Promise<void> {
  const { advertised } = target;
  const extensions = isObject(advertised) && isObject(advertised.extensions) ? advertised.extensions : {};
  if (!isObject(extensions[TASKS])) {
    findings.lack(UNDECLARED, ...BEHAVIORS);
    return;
  }
  let tasks = 0;
  const varied: JsonObject[] = [];
  for (const tool of tools.slice(0, MOST_TOOLS)) {
    const args = simplestArguments(tool.inputSchema);
    if (args === undefined) continue;
    const gives: JsonObject = { name: tool.name, arguments: args };
    const attempt: Attempt = { gives, findings, plain: plain.get(tool.name) };
    const made = await target.converse([...PER_REQUEST.opening, ...callWith(gives)], PEER_WITH_TASKS);
    const began = resultIn(made, 'begin');
    if (began?.resultType === 'input_required') await askedFirst(target, attempt, began);
    if (began?.resultType !== 'task' || ++tasks > MOST_TASKS) continue;
    await followed(target, attempt);
    const refused = await target.converse([...PER_REQUEST.opening, ...callWith(gives)], PEER);
    const error = replyIn(refused, 'begin')?.error;
    if (isObject(error) && error.code === perRequestRevision(target.version)?.codes.missingCapability)
      findings.show('needs-tasks', gives);
    for (const other of variedArguments(tool.inputSchema, args, VARIED, ENDS_OTHERWISE))
      varied.push({ name: tool.name, arguments: other });
  }
  for (const gives of varied.slice(0, MOST_VARIED))
    if (!ENDS.every((one) => findings.shows.has(one))) await followed(target, { gives, findings, plain: undefined });
  findings.lack(NONE, ...BEHAVIORS);
}

/** A call, and its reply. */
const callWith = (gives: JsonObject): StepData[] => [
  { send: { request: 'tools/call', as: 'begin', params: { $lit: gives } } },
  { expect: { reply: 'begin' } },
];

const IS_TASK: JsonObject = { resultType: 'task', taskId: { $type: 'string' } };

/** A call that becomes a task, and the id of that. */
const beginWith = (gives: JsonObject): StepData[] => {
  const [call] = callWith(gives);
  return [call!, { expect: { reply: 'begin', result: IS_TASK }, save: { taskId: '/result/taskId' } }];
};

/** Asks for a task until it has ended or wants something. */
const untilItStops = (as: string): StepData => ({
  repeat: {
    max: POLLS,
    every: PACE,
    until: { value: `\${${as}}`, is: { status: { $not: 'working' } } },
    steps: [
      {
        call: { request: 'tasks/get', params: { taskId: '${taskId}' }, as, result: { status: { $type: 'string' } } },
        save: { [as]: '/result' },
      },
    ],
  },
});

/** Makes a task and follows it to its end, once more with the answers where it asked. */
async function followed(target: ExplorableTarget, attempt: Attempt): Promise<void> {
  const { gives, findings, plain } = attempt;
  const first = await target.converse(
    [...PER_REQUEST.opening, ...beginWith(gives), untilItStops('first')],
    PEER_WITH_TASKS,
  );
  const task = resultIn(first, 'first');
  if (!task) return;
  if (task.status === 'input_required') {
    await answered(target, attempt, task);
    return;
  }
  if (task.status === 'failed') findings.show('makes-task-that-breaks', gives);
  const result = isObject(task.result) ? task.result : undefined;
  if (task.status !== 'completed' || !result) return;
  if (result.isError === true) {
    findings.show('makes-task-that-fails', gives);
    return;
  }
  if (worked(first) >= LONG) findings.show('makes-task', gives);
  const content = plain?.resultType === 'complete' ? plain.content : undefined;
  if (content !== undefined && equal(content, result.content ?? null)) findings.show('task-or-answer', gives);
}

/** ms from the answer that made the task to the last that says that it still works: it may have ended at once behind that. */
function worked({ records }: Explored): number {
  const heard = records.filter(({ from, kind }) => from === 'target' && kind === 'message');
  const begun = heard.find(({ as }) => as === 'begin')?.time ?? 0;
  const working = heard.filter(({ as, message }) => as === 'first' && saysWorking(message));
  return (working.at(-1)?.time ?? begun) - begun;
}

const saysWorking = (message: Json | undefined): boolean =>
  isObject(message) && isObject(message.result) && message.result.status === 'working';

/** A task that asks by forms: one whose answers are taken shows it. */
async function answered(target: ExplorableTarget, { gives, findings }: Attempt, task: JsonObject): Promise<void> {
  const forms = formsIn(task);
  const [one, two] = forms;
  if (!one || forms.length > 2) return;
  if (two) {
    findings.show('makes-task-that-asks-twice', {
      ...gives,
      first: one.key,
      second: two.key,
      content: one.contents[0]!,
    });
    return;
  }
  for (const content of one.contents) {
    const responses = { [one.key]: { action: 'accept', content } };
    const ended = await target.converse(
      [
        ...PER_REQUEST.opening,
        ...beginWith(gives),
        untilItStops('first'),
        { call: { request: 'tasks/update', params: { taskId: '${taskId}', inputResponses: { $lit: responses } } } },
        { advance: PACE },
        untilItStops('last'),
      ],
      PEER_WITH_TASKS,
    );
    if (resultIn(ended, 'last')?.status !== 'completed') continue;
    findings.show('makes-task-that-asks', { ...gives, content });
    return;
  }
}

/** A call that asks by one form, and then becomes a task. A state may be of its process alone, so both are one conversation. */
async function askedFirst(target: ExplorableTarget, { gives, findings }: Attempt, asking: JsonObject): Promise<void> {
  const [form, ...others] = formsIn(asking);
  if (!form || others.length > 0) return;
  const [call] = callWith(gives);
  for (const content of form.contents) {
    const answered: JsonObject = {
      name: { $lit: gives.name! },
      arguments: { $lit: gives.arguments! },
      inputResponses: { $lit: { [form.key]: { action: 'accept', content } } },
      requestState: { $maybe: '${asks.requestState}' },
    };
    const ended = await target.converse(
      [
        ...PER_REQUEST.opening,
        call!,
        { expect: { reply: 'begin', result: { resultType: 'input_required' } }, save: { asks: '/result' } },
        { send: { request: 'tools/call', as: 'again', params: answered } },
        { expect: { reply: 'again', result: IS_TASK }, save: { taskId: '/result/taskId' } },
        untilItStops('first'),
      ],
      PEER_WITH_TASKS,
    );
    if (resultIn(ended, 'first')?.status !== 'completed') continue;
    findings.show('asks-then-makes-task', { ...gives, content });
    return;
  }
}

/** The last reply of a name. */
function replyIn({ records }: Explored, name: string): JsonObject | undefined {
  const { message } =
    records.filter(({ from, as, kind }) => from === 'target' && as === name && kind === 'message').at(-1) ?? {};
  return isObject(message) ? message : undefined;
}

function resultIn(explored: Explored, name: string): JsonObject | undefined {
  const result = replyIn(explored, name)?.result;
  return isObject(result) ? result : undefined;
}
