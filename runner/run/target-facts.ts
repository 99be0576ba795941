import { type HttpExperience, noExperience } from '../../src/conversation/lanes/http-experience.js';
import { isObject } from '../../src/json/json.js';
import type { Step } from '../../src/language/case.js';
import type { Role } from '../../src/language/role.js';
import { stepsIn, stepsOf } from '../../src/language/steps.js';
import type { Target } from '../../src/language/target.js';
import type { WireRecord } from '../../src/wire/record.js';
import { absentIn, type EarlierVersion, earlierVersion, versionsInOrder } from '../history.js';
import type { Corpus } from '../types.js';
import type { Cause } from './cause.js';
import { SlowStarts } from './waits/slow-start.js';
import { VainWaits } from './waits/vain-waits.js';

/** What comes of a target without its saying anything. */
const ENDINGS = new Set<WireRecord['kind']>(['closed', 'exit']);

/** Whether the target said something by a record, be it what it should or not. */
export const isWord = ({ from, kind }: WireRecord) => from === 'target' && !ENDINGS.has(kind);

/** What is known of a target before its first case. */
interface About {
  target: Target;
  role: Role;
  /** The version of its protocol that it is asked for. */
  version: string;
  /** That version, and those of the profiles that it extends. */
  spoken: readonly string[];
  protocol: string;
  corpus: Corpus;
  /** Whether it comes to Proctor, and not Proctor to it. */
  comes: boolean;
}

/** A process of the target that was started: for which case, and why it got one. */
export interface Start {
  case: string;
  why: string;
}

/** What a run knows of one target: what its file says, and what its cases have learned. */
export class TargetFacts {
  readonly target: Target;
  readonly role: Role;
  readonly version: string;
  /** Whether the target has said anything in this run. */
  heard = false;
  /** Whether it has done more in this run than to take part in handshakes: replied to another request, or asked one. */
  spoke = false;
  /** Why no further case of it is run, once that is known. */
  cause?: Cause;
  /** By behavior: the first case in which it showed it. */
  readonly shown = new Map<string, string>();
  /** How many cases in a row waited in vain, and then in the liveness check too. */
  silent = 0;
  /** What a target file gives that makes messages which break a schema: one text each. */
  readonly invalidValues = new Set<string>();
  /** The first of its messages that was not read, because it is beyond a limit of ours: which limit. */
  unread?: string;
  /** Set once it is known that it speaks an earlier version than it was asked for. */
  earlier?: EarlierVersion;
  /** Set once it is known that it speaks a version whose rules Proctor does not have. */
  unknownVersion?: string;
  /** What to say of the versions that it speaks beside this one. */
  alsoSpeaks?: string;
  /** Its processes that were started for cases, in their order. */
  readonly processes: Start[] = [];
  /** What is known of how long its processes take to start. */
  readonly starts = new SlowStarts();
  /** What its cases have learned about how it takes HTTP. */
  readonly experience: HttpExperience = noExperience();
  /** What its cases have waited for in vain. */
  readonly waits = new VainWaits();
  /** The requirements that its version does not have. */
  private readonly absent: ReadonlySet<string>;
  /** The methods of the handshake. */
  private readonly handshake: ReadonlySet<string>;

  constructor(private readonly about: About) {
    const { target, role, version, spoken, corpus } = about;
    [this.target, this.role, this.version] = [target, role, version];
    this.absent = absentIn(corpus, target.role, version);
    const probe = corpus.cases.find(({ id }) => id === role.probe);
    this.handshake = new Set(probe ? methodsOf(stepsIn(probe.steps, spoken)) : []);
  }

  /** Whether it has to find Proctor, and its file says nowhere how. */
  get isLost(): boolean {
    const { comes, target } = this.about;
    return (
      comes &&
      !target.hosted &&
      !JSON.stringify({ ...target, behaviors: [...target.behaviors.values()] }).includes('${peer.')
    );
  }

  /** Whether the target is judged by a requirement: one that the version has which it speaks. */
  judges(requirement: string): boolean {
    return !this.absent.has(requirement) && !this.earlier?.newer.has(requirement);
  }

  /** Takes note of the version that the target answered with. */
  speaks(answered: string): void {
    const { corpus, target, version, protocol } = this.about;
    const earlier = earlierVersion(corpus, target.role, answered, version);
    const isKnown = versionsInOrder(corpus, protocol).includes(answered);
    if (!isKnown && corpus.history.has(protocol)) this.unknownVersion = answered;
    if (earlier) this.earlier = earlier;
  }

  /** Takes note of a record of one of its conversations. */
  note(record: WireRecord): void {
    if (isWord(record)) this.heard = true;
    if (record.beyondLimit && record.from === 'target') this.unread ??= record.problem ?? '';
    if (record.from === 'target' && !this.spoke) this.spoke = this.isMore(record);
  }

  /** Whether a message of the target is more than its part in a handshake. Unasked logs are no sign that it serves. */
  private isMore({ message, method, outcome }: WireRecord): boolean {
    // What a client does at a listener of a case, such as a login, only its outcome shows.
    if (isObject(outcome) && outcome.ok === true) return true;
    if (!isObject(message)) return false;
    const own = message.method;
    if (this.role.side === 'server') return method !== undefined && !this.handshake.has(method) && own === undefined;
    return typeof own !== 'string' || !this.handshake.has(own);
  }
}

/** The methods that steps call or expect, at any depth. */
const methodsOf = (steps: readonly Step[]): string[] =>
  stepsOf(steps).flatMap(({ body }) => (isObject(body) && typeof body.request === 'string' ? [body.request] : []));
