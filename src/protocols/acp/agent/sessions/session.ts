import type {
  AvailableCommand,
  ContentBlock,
  SessionUpdate,
  ToolKind,
} from '../../../../generated/types/acp-1.21.0.js';
import { asObject } from '../../../../json/json.js';
import { Recent } from '../../../../json/recent.js';
import { weightOf } from '../../../../json/weight.js';
import type { Id } from '../../../../jsonrpc/messages.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import type { Programs } from '../../../../workspace/programs.js';
import type { AgentScript } from '../script.js';
import { Cancelled } from './cancelled.js';
import type { SessionChoices } from './choices.js';
import type { Notify } from './client.js';
import type { McpServers } from './mcp.js';
import type { KeptSession } from './store.js';

/** What is kept of a conversation, for a client that loads it: the latest so many updates, and so many bytes. */
const KEPT = { most: 10_000, bytes: 16 * 1024 * 1024 };

/** What a session is made of. */
export interface SessionParts {
  id: string;
  /** Counts the sessions of the agent, from 1. */
  number: number;
  choices: SessionChoices;
  script: AgentScript;
  notify: Notify;
}

/** One conversation: where it works, what was said, and which turns of it run. */
export class Session {
  readonly id: string;
  readonly number: number;
  readonly choices: SessionChoices;
  /** Whether prompts are taken; a closed session can be loaded or resumed. */
  open = true;
  /** Absolute path. */
  cwd = '';
  /** Directories beside it, as the client named them last. */
  directories: readonly string[] = [];
  title: string | undefined;
  servers: McpServers | undefined;
  /** Answers of the user that hold for good, by the kind of tool. */
  readonly decided = new Map<string, boolean>();
  /** Cancels the turn that runs; unset where none does. */
  running: AbortController | undefined;
  /** The id of the last prompt. */
  prompted: Id | undefined;
  /** Resolves when the last turn that was begun so far is over. */
  idle: Promise<unknown> = Promise.resolve();
  /** What it told its client last of its commands, as text; unset where it has told nothing. */
  private commands: string | undefined;
  private readonly history = new Recent<SessionUpdate>(KEPT.most, KEPT.bytes);
  private names = 0;
  private updated: { at: number; written?: string } = { at: 0 };

  constructor(private readonly parts: SessionParts) {
    ({ id: this.id, number: this.number, choices: this.choices } = parts);
  }

  /** ms since the epoch. */
  get updatedAt(): number {
    return this.updated.at;
  }

  set updatedAt(at: number) {
    this.updated = { at };
  }

  /** The same as messages have it: a session is listed more often than it changes. */
  get updatedAtText(): string {
    this.updated.written ??= new Date(this.updated.at).toISOString();
    return this.updated.written;
  }

  /** The files of its folder, and of others that it may touch. */
  get files(): Workspace {
    return this.parts.script.confinement.in(this.cwd);
  }

  /** The programs that it may start. */
  get programs(): Programs {
    return this.parts.script.programs;
  }

  /** Whether the user is asked before something is changed. */
  get asks(): boolean {
    return this.parts.script.asksUser && this.choices.asks;
  }

  /** Why no tool of this kind may run now; undefined where it may. */
  refuses(_kind: ToolKind): string | undefined {
    return undefined;
  }

  /** A name such as call_3 that the session has not used yet. */
  name(kind: string): string {
    return this.parts.script.name(kind, ++this.names);
  }

  /** Cancels the turn that runs. */
  cancel(): void {
    this.running?.abort(new Cancelled());
  }

  /** Takes a prompt into the conversation, and tells it where that is wanted. */
  hear(prompt: readonly ContentBlock[], aloud = false): void {
    for (const content of prompt) {
      const said: SessionUpdate = { sessionUpdate: 'user_message_chunk', content };
      if (aloud) this.tell(said);
      else this.keep(said);
    }
  }

  /** Sends an update that is part of the conversation. */
  tell(update: SessionUpdate): void {
    this.keep(update);
    this.announce(update);
  }

  /** Sends an update that is about the session and no part of the conversation. */
  announce(update: SessionUpdate): void {
    this.parts.notify('session/update', { sessionId: this.id, update });
  }

  /** Reports that the user is done with an elicitation at a URL. */
  finish(elicitationId: string): void {
    this.parts.notify('elicitation/complete', { elicitationId });
  }

  /** Whether the client heard of commands. */
  get hasTold(): boolean {
    return this.commands !== undefined;
  }

  /** Sends the commands that it offers, unless the client knows them. */
  offer(availableCommands: AvailableCommand[]): void {
    const text = JSON.stringify(availableCommands);
    if (text === this.commands) return;
    this.commands = text;
    this.announce({ sessionUpdate: 'available_commands_update', availableCommands });
  }

  private keep(update: SessionUpdate): void {
    this.history.add(update, weightOf(asObject(update)));
  }

  /** The texts that the user has said, in their order. */
  get heard(): string[] {
    return [...this.history].flatMap((one) =>
      one.sessionUpdate === 'user_message_chunk' && one.content.type === 'text' ? [one.content.text] : [],
    );
  }

  /** What an agent that starts later must know of it. */
  kept(): KeptSession {
    const { id, number, cwd, title, updatedAt, names } = this;
    return { id, number, cwd, ...(title === undefined ? {} : { title }), updatedAt, names, history: [...this.history] };
  }

  /** Takes up what an earlier agent has kept. It is closed until a client opens it. */
  restore({ cwd, title, updatedAt, names, history }: KeptSession): void {
    this.open = false;
    this.cwd = cwd;
    this.title = title;
    this.updatedAt = updatedAt;
    this.names = names;
    for (const update of history) this.keep(update);
  }

  /** Sends the whole conversation again. */
  replay(): void {
    for (const update of this.history) this.announce(update);
  }
}
