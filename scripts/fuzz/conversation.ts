import { Claims } from '../../src/conversation/peer/claims.js';
import { PeerConnection } from '../../src/conversation/peer/connection.js';
import type { PeerReference } from '../../src/conversation/peer/peer-reference.js';
import type { Outgoing } from '../../src/conversation/stage.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject, stringifyJson } from '../../src/json/json.js';
import { shapeOf } from '../../src/jsonrpc/messages.js';
import type { HttpClient } from '../../src/wire/http/client.js';
import { viewOf, type WireRecord } from '../../src/wire/record.js';
import { Host } from './host.js';
import { HttpSide } from './http-side.js';
import { Judge, type Problem } from './judge.js';
import { type Palette, pick } from './mutate-json.js';
import { Patience } from './patience.js';
import type { AnswerStyle, Plan, Step } from './plan.js';
import type { Reference, Transport } from './reference.js';
import { bytesOf, requestOf } from './render.js';
import { LineSide, type Sent, type Side } from './side.js';
import { type Subject, sentinel } from './subject.js';
import { type Frame, Live, livePointers, type Traffic } from './traffic.js';

/** Frames between two signs of life of a process. */
const FENCE = 200;
const PLAIN: Step = { frame: 'next', json: [], bytes: [], http: [], end: 0, times: 1, joined: false, pause: 'time' };
const ODD_ANSWERS: readonly JsonObject[] = [
  { result: null },
  { result: [] },
  { result: { content: 1, action: 'accept', roots: [{}] } },
  { error: null },
  { error: { code: 'x' } },
  { result: {}, error: {} },
  {},
];

/** What all conversations with one reference share. */
export interface Setting {
  subject: Subject;
  transport: Transport;
  traffic: Traffic;
  /** Connections to references over HTTP. */
  client: HttpClient;
  /** Where the peer and the reference have their files, if they have any. */
  folder: string;
  /** Told of each frame that leaves. */
  left(): void;
  pointers: readonly string[];
  messages: readonly Json[];
}

/** Prepares conversations over recorded traffic. */
export function settingOf(given: Omit<Setting, 'pointers' | 'messages'>): Setting {
  const messages = given.traffic.frames.flatMap(({ message }) => (message === undefined ? [] : [message]));
  return { ...given, pointers: livePointers(given.traffic), messages: messages.length > 0 ? messages : [{}] };
}

/** What came of a conversation. */
export interface Outcome {
  problems: Problem[];
  sent: Sent[];
  /** Messages and HTTP requests that left. */
  frames: number;
}

/**
 * Plays a plan against a reference and judges all that it says. Ends the reference. Never throws for what that does.
 * `hurried` waits less long for what may never come, for the tries on the way to a smaller plan.
 */
export function converse(setting: Setting, reference: Reference, plan: Plan, hurried: boolean): Promise<Outcome> {
  return new Conversation(setting, reference, plan, hurried).play();
}

class Conversation {
  private readonly judge: Judge;
  private readonly host: Host;
  private readonly patience: Patience;
  private readonly side: Side;
  private readonly peerReference: PeerReference;
  private readonly peer: PeerConnection;
  private readonly live: Live;
  private readonly palette: Palette;
  private frames = 0;
  private asked = 0;
  private next = 0;
  private sentinels = 0;
  /** The number of frames at which a sign of life is due. */
  private fence = FENCE;

  constructor(
    private readonly setting: Setting,
    private readonly reference: Reference,
    private readonly plan: Plan,
    hurried: boolean,
  ) {
    const { subject, transport, pointers, messages } = setting;
    this.judge = new Judge(subject, transport);
    this.live = new Live(pointers, setting.folder);
    this.palette = { methods: subject.methods, messages, live: () => this.live.texts() };
    this.host = new Host(transport, (record) => this.take(record));
    this.patience = new Patience(reference, this.host, hurried);
    this.side = reference.pipes
      ? new LineSide(this.host, reference, this.patience)
      : new HttpSide(this.host, setting.client, reference, this.judge);
    this.peerReference = subject.entry.peerReference({}, subject.version, {
      transport: 'stdio',
      dir: setting.folder,
      root: setting.folder,
      proctor: 'fuzz',
      versions: [],
      local: true,
    });
    const voice = { say: ({ message }: Outgoing) => this.say(message as Json), end: () => {} };
    this.peer = new PeerConnection(this.peerReference, new Claims([]), voice);
  }

  async play(): Promise<Outcome> {
    const { talk, greeting, steps } = this.plan;
    for (const frame of this.talkFrames(talk).slice(0, greeting)) {
      this.next += 1;
      await this.send(frame, PLAIN);
    }
    for (const step of steps) {
      if (this.reference.gone()) break;
      await this.send(step.frame === 'next' ? this.nextFrame() : this.setting.traffic.frames[step.frame]!, step);
      if (!(await this.keepsUp())) break;
    }
    await this.finish();
    for (const error of this.reference.errors())
      this.judge.add(`error ${error.split('\n')[0]}`, `an error inside it: ${error}`);
    return { problems: this.judge.problems, sent: this.side.sent, frames: this.frames };
  }

