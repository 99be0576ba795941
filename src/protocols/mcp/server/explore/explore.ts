import {
  type Answer,
  askAll,
  type ExplorableTarget,
  type Exploration,
  ExplorationError,
  type Question,
  type StepData,
} from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import {
  Idle,
  recogniseAnnouncements,
  recogniseChanges,
  recogniseLogs,
  recogniseQuestions,
  recogniseVariedQuestions,
} from './changes.js';
import { brokenClaims, claimQuestions } from './claims.js';
import { recogniseFamilies } from './families.js';
import { Findings } from './findings.js';
import { recogniseHttp } from './http.js';
import { recogniseAskedLogs, recogniseInputs } from './input/inputs.js';
import { errorCodeOf, LISTS, listQuestions, type Offer, type OfferedTool, offerIn, resultOf } from './offered.js';
import { PEER, type Speech, speechOf } from './opening.js';
import { reasons } from './reasons.js';
import {
  completionQuestions,
  promptQuestions,
  recogniseCompletions,
  recognisePrompts,
  recogniseResources,
  resourceQuestions,
} from './resources/contents.js';
import { recogniseUpdates } from './resources/resource-updates.js';
import { recogniseExtensionTasks } from './tasks/extension-tasks.js';
import { recogniseTasks } from './tasks/tasks.js';
import { whyRefused } from './tools/arguments.js';
import { recogniseHeaderTool } from './tools/header-tool.js';
import { callsOf, patientCalls, recogniseCalls, recogniseOffer, type ToolCall } from './tools/tools.js';

/** How many tools are called at most: each call takes up to a wait. */
const MOST_TOOLS = 40;
/** Names of tools whose results are better not in every report: where others show the same, they do. */
const SENSITIVE = /env|secret|token|password|credential|config|key/i;
/** How many names are told. */
const NAMED = 4;

/**
 * Finds out what an MCP server can show: it lists what there is, reads and gets it, and calls the tools that change nothing, and
 * those that its owner permits.
 */
export async function explore(target: ExplorableTarget): Promise<Exploration> {
  const findings = new Findings();
  const advertised = isObject(target.advertised) ? target.advertised : {};
  const speech = speechOf(target);
  const ask = (questions: readonly Question[]) => askAll(target, speech.opening, questions, PEER);
  const { offer, refuses } = await offerOf(target, speech, ask);
  if (offer.pages) findings.show('several-pages', { method: offer.pages.method, member: offer.pages.member });
  const { called, refused, answers } = await callTools(target, offer.tools, ask);
  recogniseOffer(offer.tools, refused, findings);
  recogniseCalls(called, answers, findings);
  if (!findings.shows.has('slow-tool')) {
    const longer = patientCalls(called, answers);
    recogniseCalls(longer, await ask(longer), findings);
  }

  const completions = isObject(advertised.completions) ? await ask(completionQuestions(offer)) : new Map();
  const suggested = recogniseCompletions(offer, completions, findings);
  const reads = isObject(advertised.resources) ? resourceQuestions(offer, suggested) : [];
  const contents = await ask([...reads, ...promptQuestions(offer, suggested)]);
  recogniseResources(offer, contents, findings);
  recognisePrompts(offer, suggested, contents, findings);

  const changing = called.filter(({ tool: { harmless } }) => !harmless);
  const runnable = offer.tools.filter(({ name }) => !refused.includes(name));
  const known: Known = { offer, called, changing, runnable, answers };
  await (speech.hasSessions ? inSessions(target, known, findings) : withoutSessions(target, known, findings));
  const claims = await ask(claimQuestions(target, speech.hasSessions, offer));
  const tried = new Set(called.map(({ tool }) => tool.name));
  reasons({ offer, called: tried, refused, isHttp: target.transport === 'http' }, findings);
  return {
    shows: findings.shows,
    lacks: findings.lacks,
    refuses,
    notes: [
      summary(offer, tried, refused),
      ...brokenClaims({ offer, refuses, called, answers, completions, contents, claims }),
      ...unjudged(offer.tools),
      ...troubles(called, answers),
      ...troubles(contentQuestions(contents), contents),
    ],
  };
}

