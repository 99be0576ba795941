import type {
  ExplorableTarget,
  Exploration,
  Explored,
  OwnPrompt,
  ShownBehavior,
  StepData,
} from '../../../../conversation/explorer.js';
import { ExplorationError } from '../../../../conversation/explorer.js';
import { lacksValues, onYourWord, quoted } from '../../../../conversation/own-prompts.js';
import { quoteError } from '../../../../conversation/summary.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { recogniseChoices } from './choices.js';
import { laterMembers } from './later.js';
import { type ExploringPrompt, LATER_PROMPTS, PROMPTS } from './prompts.js';
import { cameBack } from './told.js';
import { activityIn, RECOGNISED, shownIn, type Turn } from './turns.js';

/** How every conversation begins: one session in the folder of the case. */
const OPENING: readonly StepData[] = [
  { call: { request: 'initialize', params: '${peer.initialize}', as: 'hello', result: {} } },
  {
    call: { request: 'session/new', params: '${peer.session}', as: 'session' },
    save: { sessionId: '/result/sessionId' },
  },
];
/** An agent tells its commands when it likes: most do at once after the session is there. */
const COMMANDS: StepData = { expect: { notify: 'session/update#available_commands_update' }, within: '2s' };
/** How long an agent may take for a turn that is tried. */
const TURN = '60s';
/** ms of a turn that is over soon. */
const QUICK = 3_000;
/** How many names are told. */
const NAMED = 8;

const NOT_PROMPTED = 'no prompt was sent, because prompts may cost something (--allow-prompts)';
const NOT_SHOWN = 'no prompt that was tried showed it';

/**
 * Finds out what an agent can show. Modes, settings and commands cost nothing; what a prompt brings about is tried where the owner
 * permits it, one session for each prompt. Prompts of the owner's own come first.
 */
export async function explore(target: ExplorableTarget): Promise<Exploration> {
  const opened = await target.converse([...OPENING, COMMANDS]);
  const session = sessionIn(opened);
  if (session === undefined && !needsSignIn(opened))
    throw new ExplorationError(`no session could be opened: ${whyNone(opened)}`);
  const notes = [summary(session ?? {}, opened)];
  const later = laterMembers(opened.records);
  const shows = new Map<string, ShownBehavior>();
  if (session === undefined) {
    const why = 'a session needs a sign-in';
    const refuses = new Map([['session/new', why]]);
    return { shows, lacks: lackOf(why), refuses, later, notes: ['sessions need a sign-in', ...laterNote(later)] };
  }
  const lacks = recogniseChoices(session, shows);
  const turns = new Turns(target, session, shows, notes);
  for (const own of target.prompts ?? []) await turns.tryOwn(own, lacks);
  const prompts = target.version === EARLIEST ? PROMPTS : [...PROMPTS, ...LATER_PROMPTS];
  const due = prompts.filter(({ behavior }) => !shows.has(behavior));
  const permitted =
    due.length === 0
      ? new Set()
      : await target.permits(
          'prompts',
          due.map(({ text }) => text),
        );
  for (const prompt of due.filter(({ text }) => permitted.has(text))) await turns.try(prompt);
  const mayShow = [...due.map(({ behavior }) => behavior), ...MORE].filter((one) => !shows.has(one));
  const asked = permitted.size > 0;
  const lack = (behaviors: readonly string[], why: string) => {
    for (const one of behaviors) if (!shows.has(one) && !lacks.has(one)) lacks.set(one, why);
  };
  lack(mayShow, asked ? NOT_SHOWN : NOT_PROMPTED);
  lack(['signed-out'], 'nobody knows how the agent is started without a sign-in');
  if (lacks.has('modes')) lack(['change-mode'], lacks.get('modes')!);
  if (lacks.has('settings')) lack(['change-setting'], lacks.get('settings')!);
  lack(UNTRIED, 'no prompt is known that makes the agent show it (--prompt)');
  const open = [...mayShow, ...UNTRIED].filter((one) => !shows.has(one) && !NO_MATTER.has(lacks.get(one) ?? ''));
  const all = [...new Set([...later, ...turns.later])];
  notes.push(...laterNote(all), ...advice(asked ? 0 : due.length, open));
  return { shows, lacks, later: all, notes };
}

/** The version whose agents have nothing that is asked for here by prompts of `LATER_PROMPTS`. */
const EARLIEST = '0.12.2';

const laterNote = (later: readonly string[]): string[] =>
  later.length === 0 ? [] : [`it has what ACP 1.21.0 knows and 0.12.2 does not: ${later.join(', ')}`];

/** What an owner may do for the behaviors that are not shown yet. @param unsent prompts that nobody permitted */
function advice(unsent: number, open: readonly string[]): string[] {
  if (unsent > 0)
    return [
      `${unsent} prompts were not sent, as they may cost something: --allow-prompts sends them, --prompt NAME="text" one of yours`,
    ];
  const more = open.length > NAMED ? ` and ${open.length - NAMED} more` : '';
  return open.length === 0
    ? []
    : [`not shown: ${open.slice(0, NAMED).join(', ')}${more}; --prompt NAME="text" tries a prompt of yours`];
}

/** Tries prompts, a session for each, and notes what each shows. */
class Turns {
  /** What the owner's prompts have shown that were meant to. */
  private readonly meant = new Set<string>();
  /** What the agent has that only later versions know. */
  readonly later = new Set<string>();

  constructor(
    private readonly target: ExplorableTarget,
    private readonly session: JsonObject,
    private readonly shows: Map<string, ShownBehavior>,
    private readonly notes: string[],
  ) {}

