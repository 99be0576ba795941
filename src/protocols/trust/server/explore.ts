import type {
  ExplorableTarget,
  Exploration,
  Explored,
  ShownBehavior,
  StepData,
} from '../../../conversation/explorer.js';
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
  const notes = [methodsOf(await asked(target, [], 'agent.describe', {}))];
  const read = await asked(target, [{ write: { [MARKER.path]: MARKER.text } }], 'workspace.read', {
    path: MARKER.path,
  });
  if (!holds(read, MARKER.text)) {
    for (const name of ['workspace', 'project', 'tests']) lacks.set(name, OTHER_FOLDER);
    return { shows, lacks, notes };
  }
  shows.set('workspace', {});
  // What a server does with these files is what the cases look at.
  shows.set('project', {});
  const files = { write: { 'src/main.st': MAIN, 'src/tests.st': TESTS } };
  const tested = await asked(target, [files], 'runtime.test', { list: false, timeout_seconds: 5 });
  if (holds(tested, TEST)) shows.set('tests', {});
  else lacks.set('tests', `runtime.test does not know a TEST_PROGRAM${reasonOf(tested)}`);
  return { shows, lacks, notes };
}

/** Does something, asks for something, and returns the reply; undefined if there was none. */
async function asked(
  target: ExplorableTarget,
  before: StepData[],
  method: string,
  params: Json,
): Promise<Json | undefined> {
  const steps: StepData[] = [
    ...before,
    { send: { request: method, as: 'asked', params } },
    { expect: { reply: 'asked' }, within: ANSWER },
  ];
  return replyIn(await target.converse(steps));
}

const replyIn = ({ records }: Explored): Json | undefined =>
  records.find(({ from, as, message }) => from === 'target' && as === 'asked' && message !== undefined)?.message;

/** Whether a result has a text somewhere. */
const holds = (reply: Json | undefined, text: string): boolean =>
  isObject(reply ?? null) && stringifyJson((reply as { result?: Json }).result ?? null).includes(JSON.stringify(text));

function reasonOf(reply: Json | undefined): string {
  const error = isObject(reply ?? null) ? (reply as { error?: Json }).error : undefined;
  const message = isObject(error ?? null) ? (error as { message?: Json }).message : undefined;
  return typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
}

function methodsOf(reply: Json | undefined): string {
  const result = isObject(reply ?? null) ? (reply as { result?: Json }).result : undefined;
  const methods = isObject(result ?? null) ? (result as { methods?: Json }).methods : undefined;
  return Array.isArray(methods) ? `${methods.length} methods` : 'agent.describe names no methods';
}
