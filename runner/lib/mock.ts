import type { Readable, Writable } from 'node:stream';
import { memoryControl } from '../../src/control/memory.js';
import type { Control } from '../../src/control/types.js';
import type { Changed } from '../../src/conversation/live/change.js';
import { notSpoken } from '../../src/conversation/role-entry.js';
import { type JsonObject, parseJson } from '../../src/json/json.js';
import { noSuch } from '../../src/json/suggest.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { openBorder } from '../../src/wire/carried.js';
import { type Clock, realClock } from '../../src/wire/clock/clock.js';
import { SteppedClock } from '../../src/wire/clock/stepped-clock.js';
import { secrets } from '../../src/wire/output.js';
import type { AnsweringResult } from '../cli/commands/mock/answering/report.js';
import { watchAnswers } from '../cli/commands/mock/answering/watch-answers.js';
import { readFaults, readLiveFaults } from '../cli/commands/mock/mock-faults.js';
import { steeredMock } from '../cli/commands/mock/mock-inspect.js';
import { tokenOf } from '../cli/commands/mock/mock-token.js';
import { checkProtects } from '../cli/commands/mock/protects.js';
import { problemsError } from '../cli/commands/run/run-targets.js';
import { packageCorpus } from '../cli/support/package-corpus.js';
import { withProfile } from '../cli/support/profile.js';
import { UsageError } from '../cli/support/usage-error.js';
import { version as proctor } from '../cli/support/version.js';
import type { CaseResult, Summary } from '../events.js';
import type { StartedAuthorization } from '../live/authorization/authorization.js';
import type { MockAuthorization } from '../live/authorization/control.js';
import type { MockMessage } from '../live/mock-message.js';
import { openWatch } from '../live/open-watch.js';
import { protocolOf } from '../profiles.js';
import { answeringFor, type MockAnswering } from './answering.js';
import { type MockChange, MockScript, type ScriptSetting } from './mock-script.js';
import type { Transport } from './settings.js';

/** How a mock is played. */
export interface MockSettings extends MockAnswering {
  /** Default: stdio, over `input` and `output`; http with `auth`. */
  transport?: Transport;
  /** Port to listen on. Default: the machine chooses. */
  port?: number;
  /** Lets in only those who have `url`, which holds this token, or for true a random one. Default: everybody on this machine. */
  token?: string | true;
  /** The protocol version that it speaks. Default: that of a run without a version. */
  version?: string;
  /** What it offers and answers: a file, or what one would hold. */
  script?: ScriptSetting;
  /**
   * Whether the files of `answers` and `script` are taken again when they are saved; `onWarning` gets what is other then. It keeps no process
   * alive. Default: true.
   */
  watch?: boolean;
  /** A file of fault rules, or a mutant of the catalogue; not both. */
  fault?: string;
  mutant?: string;
  /** Uses the wordings that the spec permits: the usual ones, or those named. */
  permissive?: boolean | readonly string[];
  /**
   * Over HTTP: asks clients for a token, with an authorization server beside the mock that does everything right, or as a file or what one
   * would hold says (`schemas/mock-auth`). `authorization` of the started mock changes what it does.
   */
  auth?: true | string | { readonly [name: string]: unknown };
  /** The program that a client or host starts. */
  command?: readonly string[];
  /** Where the server is that a client connects to over HTTP. */
  url?: string;
  /** Working directory of a client or host, and of what it starts. */
  cwd?: string;
  /** ms for which that program may say nothing while it owes an answer. Default: for ever. */
  silence?: number;
  /** stdio: where messages come from and go to. Default: those of this process. */
  input?: Readable;
  output?: Writable;
  /** Told of every message, in both directions, as it passes. */
  onMessage?: (message: MockMessage) => void;
  /**
   * Opens `control` of the started mock: its transcript is kept, its faults can be switched, messages can be sent, and requests can be held. With
   * `clock: 'stepped'` its time stands still until `clock/advance` moves it. Default: none.
   */
  control?: true | { clock: 'stepped' };
}

/** What came of a mock. */
export interface MockResult {
  /** 1 where the peer broke a must or said nothing, 4 where the mock itself broke a rule, else 0. */
  exit: number;
  /** What a client or host says of its work: `{ ok, … }`. */
  outcome?: JsonObject;
  summary: Summary;
  /** With `answers` or `replay`: what nobody used and what matched nothing. */
  answering?: AnsweringResult;
  /** The wire rules, and whether the peer kept them. */
  cases: CaseResult[];
  /** Entries of its script that nobody used: a line each, with its place. */
  unused: string[];
}

/** A mock that runs. */
export interface StartedMock {
  /** Where it listens; unset on stdio. */
  url?: string;
  /** The authorization server beside it, if `auth` asked for one. */
  authorization?: MockAuthorization;
  /** What steers it while it runs, if `control` asked for it. */
  control?: Control;
  /** Resolves once it has nothing left to do: its peer left, its script is played, or it was closed. */
  done: Promise<MockResult>;
  /**
   * Changes its script or its permissive variants while it runs: what is under way ends as it began, and sessions live on. Resolves with what
   * holds only for a mock that is started anew (`fixed`), or from the next session on (`later`). Rejects with an Error, and changes nothing, if
   * the script or a variant can't be used.
   */
  change(now: MockChange): Promise<Changed>;
  close(): Promise<MockResult>;
}

/**
 * Starts the reference of a role in this process, and judges whoever speaks with it by the wire rules. Rejects with an Error, whose
 * message says what is wrong, for a role, script, fault or port that can't be used.
 */
