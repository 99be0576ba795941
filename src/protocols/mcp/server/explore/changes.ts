import type { Answer, ExplorableTarget, Explored, Question, StepData } from '../../../../conversation/explorer.js';
import { askAll } from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import type { WireRecord } from '../../../../wire/record.js';
import type { Findings } from './findings.js';
import { hasAllLevels, tellingLevel } from './levels.js';
import { listQuestions, type Offer, offerIn } from './offered.js';
import { LISTEN, PEER, PEER_WITH_TOOLS, SESSIONS, speechOf } from './opening.js';
import { listeningFor, subscribable, subscribe } from './resources/subscribing.js';
import { simplestArguments, variedArguments } from './tools/arguments.js';
import { callOf, demandsVisit, notesIn, questionsIn, type ToolCall, toolLentIn } from './tools/tools.js';

/** What a request with a fence on each side brought: what came before it is not its doing. */
const PING = (as: string): Question => ({ as, method: 'ping' });
/** How many requests are tried for one behavior. */
const MOST = 6;
const logEverything: Question = { as: 'level', method: 'logging/setLevel', params: { level: 'debug' } };

/** How long a server is left to itself to see what it does unasked. */
const IDLE: StepData = { advance: '1s' };

/** What a server does unasked. It is left to itself for that once, and only where somebody wants to know. */
export class Idle {
  private seen: Promise<readonly WireRecord[]> | undefined;

  constructor(private readonly target: ExplorableTarget) {}

  /** The behaviors that it shows by questions. */
  async questions(): Promise<ReadonlySet<string>> {
    return new Set(questionsIn(await this.records()));
  }

  /** Whether it logs, at any level, later than at once after the handshake. */
  async logs(): Promise<boolean> {
    const records = await this.records();
    const settled = records.findIndex(({ as }) => as === 'settled');
    return notesIn(records.slice(settled + 1), LOGGED).length > 0;
  }

  private records(): Promise<readonly WireRecord[]> {
    this.seen ??= this.watch();
    return this.seen;
  }

  private async watch(): Promise<readonly WireRecord[]> {
    const level = canLog(this.target) ? stepsOf(logEverything) : [];
    const steps = [...SESSIONS.opening, ...level, ...asksFor('settled', 'ping'), IDLE, ...asksFor('idle', 'ping')];
    const { records } = await this.target.converse(steps, PEER);
    return records.filter(({ from }) => from === 'target');
  }
}

const LOGGED = 'notifications/message';

const canLog = ({ advertised }: ExplorableTarget) => isObject(advertised) && isObject(advertised.logging);

/** Tools that ask the client: a question is a call's doing where the server does not ask it by itself, and a call of its own brings it. */
export async function recogniseQuestions(
  target: ExplorableTarget,
  called: readonly ToolCall[],
  answers: ReadonlyMap<string, Answer>,
  idle: Idle,
  findings: Findings,
): Promise<void> {
  let tried = 0;
  for (const call of called) {
    const asked = questionsIn(answers.get(call.as)?.meanwhile ?? []).filter((one) => !findings.shows.has(one));
    if (asked.length === 0 || tried === MOST) continue;
    const unasked = await idle.questions();
    if (asked.every((one) => unasked.has(one))) continue;
    tried++;
    const again = callOf(call.tool, call.arguments, 'again');
    const alone = await askAll(target, SESSIONS.opening, [PING('before'), again], PEER);
    const answer = alone.get('again');
    if (answer?.reply === undefined) continue;
    for (const behavior of questionsIn(answer.meanwhile))
      if (!unasked.has(behavior)) findings.show(behavior, { name: call.tool.name, arguments: call.arguments ?? {} });
  }
}

/** How many further calls are made of one tool that asks. */
const VARIED = 5;

/**
 * Tools that ask, called with one more of what need not be given: they may ask in another way then, lend the client's model tools
 * of their own, or demand that the user visits a page first.
 */
