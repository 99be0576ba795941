import {
  type Answer,
  askAll,
  type ExplorableTarget,
  type Exploration,
  type ShownBehavior,
} from '../../../conversation/explorer.js';
import { item, named, type Offers, type SurveyedTarget, some } from '../../../conversation/surveyor.js';
import type { Json } from '../../../json/json.js';
import { isObject, stringifyJson } from '../../../json/json.js';

/** A file that no project has, and what stands in it. */
const MARKER = { path: 'kit-init.txt', text: 'written by proctor init' };
/** A test that no project has. */
const TEST = 'KIT_Init_Adds';
const TESTS = `TEST_PROGRAM ${TEST}\nASSERT_EQUAL(INT#2, INT#1 + INT#1);\nEND_TEST_PROGRAM\n`;
const MAIN = 'PROGRAM Main\nVAR n : INT; END_VAR\nn := n + 1;\nEND_PROGRAM\n';
/** How long a server may take to compile a few lines. */
const ANSWER = '20s';

const OTHER_FOLDER =
  "its workspace root is not the folder of the case: run init again with --cwd '${dir}', or name that folder in the command, such as --project '${dir}'";
const NESTED = 'not looked for: it takes a server that starts in ${dir}/plant; map it by hand, with args or files';

/**
 * Finds out if the workspace of a server is the folder of the case, and what it does with a project there. Only files of that folder are
 * written.
 */
export async function explore(target: ExplorableTarget): Promise<Exploration> {
  const shows = new Map<string, ShownBehavior>();
  const lacks = new Map<string, string>([['outside', NESTED]]);
  const first = await askAll(
    target,
    [{ write: { [MARKER.path]: MARKER.text } }],
    [
      { as: 'describe', method: 'agent.describe', params: {} },
      { as: 'read', method: 'workspace.read', params: { path: MARKER.path } },
    ],
  );
  const notes = [methodsOf(first.get('describe'))];
  if (!holds(first.get('read'), MARKER.text)) {
    for (const name of ['workspace', 'project', 'tests']) lacks.set(name, OTHER_FOLDER);
    return { shows, lacks, notes };
  }
  shows.set('workspace', {});
  // What a server does with these files is what the cases look at.
  shows.set('project', {});
  const files = { write: { 'src/main.st': MAIN, 'src/tests.st': TESTS } };
  const second = await askAll(
    target,
    [files],
    [{ as: 'test', method: 'runtime.test', params: { list: false, timeout_seconds: 5 }, within: ANSWER }],
  );
  const tested = second.get('test');
  if (holds(tested, TEST)) shows.set('tests', {});
  else lacks.set('tests', `runtime.test does not know a TEST_PROGRAM${reasonOf(tested)}`);
  return { shows, lacks, notes };
}

/** Asks a server for its methods. */
export async function survey(target: SurveyedTarget): Promise<Offers> {
  const asked = { send: { request: 'agent.describe', as: 'describe', params: {} } };
  const { records } = await target.converse([asked, { expect: { reply: 'describe' } }]);
  const reply = records.find(({ from, as }) => from === 'target' && as === 'describe')?.message;
  const result = isObject(reply) && isObject(reply.result) ? reply.result : {};
  const methods = Array.isArray(result.methods) ? result.methods : [];
  return {
    server: { server: item({ says: some(result, 'notes'), facts: some(result, 'framing') }) },
    methods: named(
      methods.map((name) => ({ name })),
      'name',
      () => ({}),
    ),
  };
}

/** Whether a result has a text somewhere. */
const holds = (answer: Answer | undefined, text: string): boolean =>
  stringifyJson(answer?.reply?.result ?? null).includes(JSON.stringify(text));

function reasonOf(answer: Answer | undefined): string {
  const error = answer?.reply?.error ?? null;
  const message = isObject(error) ? error.message : answer?.broken;
  return typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
}

function methodsOf(answer: Answer | undefined): string {
  const result: Json = answer?.reply?.result ?? null;
  const methods = isObject(result) ? result.methods : undefined;
  return Array.isArray(methods) ? `${methods.length} methods` : 'agent.describe names no methods';
}
