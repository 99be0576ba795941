import type { Message, MessageSendParams, Part, TaskState } from '../../../../generated/types/a2a-0.3.0.js';
import type { Json } from '../../../../json/json.js';
import { type Clock, sleep } from '../../../../wire/clock/clock.js';
import { invalidParams } from '../../errors.js';
import type { LiveTask } from '../tasks/live-task.js';
import { isSettled } from '../tasks/states.js';

/** What a skill works with. */
export interface Work {
  task: LiveTask;
  /** What the message says behind the name of the skill. */
  text: string;
  clock: Clock;
}

/** Something that the reference can do. It answers with a message, or works on a task. */
export interface Skill {
  description: string;
  says?(text: string, clock: Clock): Part[] | Promise<Part[]>;
  works?(work: Work): void | Promise<void>;
}

/** ms between the pieces of what takes long. */
const PACE = 100;
/** How many pieces that has. */
const PIECES = 3;

const text = (said: string): Part => ({ kind: 'text', text: said });

/** The text of a message: its text parts, joined. */
export const textOf = ({ parts }: Message): string =>
  parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');

/** The skills of the reference, by the word that a message begins with or the function that a request names. */
export const SKILLS: { readonly [name: string]: Skill } = {
  say: {
    description: 'Gives the text as an artifact, at once.',
    works: ({ task, text: said }) => {
      task.move('working');
      task.give({ artifactId: 'said', name: 'said', parts: [text(said)] });
      task.move('completed');
    },
  },
  quick: {
    description: 'Answers with a message in place of a task.',
    says: (said) => [text(said)],
  },
  slow: {
    description: 'Takes its time, and gives an artifact in pieces.',
    works: async ({ task, clock }) => {
      task.move('working');
      for (let piece = 1; piece <= PIECES; piece++) {
        if (!(await sleep(clock, PACE, task.signal))) return;
        const part = text(`piece ${piece}\n`);
        task.give({ artifactId: 'pieces', parts: [part] }, { append: piece > 1, lastChunk: piece === PIECES });
      }
      task.move('completed');
    },
  },
  wait: {
    description: 'Works until it is stopped.',
    works: ({ task }) => task.move('working'),
  },
  ask: {
    description: 'Asks for something, and gives the answer as an artifact.',
    works: async ({ task, clock }) => {
      task.move('working');
      const answer = await task.asks('input-required', [text('Which colour?')]);
      // So that the stream of the answer shows the task at work, and its end.
      if (!(await sleep(clock, PACE, task.signal))) return;
      task.give({ artifactId: 'answer', parts: [text(textOf(answer))] });
      task.move('completed');
    },
  },
  'sign-in': {
    description: 'Needs the user to sign in elsewhere before it can go on.',
    works: async ({ task }) => {
      task.move('working');
      await task.asks('auth-required', [text('Sign in at https://example.com/sign-in and send a message then.')]);
      task.give({ artifactId: 'secret', parts: [text('signed in')] });
      task.move('completed');
    },
  },
  reject: {
    description: 'Refuses the task.',
    works: ({ task }) => task.move('rejected', text('The agent does not do this.')),
  },
  fail: {
    description: 'Fails.',
    works: ({ task }) => {
      task.move('working');
      task.move('failed', text('It did not work out.'));
    },
  },
  break: {
    description: 'Has a defect.',
    works: () => {
      throw new Error('a defect on purpose');
    },
  },
  files: {
    description: 'Gives data and files as artifacts.',
    works: ({ task }) => {
      task.move('working');
      task.give({ artifactId: 'data', parts: [{ kind: 'data', data: { table: 4 } }] });
      task.give({
        artifactId: 'files',
        parts: [
          { kind: 'file', file: { bytes: 'aGVsbG8=', name: 'hello.txt', mimeType: 'text/plain' } },
          { kind: 'file', file: { uri: 'https://example.com/menu.pdf', mimeType: 'application/pdf' } },
        ],
      });
      task.move('completed');
    },
  },
};

/** A skill, and the text that it works on. */
export interface Doing {
  name: string;
  text: string;
  /** In place of the skill of this name. */
  skill?: Skill;
}

/** Who works behind the server. */
export interface Agent {
  skills: { readonly [name: string]: Skill };
  /** What a request for a new task asks for. Throws RpcError where that is nothing. */
  choose(params: MessageSendParams): Doing;
  /** Whether a stream of a task ends with this state. */
  endsStream(state: TaskState): boolean;
}

/** The agent of the reference. */
export const AGENT: Agent = {
  skills: SKILLS,
  choose: ({ message, metadata, ...more }) => {
    const named = (more as { function?: Json }).function ?? metadata?.['harn/function'];
    if (named === undefined) return skillFor(message);
    if (typeof named === 'string' && Object.hasOwn(SKILLS, named)) return { name: named, text: textOf(message) };
    throw invalidParams(`there is no function ${JSON.stringify(named)}`);
  },
  endsStream: isSettled,
};

/** The skill that a message asks for by its first word, and what it says behind that. Any other message is said again. */
function skillFor(message: Message): Doing {
  const whole = textOf(message);
  const [, word = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(whole) ?? [];
  return Object.hasOwn(SKILLS, word) ? { name: word, text: rest } : { name: 'say', text: whole };
}