export async function recogniseVariedQuestions(
  target: ExplorableTarget,
  called: readonly ToolCall[],
  answers: ReadonlyMap<string, Answer>,
  findings: Findings,
): Promise<void> {
  const asking = called.filter(({ as }) =>
    questionsIn(answers.get(as)?.meanwhile ?? []).some((one) => one !== 'asks-roots'),
  );
  // Of each tool the first call, which is the simplest.
  const byTool = new Map([...asking].reverse().map((call) => [call.tool.name, call]));
  for (const { tool, arguments: args = {} } of [...byTool.values()].slice(0, MOST)) {
    for (const varied of [args, ...variedArguments(tool.inputSchema, args, VARIED)]) {
      const question = callOf(tool, varied, 'varied');
      const answer = (await askAll(target, SESSIONS.opening, [PING('before'), question], PEER_WITH_TOOLS)).get(
        'varied',
      );
      if (answer?.reply === undefined) continue;
      const gives: JsonObject = { name: tool.name, arguments: varied };
      if (demandsVisit(answer)) findings.show('demands-url', gives);
      if (questionsIn(answer.meanwhile).includes('asks-url')) findings.show('asks-url', gives);
      const lent = toolLentIn(answer.meanwhile);
      const input = lent && simplestArguments(isObject(lent.inputSchema) ? lent.inputSchema : {});
      if (input) findings.show('asks-sampling-with-tools', { ...gives, input });
    }
  }
}

const stepsOf = ({ as, method, params }: Question): StepData[] => [
  { send: { request: method, as, ...(params === undefined ? {} : { params }) } },
  { expect: { reply: as } },
];
const asksFor = (as: string, method: string) => stepsOf({ as, method });

/** Tools that change what the server lists or has, in one conversation: the lists between the calls tell. */
export async function recogniseChanges(
  target: ExplorableTarget,
  calls: readonly ToolCall[],
  offer: Offer,
  findings: Findings,
): Promise<void> {
  const subscribed = subscribable(target, offer);
  const lists = listQuestions(target.advertised);
  const listsAfter = (index: number) => lists.map((one) => ({ ...one, as: `${one.as} after ${index}` }));
  if (calls.length === 0 && subscribed.length === 0) return;
  const { opening, fence, hasSessions } = speechOf(target);
  const answers = await askAll(
    target,
    // What is told of lists belongs to no request: over HTTP it comes on a stream of its own.
    [...opening, ...(hasSessions ? (target.transport === 'http' ? LISTEN : []) : listeningFor(target, subscribed))],
    [
      { as: 'settled', method: fence },
      ...(hasSessions ? subscribed.map(subscribe) : []),
      ...listsAfter(0),
      ...calls.flatMap((call, index) => [call, ...listsAfter(index + 1)]),
    ],
    PEER,
  );
  const offerAfter = (index: number) =>
    offerIn(new Map(lists.flatMap(({ as }) => withName(as, answers.get(`${as} after ${index}`)))));
  let updated: string | undefined;
  for (const [index, call] of calls.entries()) {
    const answer = answers.get(call.as);
    if (answer?.reply === undefined) continue;
    const gives: JsonObject = { name: call.tool.name, arguments: call.arguments ?? {} };
    const [before, after] = [offerAfter(index), offerAfter(index + 1)];
    const names = ({ tools, prompts }: Offer) => ({
      tools: tools.map(({ name }) => name),
      prompts: prompts.map(({ name }) => name),
    });
    // The lists are first pages, so what is told of the others counts too.
    const since = [answer, ...listsAfter(index + 1).flatMap(({ as }) => answers.get(as) ?? [])];
    const meanwhile = since.flatMap((one) => one.meanwhile);
    const told = (what: string) => notesIn(meanwhile, `notifications/${what}/list_changed`).length > 0;
    if (differ(names(before).tools, names(after).tools) || told('tools')) findings.show('tools-change', gives);
    if (differ(before.resources, after.resources) || told('resources')) findings.show('resources-change', gives);
    if (differ(names(before).prompts, names(after).prompts) || told('prompts')) findings.show('prompts-change', gives);
    const [note] = notesIn(answer.meanwhile, 'notifications/resources/updated');
    if (note && typeof note.uri === 'string' && subscribed.includes(note.uri)) {
      findings.show('resource-update', { uri: note.uri, ...gives });
      updated ??= note.uri;
    }
  }
  const isTaken = (uri: string) => !hasSessions || isObject(answers.get(`subscribe ${uri}`)?.reply?.result);
  const other = subscribed.find((uri) => uri !== updated && isTaken(uri));
  if (other !== undefined && updated !== undefined) findings.show('other-resource', { uri: other });
}