/** Tools whose schemas can't be used, and why: one line each, of the first. */
function unjudged(tools: readonly OfferedTool[]): string[] {
  const notes = tools.flatMap(({ name, inputSchema, outputSchema }) => {
    const input = whyRefused(inputSchema);
    const output = outputSchema && whyRefused(outputSchema);
    return [
      ...(input === undefined ? [] : [`${name} was not called: its inputSchema was refused (${input})`]),
      ...(output === undefined ? [] : [`the outputSchema of ${name} was refused (${output})`]),
    ];
  });
  const more = notes.length - NAMED;
  return more > 0 ? [...notes.slice(0, NAMED), `${more} more schemas were refused`] : notes;
}

/** What is known of a server once its tools were called. */
interface Known {
  offer: Offer;
  called: readonly ToolCall[];
  /** Those of them that may change something. */
  changing: readonly ToolCall[];
  /** Tools that may be called. */
  runnable: readonly OfferedTool[];
  answers: ReadonlyMap<string, Answer>;
}

async function inSessions(target: ExplorableTarget, known: Known, findings: Findings): Promise<void> {
  const { offer, called, changing, runnable, answers } = known;
  const idle = new Idle(target);
  await recogniseQuestions(target, called, answers, idle, findings);
  await recogniseVariedQuestions(target, called, answers, findings);
  await recogniseChanges(target, changing, offer, findings);
  await recogniseUpdates(target, changing, offer, findings);
  await recogniseLogs(target, [...called, ...changing], offer, idle, findings);
  const plain = findings.shows.get('tool')?.gives;
  const results = resultsByTool(known);
  await recogniseTasks(target, runnable, { called: plain ? [plain] : [], results }, findings);
  if (target.transport !== 'http') return;
  await recogniseHttp(target, findings);
  await recogniseAnnouncements(target, changing, offer, findings);
}

async function withoutSessions(target: ExplorableTarget, known: Known, findings: Findings): Promise<void> {
  const { offer, called, changing, runnable, answers } = known;
  await recogniseInputs(target, called, answers, findings);
  await recogniseChanges(target, changing, offer, findings);
  await recogniseUpdates(target, changing, offer, findings);
  await recogniseAskedLogs(target, called, findings);
  await recogniseExtensionTasks(target, runnable, resultsByTool(known), findings);
  await recogniseFamilies(target, findings);
  if (target.transport === 'http') recogniseHeaderTool(runnable, findings);
}

/** The first call of a tool has the arguments with which it is run as a task. */
const resultsByTool = ({ called, answers }: Known) =>
  new Map([...called].reverse().map(({ tool, as }) => [tool.name, resultOf(answers.get(as))]));

async function offerOf(
  target: ExplorableTarget,
  { opening, fence }: Speech,
  ask: (questions: readonly Question[]) => Promise<Map<string, Answer>>,
): Promise<{ offer: Offer; refuses: Map<string, string> }> {
  // A server may add tools once it knows its client, so what it lists first is not what counts.
  const lists = listQuestions(target.advertised);
  const settled: Question = { as: 'settled', method: fence };
  const answers = await ask([settled, ...lists.map((one) => ({ ...one, as: `${one.as} at first` })), ...lists]);
  for (const { as, method } of lists) {
    const answer = answers.get(as);
    if (answer?.broken !== undefined) throw new ExplorationError(`${method} was not answered: ${answer.broken}`);
    const { member } = LISTS.find((one) => one.as === as)!;
    const result = resultOf(answer);
    if (result && !Array.isArray(result[member]))
      throw new ExplorationError(`${method} was answered without \`${member}\``);
  }
  const whole = new Map(answers);
  for (const { as, method } of lists)
    for (const page of await laterPages(target, opening, method, resultOf(answers.get(as))))
      whole.set(as, joined(as, whole.get(as)!, page));
  const refuses = new Map(
    lists.flatMap(({ as, method }) => {
      const code = errorCodeOf(answers.get(as));
      return code === undefined ? [] : [[method, `the server answers with the error ${code}`] as const];
    }),
  );
  return { offer: offerIn(whole), refuses };
}

/** How many pages of a list are read. */
const PAGES = 6;

