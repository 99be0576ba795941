import { type Patience, partsOf } from '../../../src/conversation/player/patience.js';
import type { PersonQuestions } from '../../../src/conversation/questions.js';

/** ms that a wait may take which a person ends. */
const A_DAY = 24 * 60 * 60 * 1_000;

/** What needs a person at a client, and what does not. */
export interface PersonFacts {
  /** What the client asks its user, by method. */
  questions: PersonQuestions;
  /** Methods that need no person, whoever sends them. */
  unasked: ReadonlySet<string>;
  /** Whether what a person does names the folder of the case. */
  namesFolder: boolean;
}

/** What a case waits for now. */
export interface Awaited {
  /** In words. */
  text: string;
  /** Whether a person is needed for it. */
  person: boolean;
  /** Whether only a person can say how it ended. */
  outcome: boolean;
}

/** The waits of a case whose client a person starts: as long as steps say for what the client does itself, a day for all else. */
export class PersonWaits implements Patience {
  constructor(
    private readonly facts: PersonFacts,
    private readonly waits: (awaited: Awaited) => void,
    /** Whether the client has come: before that a person has to do something, whatever is waited for. */
    private readonly hasCome: () => boolean,
  ) {}

  of(awaited: string, budget: number): number {
    const parts = partsOf(awaited);
    const person = !this.hasCome() || parts.some((part) => this.needsPerson(part));
    const outcome = parts.some((part) => part === 'outcome' || part === 'exit');
    this.waits({ text: [...new Set(parts.map(inWords))].join(' or '), person, outcome });
    return person ? A_DAY : budget;
  }

  ranOut(): void {}

  why(): string {
    return '';
  }

  /** Whether a person has to do something for what a part of a wait is about. */
  private needsPerson(part: string): boolean {
    const { questions, unasked } = this.facts;
    const [kind, name = ''] = part.split(' ');
    const method = name.replace(/#.*/s, '');
    if (unasked.has(method)) return false;
    return kind === 'reply' ? Object.hasOwn(questions, method) : true;
  }
}

/** What a part of a wait is about, for people. */
function inWords(part: string): string {
  const [kind, name = ''] = part.split(' ');
  const method = name.replace(/#.*/s, '');
  switch (kind) {
    case 'request':
    case 'notify':
      return method === '*' ? 'a message of your client' : `${method} from your client`;
    case 'reply':
      return `the answer to ${method}`;
    case 'outcome':
    case 'exit':
      return 'how it ended: only you can see that';
    default:
      return 'the next message of your client';
  }
}