/** Requests that make the server log: those that do so twice, and silence before them. */
export async function recogniseLogs(
  target: ExplorableTarget,
  calls: readonly ToolCall[],
  offer: Offer,
  idle: Idle,
  findings: Findings,
): Promise<void> {
  if (!canLog(target)) return;
  const subscriptions = subscribable(target, offer).slice(0, 1).map(subscribe);
  const byTool = new Map(calls.map((call) => [call.tool.name, call]));
  const tried = [...[...byTool.values()].slice(0, 2 * MOST), ...subscriptions];
  // Whoever logs by itself, after the handshake too, has done so by then.
  const opening = [...SESSIONS.opening, ...asksFor('before', 'ping'), ...((await idle.logs()) ? [IDLE] : [])];
  const logsAt = (answers: ReadonlyMap<string, Answer>, ...names: string[]) =>
    names.flatMap((as) => notesIn(answers.get(as)?.meanwhile ?? [], LOGGED));
  const levelsOf = (logs: readonly JsonObject[]) => logs.map(({ level }) => String(level));
  const first = await askAll(
    target,
    opening,
    [logEverything, PING('quiet'), ...tried.flatMap((one, index) => [one, PING(`after ${index}`)])],
    PEER,
  );
  if (logsAt(first, 'quiet').length > 0) return;
  for (const [index, question] of tried.entries()) {
    if (first.get(question.as)?.reply === undefined) continue;
    const hinted = levelsOf(logsAt(first, question.as, `after ${index}`));
    const isNew = hasAllLevels(hinted) ? !findings.shows.has('logs-all-levels') : !findings.shows.has('logs');
    if (hinted.length === 0 || !isNew) continue;
    const alone = await askAll(target, opening, [logEverything, PING('quiet'), question, PING('after')], PEER);
    const logs = logsAt(alone, question.as, 'after');
    if (new Set(logs.map((one) => JSON.stringify(one))).size < logs.length) continue;
    const levels = levelsOf(logs);
    const level = tellingLevel(levels);
    const { as, method, params } = question;
    if (level !== undefined) findings.show('logs', { request: method, params: withoutToken(params), level });
    const call = calls.find((one) => one.as === as);
    if (call && hasAllLevels(levels))
      findings.show('logs-all-levels', { name: call.tool.name, arguments: call.arguments ?? {} });
  }
}

/** Over HTTP: requests that bring a notification on the stream of the session, once. */
export async function recogniseAnnouncements(
  target: ExplorableTarget,
  changing: readonly ToolCall[],
  offer: Offer,
  findings: Findings,
): Promise<void> {
  if (!findings.shows.has('get-stream')) return;
  const subscriptions = offer.resources.slice(0, 1).map(subscribe);
  for (const { method, params } of [...changing, ...subscriptions].slice(0, MOST)) {
    const steps: StepData[] = [
      ...SESSIONS.opening,
      ...LISTEN,
      { send: { request: 'ping', as: 'before' } },
      { expect: { reply: 'before' } },
      { send: { request: method, as: 'asked', params: { $lit: withoutToken(params) } } },
      { expect: { reply: 'asked' } },
      { send: { request: 'ping', as: 'after' } },
      { expect: { reply: 'after' } },
    ];
    const notification = announcedIn(await target.converse(steps, PEER));
    if (notification !== undefined) findings.show('announce', { method, params: withoutToken(params), notification });
  }
}

/** The method of the one notification that came on the stream after the request, and that none like it came before. */
function announcedIn({ records }: Explored): string | undefined {
  const asked = records.findIndex(({ as, from }) => as === 'asked' && from === 'kit');
  const methods = (part: typeof records) =>
    part.flatMap(({ from, channel, message }) =>
      from === 'target' && channel === 'listening' && isObject(message) && message.id === undefined
        ? [String(message.method)]
        : [],
    );
  if (asked < 0) return undefined;
  const before = new Set(methods(records.slice(0, asked)));
  const after = methods(records.slice(asked));
  return after.find((one) => !before.has(one) && after.filter((other) => other === one).length === 1);
}

function withName(as: string, answer: Answer | undefined): [string, Answer][] {
  return answer === undefined ? [] : [[as, answer]];
}

const differ = (a: readonly string[], b: readonly string[]) => [...a].sort().join('\n') !== [...b].sort().join('\n');

/** The params of a question without what asks for progress. */
function withoutToken(params: Question['params']): JsonObject {
  const written = isObject(params) && isObject(params.$lit) ? params.$lit : {};
  const { _meta: _, ...rest } = written;
  return rest;
}
