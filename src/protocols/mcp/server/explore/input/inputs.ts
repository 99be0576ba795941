import type { Answer, ExplorableTarget, Question } from '../../../../../conversation/explorer.js';
import { askAll } from '../../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import { META } from '../../../per-request.js';
import type { Findings } from '../findings.js';
import { hasAllLevels, tellingLevel } from '../levels.js';
import { resultOf } from '../offered.js';
import { PEER, PER_REQUEST } from '../opening.js';
import { variedArguments } from '../tools/arguments.js';
import { behaviorOf, callOf, notesIn, type ToolCall } from '../tools/tools.js';
import { type AskingCall, recogniseAskingTwice } from './asks-twice.js';
import { formsIn, requestsIn } from './forms.js';

/** How many tools that ask are called again, and how many more calls are made of each. */
const MOST = 6;
const VARIED = 5;

/**
 * Tools whose calls ask for input, each time (MCP 2026-07-28, Multi Round-Trip Requests). What asks for one thing alone shows it best.
 */
export async function recogniseInputs(
  target: ExplorableTarget,
  called: readonly ToolCall[],
  answers: ReadonlyMap<string, Answer>,
  findings: Findings,
): Promise<void> {
  const asking = called
    .map((call) => ({ call, asked: inputsOf(answers.get(call.as)) }))
    .filter(({ asked }) => asked.length > 0)
    .sort((a, b) => a.asked.length - b.asked.length);
  const again = (call: ToolCall) => askAll(target, PER_REQUEST.opening, [{ ...call, as: 'again' }], PEER);
  for (const { call, asked } of asking) {
    if (asked.every((one) => findings.shows.has(one))) continue;
    const both = inputsOf((await again(call)).get('again')).filter((one) => asked.includes(one));
    for (const behavior of both) findings.show(behavior, { name: call.tool.name, arguments: call.arguments ?? {} });
  }
  const byForm = asking.flatMap(({ call }) => askingByForm(call, answers.get(call.as)));
  // Called with one more of what need not be given they may ask in another way.
  const byTool = new Map([...asking].reverse().map(({ call }) => [call.tool.name, call]));
  for (const { tool, arguments: args = {} } of [...byTool.values()].slice(0, MOST)) {
    for (const varied of variedArguments(tool.inputSchema, args, VARIED)) {
      const call = callOf(tool, varied, 'again');
      const answer = (await again(call)).get('again');
      for (const behavior of inputsOf(answer)) findings.show(behavior, { name: tool.name, arguments: varied });
      byForm.push(...askingByForm(call, answer));
    }
  }
  await recogniseAskingTwice(target, byForm, findings);
}

/** A call that asked by one form. */
function askingByForm(call: ToolCall, answer: Answer | undefined): AskingCall[] {
  const [form, ...others] = formsIn(resultOf(answer));
  return form && others.length === 0 ? [{ call, form }] : [];
}

/** The behaviors that a result shows which asks for input. */
function inputsOf(answer: Answer | undefined): string[] {
  return requestsIn(resultOf(answer)).flatMap((one) => behaviorOf(one) ?? []);
}

/** Tools that log where their call asks for it, and only then (MCP 2026-07-28, Logging). */
export async function recogniseAskedLogs(
  target: ExplorableTarget,
  called: readonly ToolCall[],
  findings: Findings,
): Promise<void> {
  if (!isObject(target.advertised) || !isObject(target.advertised.logging)) return;
  const byTool = new Map([...called].reverse().map((call) => [call.tool.name, call]));
  const tried = [...byTool.values()];
  const loud = tried.map(({ tool, arguments: args = {} }, index): Question => {
    const params = { name: tool.name, arguments: args, _meta: { [META.logLevel]: 'debug' } };
    return { as: `loud ${index}`, method: 'tools/call', params: { $lit: params } };
  });
  const answers = await askAll(target, PER_REQUEST.opening, loud, PEER);
  for (const [index, { tool, arguments: args = {} }] of tried.entries()) {
    const logs = notesIn(answers.get(`loud ${index}`)?.meanwhile ?? [], 'notifications/message');
    const levels = logs.map(({ level }) => String(level));
    const gives: JsonObject = { name: tool.name, arguments: args };
    const level = tellingLevel(levels);
    if (level !== undefined) findings.show('logs', { request: 'tools/call', params: gives, level });
    if (hasAllLevels(levels)) findings.show('logs-all-levels', gives);
  }
}
