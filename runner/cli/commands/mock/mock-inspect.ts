import type { ControlListener } from '../../../../src/control/types.js';
import type { LiveMock } from '../../../../src/conversation/live/change.js';
import type { RunningMock } from '../../../../src/conversation/role-entry.js';
import type { Pending, SetAuthorizationParams } from '../../../../src/generated/types/control-v1.js';
import type { Header } from '../../../../src/generated/types/recording-v1.js';
import type { MockArguments } from '../../../../src/mock/line.js';
import { mockFactsOf, summariesOf } from '../../../../src/protocols/index.js';
import type { Border } from '../../../../src/wire/carried.js';
import type { Clock } from '../../../../src/wire/clock/clock.js';
import { SteppedClock } from '../../../../src/wire/clock/stepped-clock.js';
import { secrets, stderr } from '../../../../src/wire/output.js';
import type { MockAuthorization } from '../../../live/authorization/control.js';
import type { MockMessage } from '../../../live/mock-message.js';
import { ByHand } from '../../../live/session/by-hand.js';
import { Lines } from '../../../live/session/lines.js';
import { sendableMethods } from '../../../live/session/methods.js';
import { SwitchedFaults } from '../../../live/session/ready-faults.js';
import { type LiveChanges, SteeredSession } from '../../../live/session/steered-session.js';
import { switchedVariants } from '../../../live/session/switched-variants.js';
import type { Corpus } from '../../../types.js';
import { saverOf } from '../inspect/save.js';
import { type ServedInspector, serveInspector } from '../inspect/serve-inspector.js';
import type { Faults } from './mock-faults.js';

/** The page of a mock, from before it starts until nobody looks at it any more. */
export interface MockInspection {
  /** Where faults act, and a person stands in. */
  border: Border;
  byHand: ByHand['madeBy'];
  message(message: MockMessage): void;
  /** Whether a request waits for a person: meanwhile nobody else can be late. */
  waits(): boolean;
  /** The rules stand: from here on there is something to look at. Throws UsageError, and rejects with PortError. */
  begin(watched: Watched): Promise<void>;
  /** The mock runs: from here on it can be changed. */
  started(running: Changeable, authorization?: MockAuthorization): void;
  /** The mock is over, and exits with this code: resolves when no page looks at it any more. */
  ended(exit: number): Promise<void>;
  /** Closes the page at once. */
  close(): Promise<void>;
}

export interface Watched {
  corpus: Corpus;
  header: Header;
  again: string;
  rules(): { judged: number; total: number };
}

/** A mock that is steered by a control channel, from before it starts. */
export interface SteeredMock {
  /** Where faults act, and a person stands in. */
  border: Border;
  byHand: ByHand['madeBy'];
  message(message: MockMessage): void;
  /** Whether a request waits for a person: meanwhile nobody else can be late. */
  waits(): boolean;
  /** The rules stand: from here on there is something to look at. */
  begin(watched: Watched): Promise<SteeredSession>;
  /** The mock runs: from here on it can be changed. */
  started(running: Changeable, authorization?: MockAuthorization): void;
  /** Whether anybody looks; without anybody the mock answers what waits for a person. */
  looks(isThere: boolean): void;
}

/** What of the command line, or of the library's settings, a page shows. */
type Shown = Pick<MockArguments, 'command' | 'url' | 'script' | 'allow'>;

/** What a page can change of a mock that runs. */
type Changeable = Pick<RunningMock, 'url'> & Partial<LiveMock>;