/** The results of a list after its first page. A cursor may be of its session alone, so the conversation begins at the first page. */
async function laterPages(
  target: ExplorableTarget,
  opening: readonly StepData[],
  method: string,
  first: JsonObject | undefined,
): Promise<JsonObject[]> {
  if (typeof first?.nextCursor !== 'string') return [];
  const save = { answer: '' };
  const steps: StepData[] = [
    { call: { request: method, as: 'first', result: HAS_NEXT }, save },
    {
      repeat: {
        max: PAGES - 1,
        until: { value: '${answer}', is: { $not: { result: HAS_NEXT } } },
        steps: [
          {
            call: { request: method, params: { cursor: '${answer.result.nextCursor}' }, as: 'later', result: {} },
            save,
          },
        ],
      },
    },
  ];
  const { records } = await target.converse([...opening, ...steps], PEER);
  return records.flatMap(({ from, as, message }) =>
    from === 'target' && as === 'later' && isObject(message) && isObject(message.result) ? [message.result] : [],
  );
}

const HAS_NEXT: JsonObject = { nextCursor: { $type: 'string' } };

function joined(as: string, so: Answer, next: JsonObject): Answer {
  const { member } = LISTS.find((one) => one.as === as)!;
  const result = resultOf(so);
  const [entries, more] = [result?.[member], next[member]];
  if (!result || !Array.isArray(entries) || !Array.isArray(more)) return so;
  return { ...so, reply: { ...so.reply, result: { ...result, [member]: [...entries, ...more] } } };
}

interface Called {
  called: ToolCall[];
  /** Names of tools that may change something or reach other systems, and that nobody permitted to call. */
  refused: string[];
  answers: Map<string, Answer>;
}

async function callTools(
  target: ExplorableTarget,
  tools: readonly OfferedTool[],
  ask: (questions: readonly Question[]) => Promise<Map<string, Answer>>,
): Promise<Called> {
  const isDoubtful = ({ harmless, saysHarmless, reachesOut }: OfferedTool) =>
    reachesOut || !(target.cautious ? saysHarmless : harmless);
  const doubtful = tools.filter(isDoubtful).map(({ name }) => name);
  const clear = tools.map(({ name }) => name).filter((name) => !doubtful.includes(name));
  const permitted = doubtful.length > 0 ? await target.permits('tools', doubtful, clear) : new Set<string>();
  const may = [...tools]
    .sort((a, b) => doubts(a) - doubts(b))
    .filter(({ name }) => !doubtful.includes(name) || permitted.has(name))
    .slice(0, MOST_TOOLS);
  const harmless = may.filter((tool) => tool.harmless).flatMap(callsOf);
  // One call is enough of what may change something.
  const others = may.filter((tool) => !tool.harmless).flatMap((tool) => callsOf(tool).slice(0, 1));
  const called = [...harmless, ...others];
  return { called, refused: doubtful.filter((name) => !permitted.has(name)), answers: await ask(called) };
}

/** How little a tool is wanted for what others show too. */
const doubts = ({ name, reachesOut }: OfferedTool) => Number(SENSITIVE.test(name)) + 2 * Number(reachesOut);

const contentQuestions = (answers: ReadonlyMap<string, Answer>) => [...answers.keys()].map((as) => ({ as }));

/** What went wrong where the target broke off, one line for each time. */
function troubles(asked: readonly { as: string }[], answers: ReadonlyMap<string, Answer>): string[] {
  return asked.flatMap(({ as }) => {
    const broken = answers.get(as)?.broken;
    return broken === undefined || broken.startsWith('not asked') ? [] : [`${as.replace(/#\d+$/, '')}: ${broken}`];
  });
}

function summary(
  { tools, resources, templates, prompts }: Offer,
  called: ReadonlySet<string>,
  refused: readonly string[],
): string {
  const more = refused.length > NAMED ? ` and ${refused.length - NAMED} more` : '';
  const left =
    refused.length === 0
      ? ''
      : `; not called, as they may change something or reach other systems: ${refused.slice(0, NAMED).join(', ')}${more}; --allow-tools calls them`;
  const parts = [
    `${counted(tools.length, 'tool')} (${called.size} called${left})`,
    counted(resources.length, 'resource'),
    counted(templates.length, 'resource template'),
    counted(prompts.length, 'prompt'),
  ];
  return parts.join(', ');
}

const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
