import type { SessionUpdate } from '../../../../generated/types/harn-extensions-v1.js';

/** What a model is given as one message. */
export interface Message {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  content: string;
}

/** A message of a transcript, with what the client was told of it. */
export interface Entry extends Message {
  updates: SessionUpdate[];
}

/** What was said in a session, message by message: what a model is given, and what a client is told again. */
export class Transcript {
  constructor(private entries: Entry[] = []) {}

  /** How many messages there are. */
  get length(): number {
    return this.entries.length;
  }

  add(role: Message['role'], content: string, updates: SessionUpdate[] = []): void {
    this.entries.push({ role, content, updates });
  }

  /** Notes what the client is told. Pieces of what the agent says join one message. */
  tell(update: SessionUpdate): void {
    const last = this.entries.at(-1);
    const text = textOf(update);
    if (text !== undefined && last?.role !== 'assistant') this.add('assistant', text, [update]);
    else if (last) {
      last.content += text ?? '';
      last.updates.push(update);
    }
  }

  /** Notes what the client is told that no model is given. */
  aside(update: SessionUpdate): void {
    this.entries.at(-1)?.updates.push(update);
  }

  messages(): Message[] {
    return this.entries.map(({ role, content }) => ({ role, content }));
  }

  updates(): SessionUpdate[] {
    return this.entries.flatMap(({ updates }) => updates);
  }

  /** A copy of the first `count` messages, or of all. */
  first(count = this.entries.length): Transcript {
    return new Transcript(this.entries.slice(0, count).map((entry) => ({ ...entry, updates: [...entry.updates] })));
  }

  /** Puts a summary in the place of all but the last `keep` messages. Returns how many are gone. */
  compact(keep: number): number {
    const gone = this.entries.splice(0, Math.max(0, this.entries.length - keep));
    if (gone.length > 0)
      this.entries.unshift({
        role: 'system',
        content: `${gone.length} messages were said before.`,
        updates: gone.flatMap(({ updates }) => updates),
      });
    return gone.length;
  }

  /** Takes out all but the first `count` messages, and returns them. */
  cut(count: number): Entry[] {
    return this.entries.splice(count);
  }

  /** Puts back what was taken out. */
  restore(entries: readonly Entry[]): void {
    for (const entry of entries) this.entries.push(entry);
  }
}

/** The text of a piece of what the agent says. */
function textOf(update: SessionUpdate): string | undefined {
  if (update.sessionUpdate !== 'agent_message_chunk') return undefined;
  const { content } = update;
  return 'type' in content && content.type === 'text' ? content.text : '';
}