/** Makes a mock whose faults can be switched one that can be steered. */
export function steeredMock(role: string, options: Shown, clock: Clock, faults: Faults): SteeredMock {
  const began = clock.now();
  let live: SteeredSession | undefined;
  let isWatched = false;
  const early: MockMessage[] = [];
  const hand = new ByHand({
    faults: faults.border,
    // A request that nobody looks at is answered by the mock.
    isHeld: (method) => isWatched && live?.isHeld(method) === true,
    changed: () => live?.pendingChanged(),
  });
  const changes: LiveChanges = {};
  let facts: Awaited<ReturnType<typeof mockFactsOf>>;
  return {
    border: hand.border(),
    byHand: hand.madeBy,
    message: (message) => void (live ? live.message(message) : early.push(message)),
    waits: () => hand.waiting().length > 0,
    begin: async ({ corpus, header, again, rules }) => {
      facts = await mockFactsOf(role);
      const { roles, protocolVersion, transport, proctor = '', startedAt = '' } = header;
      const [protocol = ''] = role.split('/');
      const side = corpus.roles.get(role)?.side === 'server' ? 'server' : 'client';
      const command = header.command?.map((word) => secrets.text(word));
      live = new SteeredSession({
        facts: {
          ...{ by: 'mock', title: secrets.text(titleOf(role, options)), proctor, startedAt, roles, protocolVersion },
          ...{ transport, clock: clock instanceof SteppedClock ? 'stepped' : 'real', again: secrets.text(again) },
          ...(command ? { command } : {}),
        },
        ...{ corpus, rules, hand, changes, now: () => clock.now() - began },
        lines: new Lines({ corpus, secrets, summaries: await summariesOf(role) }),
        ...(faults.live ? { faults: new SwitchedFaults(faults.live.faults, faults.live.rules) } : {}),
        questions: facts?.questions ?? {},
        // A script that says what its user answers needs nobody who does.
        holds: options.script === undefined && options.allow !== true ? Object.keys(facts?.questions ?? {}) : [],
        methods: await sendableMethods(protocol, protocolVersion, side),
        ...(clock instanceof SteppedClock ? { advance: (ms) => clock.advance(ms) } : {}),
        save: await saverOf(header),
      });
      for (const message of early.splice(0)) live.message(message);
      return live;
    },
    started: (running, authorization) => {
      const variants = switchedVariants(facts?.permissive ?? [], running);
      if (variants) changes.permissive = variants;
      if (authorization) changes.authorize = (what) => authorize(authorization, what);
      if (running.url !== undefined) live?.listening(secrets.text(running.url));
    },
    looks: (isThere) => {
      isWatched = isThere;
      if (!isThere) hand.release();
    },
  };
}

/** What `--inspect` makes of a mock whose faults can be switched. */
export function inspectMock(role: string, options: MockArguments, clock: Clock, faults: Faults): MockInspection {
  const steered = steeredMock(role, options, clock, faults);
  let live: SteeredSession | undefined;
  let served: ServedInspector | undefined;
  let isOver = false;
  return {
    border: steered.border,
    byHand: steered.byHand,
    message: (message) => steered.message(message),
    waits: () => steered.waits(),
    begin: async (watched) => {
      live = await steered.begin(watched);
      served = await serveInspector(live, options, (clients) => steered.looks(clients > 0));
      if (!stderr.isTTY) return;
      // A person who sees the address is about to open it, and would find that all has been answered.
      steered.looks(true);
      live.watch(sayWhatWaits(served));
    },
    started: (running, authorization) => steered.started(running, authorization),
    ended: async (exit) => {
      const what = options.command && options.command.length > 0 ? 'the program' : 'the mock';
      live?.end(exit === 0 ? { text: `${what} ended` } : { text: `it failed, with exit code ${exit}`, early: true });
      isOver = true;
      await served?.left();
      await served?.close();
    },
    close: async () => {
      if (!isOver) live?.end({ text: 'the mock was stopped' });
      isOver = true;
      await served?.close();
    },
  };
}

/** Says on stderr, once, that a request waits while no page is open. */
function sayWhatWaits(served: ServedInspector): ControlListener {
  let isSaid = false;
  return (name, params) => {
    const [first] = name === 'pending/changed' ? (params as { pending: Pending[] }).pending : [];
    if (first === undefined || isSaid || served.clients() > 0) return;
    isSaid = true;
    stderr.write(`proctor: ${first.method} waits for your answer: open the page; --allow answers without you\n`);
  };
}

/** Does what a page wants of the authorization server beside a mock. */
function authorize(authorization: MockAuthorization, { expire, rotateKeys, revoke }: SetAuthorizationParams): void {
  if (expire) authorization.expire();
  if (rotateKeys) authorization.rotate();
  if (revoke) authorization.revoke();
}

function titleOf(role: string, { command, url }: Shown): string {
  const words = ['mock', role, ...(url === undefined ? [] : ['--url', url])];
  return (command && command.length > 0 ? [...words, '--', ...command] : words).join(' ');
}