  private talkFrames(talk: number): Frame[] {
    const { talks, frames } = this.setting.traffic;
    return pick(talks, talk).frames.map((index) => frames[index]!);
  }

  private nextFrame(): Frame {
    const frame = pick(this.talkFrames(this.plan.talk), this.next);
    this.next += 1;
    return frame;
  }

  private async send(frame: Frame, step: Step): Promise<void> {
    const bytes = bytesOf(frame, step, this.live, this.palette, this.frames);
    for (let time = 0; time < step.times; time += 1) {
      this.count();
      this.side.send(bytes, requestOf(frame, step, this.live), step);
    }
    if (!step.joined) await this.side.pause(step.pause);
  }

  /** Sends a message of our own accord, outside the plan. */
  private say(message: Json): void {
    this.count();
    this.side.say(Buffer.from(stringifyJson(message)));
  }

  private count(): void {
    this.frames += 1;
    this.setting.left();
  }

  /** What the reference, or we, said. */
  private take(record: WireRecord): void {
    this.judge.observe(record);
    if (record.from === 'kit') {
      if (!this.side.owed(record)) this.judge.excuse(record);
      return;
    }
    this.live.learn(record);
    this.side.learn(record);
    const { message, kind, channel, http, sse } = record;
    const [request] = this.host.channel(channel).records;
    if (kind === 'http' && request) this.judge.excuseByStatus(request, http?.status ?? 0);
    // A stream that says when to come back is about to be closed: the rest is for whoever comes back.
    if (sse?.retry !== undefined && request) this.judge.excuse(request);
    if (kind !== 'message' || !isObject(message as Json)) return;
    if (shapeOf(message as Json) === 'request') this.answer(record, message as JsonObject);
    else this.peer.hear(record);
  }

  private answer(record: WireRecord, message: JsonObject): void {
    const style = pick(this.plan.answers, this.asked);
    this.asked += 1;
    const reply = (content: JsonObject) => this.say({ jsonrpc: '2.0', id: message.id!, ...content });
    const styles: { [style in AnswerStyle]: () => void } = {
      proper: () => this.peer.hear(record),
      error: () => reply({ error: { code: -32603, message: 'no', data: viewOf(record) } }),
      odd: () => reply(pick(ODD_ANSWERS, this.asked)),
      silent: () => {},
      twice: () => {
        reply({ result: {} });
        reply({ result: {} });
      },
    };
    styles[style]();
  }

  /** A process is asked for a sign of life now and then, and heard out: what is sent must not pile up before it. */
  private async keepsUp(): Promise<boolean> {
    if (this.reference.clock || this.frames < this.fence) return true;
    this.fence = this.frames + FENCE;
    return this.lives();
  }

  /** Asks for a sign of life, waits for all that is owed, and ends the reference. */
  private async finish(): Promise<void> {
    if ((await this.lives()) && this.reference.clock) {
      await this.patience.outlast();
      await this.patience.until(() => this.judge.unanswered().length === 0);
      const left = this.judge.unanswered().map(({ method, id }) => `${method} (${id})`);
      const [first] = this.judge.unanswered();
      if (first) this.judge.add(`unanswered ${first.method}`, `no answer ever came to ${left.join(', ')}`);
    }
    this.side.close();
    this.peer.close();
    try {
      if (!(await this.patience.guard(this.reference.end()))) this.judge.add('no end', 'it does not end');
    } catch (error) {
      this.judge.add('end', `it does not end well: ${String(error)}`);
    }
    const timers = this.reference.clock?.waiting ?? 0;
    if (timers > 0) this.judge.add('timers', `it ended and left ${timers} timers behind`);
  }

  /** Whether the reference gives a sign of life. */
  private async lives(): Promise<boolean> {
    this.side.complete();
    this.sentinels += 1;
    const id = `sentinel ${this.sentinels} of the fuzzer`;
    const message = sentinel(this.setting.subject, this.peerReference.values, id);
    if (!message) return true;
    const answered = () => this.judge.isAnswered(id);
    const asked = this.setting.transport === 'http' ? this.greetAnew(message) : Promise.resolve(this.say(message));
    await this.patience.guard(asked.then(() => this.patience.until(() => answered() || this.reference.gone())));
    if (answered()) return true;
    if (this.reference.gone()) this.judge.add('gone', 'it went away although nobody ended it');
    else this.judge.add('hang', `it does not answer ${message.method as string} any more`);
    return false;
  }

  /** Over HTTP a sign of life is a new session that begins as a recorded one did. */
  private async greetAnew(message: JsonObject): Promise<void> {
    const { frames, talks } = this.setting.traffic;
    const asks = ({ message: one }: Frame) => isObject(one) && one.method === message.method;
    const talk = talks.find(({ frames: all }) => all.some((index) => asks(frames[index]!)));
    for (const index of talk?.frames ?? []) {
      const frame = frames[index]!;
      await this.send(asks(frame) ? { ...frame, message } : frame, PLAIN);
      if (asks(frame)) return;
    }
  }
}
