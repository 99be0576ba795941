import type {
  ExplorableTarget,
  Exploration,
  Explored,
  OwnPrompt,
  ShownBehavior,
  StepData,
} from '../../../../conversation/explorer.js';
import { lacksValues, onYourWord, quoted } from '../../../../conversation/own-prompts.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { oneLine } from '../../../../json/visible.js';

/** Safe to send to any agent: it asks for nothing. */
const GREETING = 'hello';
/** How many examples of a card are tried. */
const EXAMPLES = 5;
/** Longest example that is tried, in characters. */
const LONGEST = 4_000;
/** How long an agent may take to answer, and how often its task is polled then, every 250 ms. */
const ANSWER = '20s';
const LOOKS = 40;

const OVER = ['completed', 'failed', 'canceled', 'rejected'];
const WAITS = ['input-required', 'auth-required'];
/** The behaviors that any message may show. */
const FOUND = ['answer', 'task', 'message-answer', 'files', 'asks-sign-in', 'rejected-task', 'failed-task'];

const NOT_SENT = 'the examples of its card were not sent, because they may cost something (--allow-prompts)';
const NOT_SHOWN = 'no message that was tried showed it';

/**
 * Finds out how an agent answers a greeting, prompts of its owner and, if the owner permits it, the examples on its card (A2A 0.3.0,
 * AgentSkill).
 */
export async function explore(target: ExplorableTarget): Promise<Exploration> {
  const examples = examplesIn(target.advertised);
  const permitted = examples.length > 0 ? await target.permits('prompts', examples) : new Set<string>();
  const shows = new Map<string, ShownBehavior>();
  const lacks = new Map<string, string>();
  const notes = [summary(target.advertised, examples)];
  const tell = (text: string, back: Back, says: string) =>
    notes.push(`tried ${quoted(text)}: ${cameBack(back)}; ${says}`);
  for (const own of target.prompts ?? []) {
    const back = await said(target, partsOf(own.text));
    const why = whyNot(own, back);
    if (why === undefined && !shows.has(own.behavior))
      shows.set(own.behavior, {
        ...mapping(own.text),
        ...(shownBy(back.result).includes(own.behavior) ? {} : { unproven: true }),
      });
    else if (why !== undefined) lacks.set(own.behavior, `the message ${quoted(own.text)} did not show it`);
    tell(
      own.text,
      back,
      why ?? (shows.get(own.behavior)?.unproven ? onYourWord(own.behavior) : `shows ${own.behavior}`),
    );
  }
  for (const text of [GREETING, ...examples.filter((one) => permitted.has(one))]) {
    const back = await said(target, partsOf(text));
    const found = shownBy(back.result);
    for (const behavior of found) if (!shows.has(behavior)) shows.set(behavior, mapping(text));
    tell(text, back, found.length > 0 ? `shows ${found.join(', ')}` : 'shows nothing that is looked for');
  }
  const isUnsent = examples.length > 0 && permitted.size === 0;
  for (const name of FOUND)
    if (shows.has(name)) lacks.delete(name);
    else if (!lacks.has(name)) lacks.set(name, isUnsent ? NOT_SENT : NOT_SHOWN);
  const open = FOUND.filter((name) => !shows.has(name));
  if (isUnsent)
    notes.push(
      `messages may cost something, so ${counted(examples.length, 'example')} of its card ${examples.length === 1 ? 'was' : 'were'} not sent: --allow-prompts sends them`,
    );
  if (open.length > 0) notes.push(`not shown: ${open.join(', ')}; --prompt NAME="text" tries a message of yours`);
  return { shows, lacks, notes };
}

/** What came back for a message. */
interface Back {
  result?: JsonObject;
  broken?: string;
}

/** Behaviors that a message and its outcome tell from others. */
const RECOGNISED = new Set(FOUND);

/** Why the owner's message does not map its behavior; undefined if nothing speaks against it. */
function whyNot(own: OwnPrompt, { result }: Back): string | undefined {
  if (shownBy(result).includes(own.behavior)) return undefined;
  if (RECOGNISED.has(own.behavior) || result === undefined) return `does not show ${own.behavior}`;
  return lacksValues(own);
}

