import type {
  ExplorableTarget,
  Exploration,
  Explored,
  ShownBehavior,
  StepData,
} from '../../../../conversation/explorer.js';
import { ExplorationError } from '../../../../conversation/explorer.js';
import { quoteError } from '../../../../conversation/summary.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { recogniseChoices } from './choices.js';
import { PROMPTS } from './prompts.js';
import { shownIn, type Turn } from './turns.js';

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
/** How many names are told. */
const NAMED = 8;

const NOT_PROMPTED = 'no prompt was sent, because prompts may cost something (--allow-prompts)';

/**
 * Finds out what an agent can show. Modes, settings and commands cost nothing; what a prompt brings about is tried where the owner
 * permits it, one session for each prompt.
 */
export async function explore(target: ExplorableTarget): Promise<Exploration> {
  const opened = await target.converse([...OPENING, COMMANDS]);
  const session = sessionIn(opened);
  if (session === undefined && !needsSignIn(opened))
    throw new ExplorationError(`no session could be opened: ${whyNone(opened)}`);
  const notes = [summary(session ?? {}, opened)];
  const shows = new Map<string, ShownBehavior>();
  if (session === undefined) {
    const why = 'a session needs a sign-in';
    return { shows, lacks: lackOf(why), refuses: new Map([['session/new', why]]), notes: ['sessions need a sign-in'] };
  }
  const lacks = recogniseChoices(session, shows);
  const permitted = await target.permits(
    'prompts',
    PROMPTS.map(({ text }) => text),
  );
  for (const prompt of PROMPTS.filter(({ text }) => permitted.has(text))) {
    const said: Json = [{ type: 'text', text: prompt.text }];
    const turn: Turn = { prompt, ...(await played(target, said)) };
    for (const [behavior, values] of shownIn(turn))
      if (!shows.has(behavior)) shows.set(behavior, { gives: { prompt: said, ...values } });
    if (turn.broken !== undefined) notes.push(`${JSON.stringify(prompt.text.split('\n')[0])}: ${turn.broken}`);
  }
  const asked = permitted.size > 0;
  for (const { behavior } of PROMPTS)
    if (!shows.has(behavior)) lacks.set(behavior, asked ? 'no prompt that was tried showed it' : NOT_PROMPTED);
  for (const behavior of MORE)
    if (!shows.has(behavior)) lacks.set(behavior, asked ? 'no prompt that was tried showed it' : NOT_PROMPTED);
  lacks.set('signed-out', 'nobody knows how the agent is started without a sign-in');
  for (const behavior of UNTRIED) lacks.set(behavior, 'there is no prompt yet that makes the agent show it');
  if (lacks.has('modes')) lacks.set('change-mode', lacks.get('modes')!);
  if (lacks.has('settings')) lacks.set('change-setting', lacks.get('settings')!);
  return { shows, lacks, notes };
}

/** Behaviors that turns show which were tried for another one. */
const MORE = ['long-turn', 'read-file', 'write-file'];
/** Behaviors for which no prompt is tried: what they need is particular to the agent. */
const UNTRIED = ['silent-turn', 'long-tools', 'ask-twice', 'mcp-tool', 'change-mode', 'change-setting'];

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
