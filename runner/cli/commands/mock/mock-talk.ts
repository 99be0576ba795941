import type { MockOptions } from '../../../../src/conversation/role-entry.js';
import type { TalkFacts } from '../../../../src/conversation/talk.js';
import { isObject, type JsonObject } from '../../../../src/json/json.js';
import { oneLine } from '../../../../src/json/visible.js';
import type { MockArguments } from '../../../../src/mock/line.js';
import { mockFactsOf, roles } from '../../../../src/protocols/index.js';
import type { Border, Carried } from '../../../../src/wire/carried.js';
import { stderr } from '../../../../src/wire/output.js';
import { UsageError } from '../../support/usage-error.js';
import { takeLines } from './typed-lines.js';

/** A person who talks with the agent of a mock, as `--prompt`, `--allow` and `--chat` say it. */
export interface Talk {
  /** The script with what the command line says instead. */
  script: JsonObject;
  /** The same for a script that is read later. */
  scripted(script: JsonObject): JsonObject;
  /** A border that shows on stderr what the agent says. */
  border(inner: Border): Border;
  options: Pick<MockOptions, 'next'>;
  /** Nothing more is said; what waits for a line waits no longer. */
  stop(): void;
}

/** Who talks with the agent of a mock. Throws UsageError for a mock that has none. */
export async function talkOf(role: string, options: MockArguments, script: JsonObject = {}): Promise<Talk> {
  const { prompt, allow = false, chat = false } = options;
  const talk = (await mockFactsOf(role))?.talk;
  if (!talk) {
    const able: string[] = [];
    for (const name of Object.keys(roles)) if ((await mockFactsOf(name))?.talk) able.push(name);
    throw new UsageError(
      `--prompt, --allow and --chat are for ${able.join(', ')}, which talk with an agent; not for ${role}`,
    );
  }
  if (allow && !talk.permissions) throw new UsageError(`--allow: agents ask ${role} for no permission; leave it out`);
  const rules = talk.permissions && { ...(allow ? talk.permissions.allow : talk.permissions.deny) };
  const scripted = (written: JsonObject): JsonObject => ({
    ...written,
    ...((written.permissions === undefined || allow) && rules),
    ...talk.streams,
    ...(prompt === undefined && !chat ? {} : talk.saying(prompt?.[0])),
  });
  const shown = new Shown(talk);
  const typed = new Typed(prompt?.slice(1) ?? [], chat);
  return {
    script: scripted(script),
    scripted,
    border: (inner) => shown.border(inner),
    options: {
      next: () => {
        shown.endLine();
        return typed.next();
      },
    },
    stop: () => {
      typed.stop();
      shown.endLine();
    },
  };
}

/** What the agent says, on stderr as it comes. */
class Shown {
  /** What follows the last space: half a word is not shown, as it may be half a secret. */
  private rest = '';
  private isOpen = false;

  constructor(private readonly talk: TalkFacts) {}

  border(inner: Border): Border {
    return {
      sends: (carried, emit) => inner.sends(carried, emit),
      hears: (carried, deliver) => {
        this.hear(carried);
        inner.hears(carried, deliver);
      },
      ...(inner.ofConnection && { ofConnection: () => this.border(inner.ofConnection!()) }),
    };
  }

  endLine(): void {
    this.put(this.rest);
    this.rest = '';
    if (this.isOpen) this.put('\n');
  }

  private hear({ message }: Carried): void {
    if (!isObject(message)) return;
    const { text, note } = this.talk.heard(message);
    if (text !== undefined) this.say(text);
    if (note === undefined) return;
    this.endLine();
    stderr.write(`[${oneLine(note)}]\n`);
  }

  private say(text: string): void {
    const whole = this.rest + text;
    const at = Math.max(whole.lastIndexOf(' '), whole.lastIndexOf('\n')) + 1;
    this.put(whole.slice(0, at));
    this.rest = whole.slice(at);
  }

  private put(text: string): void {
    if (text === '') return;
    stderr.write(text);
    this.isOpen = !text.endsWith('\n');
  }
}

/** What a person says: lines of the command line first, then those that are typed. */
class Typed {
  private waiting: ((line: string | undefined) => void) | undefined;
  private isOver = false;
  private readonly end: () => void = () => undefined;

  constructor(
    private readonly lines: string[],
    chat: boolean,
  ) {
    this.isOver = !chat;
    if (!chat) return;
    this.end = takeLines(process.stdin, async (line) => {
      if (line.trim() === '') return;
      this.lines.push(line);
      this.serve();
    });
    // The last line may have no end of its own, and is taken first.
    process.stdin.once('end', () => setImmediate(() => this.stop()));
    process.stdin.once('error', () => this.stop());
  }

  /** The next line; undefined when there are no more. */
  next(): Promise<string | undefined> {
    if (!this.isOver && this.lines.length === 0 && process.stdin.isTTY) stderr.write('> ');
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.serve();
    });
  }

  stop(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.end();
    this.serve();
  }

  private serve(): void {
    const { waiting } = this;
    if (!waiting || (this.lines.length === 0 && !this.isOver)) return;
    this.waiting = undefined;
    waiting(this.lines.shift());
  }
}
