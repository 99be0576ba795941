import { isDeepStrictEqual } from 'node:util';
import { DrivenProgram, type Silence } from '../../../conversation/driven-program.js';
import { become } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { Permissive } from '../../../conversation/permissive.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { type JsonObject, stringifyJson } from '../../../json/json.js';
import type { Link } from '../../../jsonrpc/link.js';
import { linkToProcess, type ProcessLinkOptions } from '../../../jsonrpc/process-link.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { type Clock, during, realClock } from '../../../wire/clock/clock.js';
import type { Traffic } from '../../../wire/clock/moved-clock.js';
import { stderr, stdout } from '../../../wire/output.js';
import { type PeerProgram, startPeer } from '../../../wire/process/stdio.js';
import { perRequestRevision } from '../per-request.js';
import { RepeatedHeaders } from '../per-request-headers.js';
import { opening } from './agent-loop.js';
import { joinOthers } from './beside.js';
import { CARD_KEPT, cardsAlone, lookAtCards, ServerCards } from './cards.js';
import type { Conversation, ConversationOptions } from './conversation.js';
import { withDefects } from './defects/defects.js';
import { ConversationOfEitherFamily } from './families.js';
import { type FileOptions, fileArgument } from './files.js';
import { type HttpLinkOptions, StreamableHttpLink } from './http/link.js';
import { PerRequestHttpLink } from './http/per-request-link.js';
import { LAZY_MANNER, LazyServer } from './lazy/lazy-server.js';
import { SKILL_MANNER } from './lazy/skills.js';
import { LOGIN_MANNER, type Login, loginTo, storeOf } from './login/login.js';
import type { ClientOutcome } from './outcome.js';
import type { ClientParts } from './parts.js';
import { PerRequestConversation } from './per-request/conversation.js';
import { isFixed, permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { type ClientProfile, plainProfile } from './profile.js';
import { Run, type RunOptions } from './run.js';
import { type ClientScript, loadScript } from './script.js';
import { ClientSession } from './session.js';
import { SuccessiveLinks } from './successive-links.js';
import { TASK_HABITS } from './tasks/habits.js';

export interface McpClientOptions {
  /** The server that it starts: program and arguments. */
  command?: readonly string[];
  /** The server that it connects to: the endpoint of Streamable HTTP. */
  url?: string;
  /** Where faults act. Default: nothing does. */
  border?: Border;
  /** The revision that it speaks, unless its script names others. Default: 2025-11-25. */
  version?: string;
  /** See `schemas/mcp-client-script`. */
  script?: JsonObject;
  /** Which permissive options it takes: the usual ones, or those that are named. */
  permissive?: boolean | readonly string[];
  /** The defects that it shall have. */
  switches?: ReadonlySet<string>;
  /** Working directory of the server, and what roots are relative to. Default: this process's own. */
  cwd?: string;
  /** Ends this process where a fault demands it. Default: for real. */
  exit?: NonNullable<ProcessLinkOptions['exit']>;
  /** Starts the server. Default: a process. */
  spawn?: (argv: readonly string[], cwd: string) => Promise<PeerProgram>;
  /** How long a server that it started may say nothing while it owes an answer. Default: for ever. */
  silence?: Silence;
  /** Default: real time. */
  clock?: Clock;
  /** Where the outcome goes, as one line of JSON. Default: this process's stdout. */
  print?: (line: string) => void;
  /** Where words about what went wrong go. Default: this process's stderr. */
  warn?: (text: string) => void;
  /** Told of errors of the client itself. Default: nobody. */
  failed?: (error: unknown) => void;
  /** Default: the protocol and nothing else. */
  profile?: ClientProfile;
}

/** ms that a server may take to go, after the end of its stdin and after TERM. */
const GRACE = { eof: 1_000, term: 1_000 };

/** A server that is spoken with, until `part`. */
interface Reached {
  /** The link of a conversation without sessions; whoever spoke before hears nothing more. `repeated`: over HTTP, what headers repeat. */
  perRequest(): { link: Link; repeated?: RepeatedHeaders };
  /** The link of a session. */
  session(): Link;
  /** What it read and said, where that is counted. */
  traffic?: Traffic;
  /** Says good-bye. Resolves, when it is gone, with its last words where it did not do its part. */
  part(): Promise<string | undefined>;
}

/**
 * Starts the reference client: it starts its server or connects to it, does what its script says, answers what the server asks,
 * and ends when all is done or the server has gone. Rejects with ScriptError for a script that can't be used, or where there
 * is not exactly one of `command` and `url`, and StartError where the server can't be started.
 */
export async function startMcpClient(options: McpClientOptions) {
  const { print = (line) => stdout.write(`${line}\n`, 'json'), clock = realClock, cwd = process.cwd() } = options;
  const { command = [], url, failed, profile = plainProfile, switches = [], warn = warnOnStderr } = options;
  const loaded = await loadScript(options.script, options.version, profile.offer);
  const permissive = new LiveNames(variantsOf(options.script, options.permissive));
  const honest = honestParts(loaded, { clock, cwd, warn, profile });
  const parts = withDefects(permitting(honest, permissive), switches);
  const { script, cards } = parts;
  if ((command.length === 0) === (url === undefined))
    throw new ScriptError('no server: add the command that starts it after --, or say where it is with --url');
  /** The scripts of its conversations. */
  const scripts = new Set([script]);
  const conversations = new Set<Conversation>();
  const live = scripted({
    first: options,
    fixed: FIXED,
    permissive,
    isFixed,
    read: (written) => loadScript(written, options.version, profile.offer),
    wanted: (now) => variantsOf(now.script, now.permissive),
    apply: (next) => {
      const isElsewhere = !isDeepStrictEqual(script.roots, next.roots);
      for (const one of scripts) {
        const { versions, offer } = one;
        become(one, { ...next, versions, offer, user: become(one.user, next.user) });
      }
      if (isElsewhere) for (const one of conversations) one.changeRoots(next.roots);
    },
  });
  const alone = parts.cardsAlone(script.actions);
  if (alone) return ending(lookAtCards(alone, cards), print);
  const { login: wanted } = script;
  const address = wanted?.url ?? url;
  if (wanted && address === undefined) throw new ScriptError('a login is one to a server over HTTP: name its --url');
  const { border = openBorder } = options;
  const store = wanted && storeOf(wanted, cwd);
  const revision = script.versions[0]!;
  const signsIn = (server: string): Login | undefined =>
    wanted &&
    store &&
    loginTo({ server, script: wanted, revision, store, border, clock, cwd, warn, manner: parts.login });
  const { answers, tasks, ids } = parts;
  const how: ConversationOptions = { script, clock, cwd, answers, tasks, ids, ...(failed && { failed }) };
  const files: FileOptions = { clock, cwd, uploads: script.uploads };
  const run: RunOptions = {
    clock,
    profile,
    cards,
    file: (file) => parts.file(file, files),
    opening: parts.opening,
    skills: parts.skills,
  };
  const began = (at: Reached) => {
    const one = begin(parts, at, how, scripts);
    conversations.add(one);
    return one;
  };
  if (script.lazy && command.length > 0) {
    const boot = async () => {
      const reached = await started(options, command, parts);
      return { conversation: began(reached), part: () => reached.part() };
    };
    const server = new LazyServer(boot, { clock, ...script.lazy, manner: parts.lazy });
    const play = async (): Promise<ClientOutcome> => {
      const result = await new Run(undefined, script, { ...run, lazy: server }).play();
      const words = await server.end();
      return result.ok || words === undefined ? result : { ...result, error: words };
    };
    return { ...live, ...ending(play(), print, () => server.conversation?.close()) };
  }
  const login = address === undefined ? undefined : signsIn(address);
  const reached =
    address === undefined ? await started(options, command, parts) : connected(options, address, parts, login);
  const conversation = began(reached);
  const play = async (): Promise<ClientOutcome> => {
    try {
      if (login && parts.login.first) await login.signIn();
      const leave = await joinOthers(script.beside, how, parts);
      const others = script.servers.map((url) => during(clock, alsoWith(url)));
      const result = await new Run(conversation, script, run).play();
      const failing = (await Promise.all(others)).find(({ ok }) => !ok);
      await leave();
      return failing && result.ok ? { ...failing, value: result.value } : result;
    } catch (error) {
      return {
        ok: false,
        value: { server: null, results: [] },
        error: error instanceof Error ? error.message : String(error),
      };
    }
  };
  /** Does the same with another server. */
  const alsoWith = async (url: string): Promise<ClientOutcome> => {
    const own = signsIn(url);
    const other = connected(options, url, parts, own);
    const result = await new Run(began(other), script, run).play();
    await other.part();
    await own?.close();
    return result;
  };
  const depart = async (): Promise<ClientOutcome> => {
    const result = await play();
    const words = await reached.part();
    await login?.close();
    const error = result.ok ? undefined : (words ?? result.error);
    return { ...result, ...(error === undefined ? {} : { error }) };
  };
  // Who moves the clock sees what passes between it and the server that it was started with, and no other.
  const elsewhere = wanted?.url !== undefined;
  const parted = elsewhere ? during(clock, depart()) : depart();
  const leave = () => {
    conversation.close();
    void login?.close();
  };
  return {
    ...live,
    ...ending(parted, print, leave),
    ...(reached.traffic && !elsewhere && { traffic: reached.traffic }),
  };
}

/** What its server knows of it, and how it is reached. */
const FIXED = ['versions', 'offer', 'token', 'login', 'servers', 'beside', 'lazy', 'uploads', 'host'];

const variantsOf = (script: JsonObject = {}, permissive: Permissive) =>
  PERMISSIVE_OPTIONS.read(script.permissive as Permissive, permissive);

const warnOnStderr = (text: string) => stderr.write(text);

/** What is left to do once a client is under way: its outcome is printed, and `leave` makes that come sooner. */
function ending(outcome: Promise<ClientOutcome>, print: (line: string) => void, leave = () => {}) {
  let came: ClientOutcome | undefined;
  const done = outcome.then((result) => {
    came = result;
    print(stringifyJson({ ...result }));
  });
  return {
    done,
    exitCode: () => (came?.ok ? 0 : 1),
    close: async () => {
      if (!came) leave();
      await done;
    },
  };
}

/** A client that does what its script says, and nothing that it need not. */
function honestParts(
  script: ClientScript,
  { clock, cwd, warn, profile }: Pick<ClientParts, 'clock' | 'cwd' | 'warn'> & { profile: ClientProfile },
): ClientParts {
  let ids = 0;
  return {
    script,
    clock,
    cwd,
    warn,
    cards: new ServerCards(clock, cwd, CARD_KEPT, script.cards),
    cardsAlone,
    ids: () => ++ids,
    link: (link) => link,
    answers: (usual) => profile.answers(usual, script),
    tasks: TASK_HABITS,
    perRequest: (conversation) => conversation,
    conversation: (conversation) => conversation,
    http: {
      listens: true,
      saysGoodbye: true,
      closesCancelled: false,
      // MCP 2025-11-25, Authorization, Access Token Usage.
      credential: (token) => ({ authorization: `Bearer ${token}` }),
      mostTries: 4,
      worded: (headers) => headers,
      addressed: (path) => path,
      moved: () => undefined,
    },
    login: LOGIN_MANNER,
    lazy: LAZY_MANNER,
    skills: SKILL_MANNER,
    file: fileArgument,
    leftOut: (error, url) => {
      const why = error instanceof Error ? error.message : String(error);
      warn(`the server at ${url} can not be spoken with and is left out: ${why}\n`);
    },
    opening,
    // Its stdin is closed first, then it is sent TERM, then KILL (MCP 2025-11-25, Lifecycle, Shutdown, stdio).
    stop: (server, closes) => {
      closes();
      return server.stop('eof', GRACE);
    },
  };
}

/** Begins the conversation that the revisions of the script make. Over stdio all is one to the server, in which no id comes twice. */
function begin(
  parts: ClientParts,
  reached: Reached,
  how: ConversationOptions,
  scripts: Set<ClientScript>,
): Conversation {
  const { versions } = parts.script;
  const earlier = versions.filter((version) => !perRequestRevision(version));
  const [revision] = versions.flatMap((version) => perRequestRevision(version) ?? []);
  const options: ConversationOptions = { ...how, script: { ...how.script, versions: earlier } };
  scripts.add(options.script);
  const session = () => {
    const link = reached.session();
    const opened = new ClientSession(parts.link(link, link instanceof StreamableHttpLink), options);
    if (link instanceof StreamableHttpLink) link.onLost(() => void opened.open().catch(() => undefined));
    return opened;
  };
  if (!revision) return parts.conversation(session());
  const perRequest = () => {
    const { link, repeated } = reached.perRequest();
    const heard = parts.link(link, repeated !== undefined);
    return parts.perRequest(new PerRequestConversation(heard, options, revision, repeated));
  };
  if (earlier.length === 0) return parts.conversation(perRequest());
  const families = { clock: how.clock, versions: earlier, revision, session, perRequest };
  return parts.conversation(new ConversationOfEitherFamily(families));
}

async function started(options: McpClientOptions, command: readonly string[], parts: ClientParts): Promise<Reached> {
  const { border = openBorder, exit, cwd = process.cwd(), spawn = startPeer, clock = realClock } = options;
  const server = await spawn(command, cwd);
  const program = new DrivenProgram(linkToProcess(server.pipes, { border, ...(exit && { exit }) }), {
    name: 'server',
    silence: options.silence,
    clock,
  });
  program.onSilence(() => program.link.close());
  const links = new SuccessiveLinks(program.link);
  return {
    perRequest: () => ({ link: links.next() }),
    session: () => links.next(),
    part: async () => {
      const exit = await parts.stop(server, () => program.link.close());
      return program.lastWords(exit, server.stderr());
    },
  };
}

function connected(
  options: McpClientOptions,
  url: string,
  { script: { token }, http }: ClientParts,
  login: Login | undefined,
): Reached {
  const { border = openBorder, clock = realClock, exit = exitForReal } = options;
  const links: (StreamableHttpLink | PerRequestHttpLink)[] = [];
  const kept = <L extends StreamableHttpLink | PerRequestHttpLink>(link: L): L => {
    links.push(link);
    return link;
  };
  const known = token === undefined ? {} : http.credential(token);
  const credential: HttpLinkOptions['credential'] = () => login?.credential() ?? known;
  const { mostTries, worded, addressed, moved } = http;
  const common = { url, border, exit, credential, login: login?.link, mostTries, worded, addressed, moved };
  const sum = (which: keyof Traffic) => links.reduce((total, { traffic }) => total + traffic[which](), 0);
  return {
    perRequest() {
      const repeated = new RepeatedHeaders();
      return { link: kept(new PerRequestHttpLink(common, repeated)), repeated };
    },
    session: () =>
      kept(
        new StreamableHttpLink({
          ...common,
          clock,
          listens: http.listens,
          saysGoodbye: http.saysGoodbye,
          closesCancelled: http.closesCancelled,
        }),
      ),
    traffic: { heard: () => sum('heard'), said: () => sum('said') },
    part: async () => {
      await Promise.all(links.map((link) => link.end()));
      return undefined;
    },
  };
}

function exitForReal(code: number | null, signal: string | null): void {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exit(code ?? 0);
}
