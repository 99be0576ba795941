import type {
  Actor,
  ContentBlock,
  SessionConfigOption,
  SessionModeState,
  WorkspaceAnchor,
} from '../../../generated/types/hub-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { invalidParams, unknownSession } from '../errors.js';
import { Queue } from './queue.js';

/** The modes of a session, in the order in which they are told. */
const MODES = [
  { id: 'ask', name: 'Ask', description: 'Asks before it changes anything.' },
  { id: 'architect', name: 'Architect', description: 'Plans and changes nothing.' },
  { id: 'code', name: 'Code', description: 'Changes files without asking.' },
];

/** A turn that runs: what cancels it, and what resolves when it is over. */
interface RunningTurn {
  cancel: AbortController;
  over: Promise<unknown>;
}

/** A session of the agent behind a hub. */
export class Session {
  mode = 'ask';
  anchor: WorkspaceAnchor;
  readonly queue: Queue;
  /** The ids of its turns so far, each of which is a checkpoint, and of those that were rolled back. */
  turns: string[] = [];
  undone: string[] = [];
  running: RunningTurn | undefined;
  /** Wakes the turn that waits for its host, if one does. */
  wake: () => void = () => undefined;

  constructor(
    readonly id: string,
    readonly cwd: string,
  ) {
    this.anchor = { primary: cwd };
    this.queue = new Queue(id);
  }

  modes(): SessionModeState {
    return { currentModeId: this.mode, availableModes: MODES };
  }

  /** The settings, of which the mode is the only one. */
  settings(): SessionConfigOption[] {
    const options = MODES.map(({ id, name }) => ({ value: id, name }));
    return [{ id: 'mode', name: 'Session Mode', type: 'select', currentValue: this.mode, options }];
  }

  /** Changes the mode; returns whether it is another one. Throws RpcError -32602 for a mode that is none. */
  setMode(mode: string): boolean {
    if (!MODES.some(({ id }) => id === mode)) throw invalidParams(`there is no mode ${JSON.stringify(mode)}`);
    const changed = this.mode !== mode;
    this.mode = mode;
    return changed;
  }

  /** Ends the turn that runs, if there is one. Resolves with whether there was, once it is over. */
  async cancel(): Promise<boolean> {
    const { running } = this;
    running?.cancel.abort();
    await running?.over.catch(() => undefined);
    return running !== undefined;
  }

  /** Resolves when the host wakes it. */
  woken(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  /** What a copy of it is like. */
  fork(id: string, keep: number | undefined): Session {
    const copy = new Session(id, this.cwd);
    copy.mode = this.mode;
    copy.anchor = this.anchor;
    copy.turns = this.turns.slice(0, keep);
    return copy;
  }
}

/** Sessions that one agent runs at a time. */
const MOST_SESSIONS = 1_000;

/** The sessions of an agent, by id. */
export class Sessions {
  private readonly byId = new Map<string, Session>();

  /** Throws RpcError -32602 if there are too many. */
  add(session: Session): Session {
    if (this.byId.size >= MOST_SESSIONS) throw invalidParams(`more than ${MOST_SESSIONS} sessions: close some`);
    this.byId.set(session.id, session);
    return session;
  }

  has(id: string): boolean {
    return this.byId.has(id);
  }

  remove(id: string): void {
    this.byId.delete(id);
  }

  /** Throws RpcError -32602 where there is none of this id. */
  get(id: string): Session {
    const session = this.byId.get(id);
    if (!session) throw invalidParams(`unknown session ${JSON.stringify(id)}`);
    return session;
  }

  /** The same with -32004, for what acts on a session that runs. */
  running(id: string): Session {
    const session = this.byId.get(id);
    if (!session) throw unknownSession(`unknown session ${JSON.stringify(id)}`);
    return session;
  }

  [Symbol.iterator](): Iterator<Session> {
    return this.byId.values();
  }
}

/** A text or blocks of content, as blocks. */
export const blocksOf = (content: string | readonly ContentBlock[]): readonly ContentBlock[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** What an answer to a control says of who sent it. */
export const actedBy = (actor: (Actor & JsonObject) | undefined) => (actor ? { _meta: { harn: { actor } } } : {});
