import type { SessionUpdate as AcpUpdate, ContentBlock, ToolKind } from '../../../../generated/types/acp-1.21.0.js';
import type { MutationSession, SessionUpdate } from '../../../../generated/types/harn-extensions-v1.js';
import { type Json, stringifyJson } from '../../../../json/json.js';
import { Session, type SessionParts } from '../../../acp/agent/sessions/session.js';
import { Anchor } from './anchor.js';
import { Budget, type Limits } from './budget.js';
import type { Checkpoints } from './checkpoints.js';
import { HarnChoices } from './choices.js';
import { Humans } from './humans.js';
import { type PendingMessage, type Point, Queue } from './queue.js';
import { Reminders } from './reminders.js';
import type { SessionRules } from './rules.js';
import { Timeline } from './timeline.js';
import { ToolCalls } from './tool-calls.js';
import { type Message, Transcript } from './transcript.js';

/** What a branch has of the session that it comes from. */
export interface Inherited {
  choices: HarnChoices;
  transcript: Transcript;
}

/** A session of ACP with what Harn's has beside it. */
export class HarnSession extends Session {
  override readonly choices: HarnChoices;
  readonly transcript: Transcript;
  readonly queue: Queue;
  readonly reminders = new Reminders();
  readonly checkpoints: Checkpoints;
  readonly calls = new ToolCalls();
  readonly anchor = new Anchor(this);
  readonly humans = new Humans(this);
  readonly timeline: Timeline;
  readonly budget: Budget;
  /** Wakes the turn that waits for its host, if one does. */
  wake: () => void = () => undefined;
  /** On whose account tools change something, while that is so (Harn extensions v1, ACP tool lifecycle). */
  mutation: MutationSession | undefined;

  constructor(
    parts: Omit<SessionParts, 'choices'>,
    readonly rules: SessionRules,
    inherited?: Inherited,
    /** What the server allows where the session sets no budget. */
    readonly limits: Limits = {},
  ) {
    const { choices = new HarnChoices(), transcript = new Transcript() } = inherited ?? {};
    super({ ...parts, choices });
    this.choices = choices;
    this.transcript = transcript;
    this.queue = new Queue((kind) => this.name(kind));
    this.timeline = new Timeline(parts.id);
    this.budget = new Budget(() => choices.now('budget'), limits);
    this.checkpoints = rules.checkpoints(this);
  }

  /** Resolves when the host wakes it. */
  woken(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  override refuses(kind: ToolKind): string | undefined {
    return this.rules.refuses(this.choices.now('mode'), kind);
  }

  override hear(prompt: readonly ContentBlock[], aloud = false): void {
    const updates = prompt.map((content): SessionUpdate => ({ sessionUpdate: 'user_message_chunk', content }));
    this.checkpoints.begin();
    this.transcript.add('user', textIn(prompt), updates);
    if (aloud) for (const update of updates) this.announce(update);
  }

  override tell(update: AcpUpdate | SessionUpdate): void {
    // What ACP has later, this agent does not send.
    this.transcript.tell(update as SessionUpdate);
    this.announce(update);
    const { sessionUpdate } = update;
    this.timeline.note(sessionUpdate, 'rawInput' in update ? { input: update.rawInput ?? null } : {});
  }

  /** Tells something that is no part of the conversation, and notes it. */
  mention(update: SessionUpdate): void {
    this.announce(update);
    this.timeline.note(update.sessionUpdate);
  }

  // The envelope is that of ACP; what it holds, Harn's schemas describe.
  override announce(update: AcpUpdate | SessionUpdate): void {
    super.announce(update as AcpUpdate);
  }

  override replay(): void {
    for (const update of this.transcript.updates()) this.announce(update);
  }

  /** Says a line of JSON, behind whatever was said before, that no model is given. */
  report(value: Json): void {
    const text = `\n${stringifyJson(value)}\n`;
    const update: SessionUpdate = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    this.transcript.aside(update);
    this.announce(update);
  }

  /** What a model is given now. */
  context(): Message[] {
    return [...this.transcript.messages(), ...this.reminders.messages()];
  }

  /** Delivers what is due at a point of a turn. Returns whether the user says something with it. */
  drain(point: Point): boolean {
    const due = this.queue.take(point);
    for (const one of due) {
      if (one.kind === 'user') this.deliver(one);
      else if (one.mode !== 'audit_only') this.reminders.hold(one.reminder);
    }
    return due.some(({ kind }) => kind === 'user');
  }

  private deliver({ id, content }: PendingMessage): void {
    const update: SessionUpdate = { sessionUpdate: 'user_message', messageId: id, content };
    this.transcript.add('user', textIn(content), [update]);
    this.announce(update);
  }
}

/** The text of blocks, one line each. */
const textIn = (blocks: readonly ContentBlock[]) =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