const partsOf = (text: string): Json => [{ kind: 'text', text }];
const mapping = (text: string): ShownBehavior => ({ gives: { parts: partsOf(text) }, costs: true });

function cameBack({ result, broken }: Back): string {
  if (result === undefined) return broken ?? 'nothing';
  if (result.kind !== 'task') return 'a message';
  return `a task that is ${oneLine(String(stateOf(result)))}`;
}

/** The examples of the skills of a card, the first of each skill first. */
function examplesIn(card: Json): string[] {
  const perSkill = skillsOf(card).map(({ examples }) =>
    (Array.isArray(examples) ? examples : []).filter(
      (one): one is string => typeof one === 'string' && one !== '' && one.length <= LONGEST,
    ),
  );
  const most = Math.max(0, ...perSkill.map(({ length }) => length));
  const inTurn = Array.from({ length: Math.min(most, EXAMPLES) }, (_, at) => perSkill.flatMap((all) => all[at] ?? []));
  return [...new Set(inTurn.flat())].slice(0, EXAMPLES);
}

const skillsOf = (card: Json): JsonObject[] =>
  (isObject(card) && Array.isArray(card.skills) ? card.skills : []).filter(isObject);

/** A task that still works. Each branch of `either` begins with what decides it. */
const WORKS = { kind: 'task', id: { $type: 'string' }, status: { state: { $not: { $in: [...OVER, ...WAITS] } } } };

/**
 * Says something to the agent. Resolves with the message or the task that came of it. A task is polled in the conversation that began it:
 * in another one the agent may be another process, which knows nothing of the task.
 */
async function said(target: ExplorableTarget, parts: Json): Promise<Back> {
  const message = { kind: 'message', messageId: '${uuid}', role: 'user', parts: { $lit: parts } };
  const poll: StepData = {
    repeat: {
      max: LOOKS,
      every: '250ms',
      until: { value: '${task}', is: { status: { state: { $in: [...OVER, ...WAITS] } } } },
      steps: [
        {
          call: { request: 'tasks/get', as: 'got', params: { id: '${id}' }, result: { kind: 'task' } },
          save: { task: '/result' },
        },
      ],
    },
  };
  const answered: StepData = { expect: { reply: 'said' }, within: ANSWER };
  const working: StepData = {
    expect: { reply: 'said', where: { result: WORKS } },
    within: ANSWER,
    save: { id: '/result/id' },
  };
  const found = await target.converse([
    { send: { request: 'message/send', as: 'said', params: { message, configuration: { blocking: false } } } },
    {
      either: [{ steps: [working, poll] }, { steps: [answered] }],
    },
  ]);
  const result = resultOf(found, 'got') ?? resultOf(found, 'said');
  return result === undefined ? { broken: found.broken ?? 'it was answered with an error' } : { result };
}

function resultOf({ records }: Explored, as: string): JsonObject | undefined {
  const reply = records.findLast((one) => one.from === 'target' && one.as === as && one.kind === 'message')?.message;
  return isObject(reply) && isObject(reply.result) ? reply.result : undefined;
}

const stateOf = ({ status }: JsonObject): Json => (isObject(status) ? (status.state ?? null) : null);

/** The behaviors that a message has shown which led to this. */
function shownBy(result: JsonObject | undefined): string[] {
  if (result?.kind === 'message') return ['message-answer', 'answer'];
  if (result?.kind !== 'task') return [];
  const state = stateOf(result);
  if (state === 'completed') return ['task', 'answer', ...(hasMoreThanText(result) ? ['files'] : [])];
  if (state === 'auth-required') return ['asks-sign-in', 'answer'];
  if (state === 'rejected') return ['rejected-task', 'answer'];
  if (state === 'failed') return ['failed-task', 'answer'];
  return ['answer'];
}

function hasMoreThanText({ artifacts }: JsonObject): boolean {
  const parts = (Array.isArray(artifacts) ? artifacts : [])
    .filter(isObject)
    .flatMap((one): Json[] => (Array.isArray(one.parts) ? one.parts : []));
  return parts.some((part) => isObject(part) && (part.kind === 'file' || part.kind === 'data'));
}

const counted = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

function summary(card: Json, examples: readonly string[]): string {
  return `${counted(skillsOf(card).length, 'skill')}, ${counted(examples.length, 'example')}`;
}