  async try(prompt: ExploringPrompt): Promise<void> {
    const { turn, found } = await this.play(prompt);
    for (const [behavior, values] of found) this.show(behavior, prompt.text, values);
    this.tell(prompt.text, turn, showing(found));
  }

  /** What its owner means a prompt to show is mapped by it, whatever else has shown it. */
  async tryOwn(prompt: OwnPrompt, lacks: Map<string, string>): Promise<void> {
    const { behavior, text } = prompt;
    const { turn, found } = await this.play({ text });
    const own = found.find(([name]) => name === behavior);
    const why = own ? undefined : whyNot(prompt, turn);
    if (why === undefined && !this.meant.has(behavior)) {
      this.meant.add(behavior);
      this.shows.set(behavior, { ...mapping(text, own?.[1] ?? {}), ...(own ? {} : { unproven: true }) });
    }
    // A prompt that takes its time is a poor one for what others show at once.
    const isQuick = (activityIn(turn)?.took ?? 0) < QUICK;
    for (const [name, more] of isQuick ? found : []) this.show(name, text, more);
    if (this.shows.has(behavior)) lacks.delete(behavior);
    else lacks.set(behavior, `the prompt ${quoted(text)} did not show it`);
    this.tell(text, turn, own ? showing(isQuick ? found : [own]) : (why ?? onYourWord(behavior)));
  }

  private async play(prompt: Turn['prompt']) {
    const turn: Turn = { prompt, ...(await played(this.target, blocksOf(prompt.text))) };
    for (const one of laterMembers(turn.records)) this.later.add(one);
    return { turn, found: shownIn(turn, this.session) };
  }

  private show(behavior: string, text: string, values: JsonObject): void {
    if (!this.shows.has(behavior)) this.shows.set(behavior, mapping(text, values));
  }

  private tell(text: string, turn: Turn, says: string): void {
    this.notes.push(`tried ${quoted(text)}: ${cameBack(turn)}; ${says}`);
  }
}

const blocksOf = (text: string): Json => [{ type: 'text', text }];

const mapping = (text: string, values: JsonObject): ShownBehavior => ({
  gives: { prompt: blocksOf(text), ...values },
  costs: true,
});

const showing = (found: readonly [string, JsonObject][]) =>
  found.length === 0 ? 'shows nothing that is looked for' : `shows ${found.map(([name]) => name).join(', ')}`;

/** Why a behavior that a turn does not show by itself can't be mapped by its prompt; undefined if nothing speaks against that. */
function whyNot(prompt: OwnPrompt, turn: Turn): string | undefined {
  const { behavior } = prompt;
  if (RECOGNISED.has(behavior)) return `does not show ${behavior}`;
  if (activityIn(turn)?.reply?.result === undefined) return `can not show ${behavior}`;
  return lacksValues(prompt);
}

/** Behaviors that turns show which were tried for another one. */
const MORE = ['long-turn', 'read-file', 'write-file'];
/** Behaviors for which no prompt is tried: what they need is particular to the agent. */
const UNTRIED = ['silent-turn', 'long-tools', 'ask-twice', 'mcp-tool', 'change-mode', 'change-setting'];
/** Reasons that no prompt does away with. */
const NO_MATTER = new Set(['sessions have no modes', 'sessions have no settings']);

const lackOf = (reason: string) =>
  new Map([...PROMPTS.map(({ behavior }) => behavior), ...MORE, ...UNTRIED].map((one) => [one, reason]));

function played(target: ExplorableTarget, prompt: Json): Promise<Explored> {
  const params = { sessionId: '${sessionId}', prompt: { $lit: prompt } };
  return target.converse([
    ...OPENING,
    { send: { request: 'session/prompt', as: 'turn', params } },
    { expect: { reply: 'turn' }, within: TURN },
  ]);
}

/** The reply to session/new. */
const replyIn = ({ records }: Explored) =>
  records.find(({ from, as }) => from === 'target' && as === 'session')?.message;

function sessionIn(opened: Explored): JsonObject | undefined {
  const reply = replyIn(opened);
  return isObject(reply) && isObject(reply.result) ? reply.result : undefined;
}

/** Why there is no session. */
function whyNone(opened: Explored): string {
  const reply = replyIn(opened);
  if (isObject(reply) && reply.error !== undefined) return `session/new was answered with ${quoteError(reply.error)}`;
  return opened.broken ?? 'the reply has no result';
}

/** An agent that asks for a sign-in is in order (ACP, Authentication). */
function needsSignIn(opened: Explored): boolean {
  const reply = replyIn(opened);
  return isObject(reply) && isObject(reply.error) && reply.error.code === -32000;
}

function summary({ modes, configOptions }: JsonObject, { records }: Explored): string {
  const offered = isObject(modes) && Array.isArray(modes.availableModes) ? modes.availableModes : [];
  const settings = Array.isArray(configOptions) ? configOptions : [];
  const commands = records.flatMap(({ message }) => {
    const params = isObject(message) && isObject(message.params) ? message.params : {};
    const update = isObject(params.update) ? params.update : {};
    return Array.isArray(update.availableCommands) ? update.availableCommands : [];
  });
  return [list('modes', offered, 'id'), list('settings', settings, 'id'), list('commands', commands, 'name')].join(
    '; ',
  );
}

function list(what: string, entries: readonly Json[], member: string): string {
  const names = entries.filter(isObject).map((one) => String(one[member]));
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return names.length === 0 ? `no ${what}` : `${what} ${names.slice(0, NAMED).join(', ')}${more}`;
}