export async function startMock(role: string, settings: MockSettings = {}): Promise<StartedMock> {
  const { auth } = settings;
  const {
    transport = auth === undefined ? 'stdio' : 'http',
    fault,
    mutant,
    permissive = false,
    command,
    onMessage,
  } = settings;
  const entry = await roleEntry(role);
  if (!entry) throw new UsageError(noSuch('role', role, Object.keys(roles)));
  if (auth !== undefined) await checkProtects(role, transport);
  const unspoken = notSpoken(role, entry, transport);
  if (unspoken !== undefined) throw new UsageError(unspoken);
  const clock = typeof settings.control === 'object' ? new SteppedClock(Date.now()) : realClock;
  const answering = await answeringFor(role, settings, clock);
  const version = answering?.version ?? settings.version;
  const unknown = notSpoken(role, entry, transport, version);
  if (unknown !== undefined) throw new UsageError(unknown);
  if (auth !== undefined && settings.token !== undefined)
    throw new UsageError('`token` hides the URL that clients of a protected mock must find; leave it out');
  const token = settings.token === undefined ? undefined : await tokenOf(settings.token, role, transport);
  const { corpus, problems } = await packageCorpus({ needed: [protocolOf(role)] });
  if (problems.length > 0) throw problemsError(problems);
  const isSteered = settings.control !== undefined;
  let leave = () => {};
  const wrong = { ...(fault === undefined ? {} : { fault }), ...(mutant === undefined ? {} : { mutant }) };
  const read = isSteered ? readLiveFaults : readFaults;
  const faults = await read({ ...wrong, ...(version === undefined ? {} : { version }) }, role, clock, () => leave());
  const script = await MockScript.read(settings.script);
  const steered = isSteered && faults ? steeredMock(role, shownOf(settings), clock, faults) : undefined;
  const { watch, report, header, rules } = await openWatch({
    ...{ corpus: withProfile(corpus), mock: role, version, transport, clock, proctor },
    onMessage: (message) => {
      onMessage?.(message);
      steered?.message(message);
    },
    byHand: steered?.byHand,
    peer: command?.join(' ') ?? `the peer of ${role}`,
    rerun: '',
    isOurs: faults === undefined && script.script === undefined && answering === undefined,
  });
  const live = await steered?.begin({ corpus, header, again: '', rules });
  steered?.looks(true);
  // A program says itself what shall wait for it.
  await live?.request('pending/hold', { methods: [] });
  const watched = watch.border(steered?.border ?? faults?.border ?? openBorder);
  let outcome: JsonObject | undefined;
  const authorization = auth === undefined ? undefined : await authorizationOf(auth, clock);
  const starting = entry.mock({
    ...{ transport, port: settings.port ?? 0, clock, permissive },
    border: answering?.border(watched) ?? watched,
    switches: faults?.switches ?? new Set(),
    print: (line) => {
      outcome = parseJson(line) as JsonObject;
    },
    warn: () => undefined,
    ...(version === undefined ? {} : { version }),
    ...(token === undefined ? {} : { token }),
    ...(authorization ? { protect: authorization.protect } : {}),
    ...(script.script ? { script: script.script } : {}),
    ...(command ? { command } : {}),
    ...(settings.url === undefined ? {} : { url: settings.url }),
    ...(settings.cwd === undefined ? {} : { cwd: settings.cwd }),
    ...(settings.silence === undefined ? {} : { silence: () => (steered?.waits() ? undefined : settings.silence) }),
    ...(settings.input ? { input: settings.input } : {}),
    ...(settings.output ? { output: settings.output } : {}),
  });
  const running = await starting.catch(async (error: unknown) => {
    await authorization?.close();
    throw await script.placed(error);
  });
  leave = () => void running.close();
  const say = (text: string) => settings.onWarning?.(text);
  const isWatched = settings.watch !== false;
  const unwatch =
    isWatched && answering?.file ? watchAnswers(settings.answers as string, answering.file, say) : () => undefined;
  if (isWatched) script.watch(running, say);
  steered?.started(running, authorization?.control);
  const done = running.done.then(async (): Promise<MockResult> => {
    unwatch();
    live?.end({ text: 'the mock ended' });
    const cases: CaseResult[] = [];
    let summary: Summary | undefined;
    const exit = report((event) => {
      if (event.type === 'case.finished') cases.push(event.result);
      if (event.type === 'run.finished') summary = event.summary;
    });
    await answering?.finish();
    const told = { unused: script.unused(running), ...(answering ? { answering: answering.result() } : {}) };
    return { exit, summary: summary!, cases, ...told, ...(outcome ? { outcome } : {}) };
  });
  return {
    done,
    change: (now) => script.change(running, role, now),
    close: async () => {
      await running.close();
      return done;
    },
    ...(running.url === undefined ? {} : { url: running.url }),
    ...(authorization ? { authorization: authorization.control } : {}),
    ...(live ? { control: memoryControl(live) } : {}),
  };
}

const shownOf = ({ command, url, script }: MockSettings) => ({
  ...(command ? { command: [...command] } : {}),
  ...(url === undefined ? {} : { url }),
  ...(script === undefined ? {} : { script: typeof script === 'string' ? script : 'script' }),
});

async function authorizationOf(auth: NonNullable<MockSettings['auth']>, clock: Clock): Promise<StartedAuthorization> {
  const [{ startMockAuthorization }, { checkMockAuth, readMockAuth }] = await Promise.all([
    import('../live/authorization/authorization.js'),
    import('../live/authorization/script.js'),
  ]);
  const script = typeof auth === 'string' ? await readMockAuth(auth) : await checkMockAuth(auth === true ? {} : auth);
  return startMockAuthorization({ script, clock, secrets });
}
