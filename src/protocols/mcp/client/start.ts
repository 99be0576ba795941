import { DrivenProgram } from '../../../conversation/driven-program.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { type JsonObject, stringifyJson } from '../../../json/json.js';
import type { Link } from '../../../jsonrpc/link.js';
import { linkToProcess, type ProcessLinkOptions } from '../../../jsonrpc/process-link.js';
import { type Border, type Headers, openBorder } from '../../../wire/carried.js';
import { type Clock, during, realClock } from '../../../wire/clock/clock.js';
import type { Traffic } from '../../../wire/clock/moved-clock.js';
import { stderr, stdout } from '../../../wire/output.js';
import { type PeerProgram, startPeer } from '../../../wire/process/stdio.js';
import { perRequestRevision } from '../per-request.js';
import { RepeatedHeaders } from '../per-request-headers.js';
import type { Advice } from './agent-loop.js';
import type { ClientAnswers } from './answers.js';
import { joinOthers } from './beside.js';
import { cardsAlone, lookAtCards, ServerCards } from './cards.js';
import type { Conversation } from './conversation.js';
import { ConversationOfEitherFamily } from './families.js';
import type { FileOptions } from './files.js';
import { type HttpLinkOptions, StreamableHttpLink } from './http/link.js';
import { PerRequestHttpLink } from './http/per-request-link.js';
import { type LoginOptions, loginTo } from './login/login.js';
import type { ClientOutcome } from './outcome.js';
import { PerRequestConversation } from './per-request/conversation.js';
import type { PermissiveOptions } from './permissive/options.js';
import { type ClientProfile, plainProfile } from './profile.js';
import { Run } from './run.js';
import { type ClientScript, loadScript } from './script.js';
import { ClientSession, type SessionOptions } from './session.js';
import { SuccessiveLinks } from './successive-links.js';

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
  /** ms for which a server that it started may say nothing while it owes an answer. Default: for ever. */
  silence?: number;
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

/** Defects that no message shows. */
export const SWITCHES = ['fetches-pages', 'fetches-schemas', 'kills-server'] as const;

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
  const {
    command = [],
    url,
    failed,
    profile = plainProfile,
    switches = new Set<string>(),
    warn = warnOnStderr,
  } = options;
  const script = await loadScript(options.script, options.permissive, options.version, profile.offer);
  if ((command.length === 0) === (url === undefined))
    throw new ScriptError('a client starts its server or connects to it: put the command behind --, or name its --url');
  const cards = new ServerCards(clock, cwd, switches.has('forgets-cards') ? 0 : undefined);
  const alone = switches.has('connects-for-cards') ? undefined : cardsAlone(script.actions);
  if (alone) return ending(lookAtCards(alone, cards), print);
  const { login: wanted } = script;
  const address = wanted?.url ?? url;
  if (wanted && address === undefined) throw new ScriptError('a login is one to a server over HTTP: name its --url');
  const login = wanted && loginTo(loginOptions(options, script, address!));
  const reached = address === undefined ? await started(options, command) : connected(options, address, script, login);
  const fetched = (address: string) => during(clock, fetch(address));
  const page = switches.has('fetches-pages') ? fetched : undefined;
  const schema = switches.has('fetches-schemas') ? fetched : undefined;
  const answers = (usual: ClientAnswers) => profile.answers(usual, script);
  const how: SessionOptions = { script, clock, cwd, page, schema, answers, ...(failed && { failed }) };
  const conversation = begin(script.versions, reached, how);
  const files: FileOptions = {
    clock,
    cwd,
    uploads: script.uploads || switches.has('uploads-unasked'),
    limits: !switches.has('uploads-anything'),
    ...(switches.has('tells-uploads') && { tell: warn }),
  };
  const others = { clock, warn, all: switches.has('needs-all-servers') };
  const play = async (): Promise<ClientOutcome> => {
    let leave: () => Promise<void>;
    try {
      if (login) await during(clock, login.signIn());
      leave = await joinOthers(script.beside, how, others);
    } catch (error) {
      return {
        ok: false,
        value: { server: null, results: [] },
        error: error instanceof Error ? error.message : String(error),
      };
    }
    const result = await new Run(conversation, script, {
      clock,
      profile,
      cards,
      files,
      advice: adviceOf(switches),
    }).play();
    await leave();
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
    ...ending(parted, print, leave),
    ...(reached.traffic && !elsewhere && { traffic: reached.traffic }),
  };
}

const loginOptions = (
  { border = openBorder, clock = realClock, switches }: McpClientOptions,
  { login, permissive }: ClientScript,
  server: string,
): LoginOptions => ({
  server,
  document: login?.document,
  border,
  clock,
  openIdFirst: permissive.has('openid-first'),
  checks: { login: !switches?.has('trusts-any-issuer'), refresh: !switches?.has('refreshes-unchecked') },
});

/** Where the instructions of a server go, with these defects. */
function adviceOf(switches: ReadonlySet<string>): Advice {
  if (switches.has('advises-anyway')) return 'anyway';
  return switches.has('advises-as-user') ? 'user' : 'system';
}

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

/** Begins the conversation that these revisions make. */
function begin(versions: readonly string[], reached: Reached, how: SessionOptions): Conversation {
  const earlier = versions.filter((version) => !perRequestRevision(version));
  const [revision] = versions.flatMap((version) => perRequestRevision(version) ?? []);
  let ids = 0;
  // Over stdio both are one conversation to the server, in which no id comes twice.
  const options: SessionOptions = { ...how, script: { ...how.script, versions: earlier }, ids: () => ++ids };
  const session = () => {
    const link = reached.session();
    const opened = new ClientSession(link, options);
    if (link instanceof StreamableHttpLink) link.onLost(() => void opened.open().catch(() => undefined));
    return opened;
  };
  if (!revision) return session();
  const perRequest = () => {
    const { link, repeated } = reached.perRequest();
    return new PerRequestConversation(link, options, revision, repeated);
  };
  if (earlier.length === 0) return perRequest();
  return new ConversationOfEitherFamily({ clock: how.clock, versions: earlier, revision, session, perRequest });
}

async function started(options: McpClientOptions, command: readonly string[]): Promise<Reached> {
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
      const how = options.switches?.has('kills-server') ? 'kill' : 'eof';
      // Its stdin is closed first, then it is sent TERM, then KILL (MCP 2025-11-25, Lifecycle, Shutdown, stdio).
      if (how === 'eof') program.link.close();
      return program.lastWords(await server.stop(how, GRACE), server.stderr());
    },
  };
}

function connected(
  options: McpClientOptions,
  url: string,
  { permissive, token }: ClientScript,
  login: ReturnType<typeof loginTo> | undefined,
): Reached {
  const { border = openBorder, clock = realClock, exit = exitForReal } = options;
  const links: (StreamableHttpLink | PerRequestHttpLink)[] = [];
  const kept = <L extends StreamableHttpLink | PerRequestHttpLink>(link: L): L => {
    links.push(link);
    return link;
  };
  const known = token === undefined ? {} : credentialOf(token, permissive);
  const credential: HttpLinkOptions['credential'] = () => login?.credential() ?? known;
  const common = { url, border, exit, credential, worded: wordingOf(permissive) };
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
          renews: login && (() => during(clock, login.renew())),
          listens: !permissive.has('no-get'),
          saysGoodbye: !permissive.has('no-delete'),
        }),
      ),
    traffic: { heard: () => sum('heard'), said: () => sum('said') },
    part: async () => {
      await Promise.all(links.map((link) => link.end()));
      return undefined;
    },
  };
}

/** The header that has this token: a bearer token (MCP 2025-11-25, Authorization, Access Token Usage), or an API key. */
const credentialOf = (token: string, permissive: PermissiveOptions): Headers =>
  permissive.has('key-header') ? { 'x-api-key': token } : { authorization: `Bearer ${token}` };

const wordingOf = (permissive: PermissiveOptions) =>
  permissive.has('header-names') ? inOtherWords : (headers: Headers) => headers;

/** The same headers by RFC 9110: names have no case, and what is accepted may have weights. */
function inOtherWords(headers: Headers): Headers {
  const worded = ([name, value]: [string, string]) => [
    name.toUpperCase(),
    name === 'accept' ? value.split(', ').reverse().join(';q=0.9,') : value,
  ];
  return Object.fromEntries(Object.entries(headers).map(worded));
}

function exitForReal(code: number | null, signal: string | null): void {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exit(code ?? 0);
}
