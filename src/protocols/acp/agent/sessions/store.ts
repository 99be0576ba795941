import type { SessionUpdate } from '../../../../generated/types/acp-1.21.0.js';
import { asObject, isObject, parseJson, stringifyJson } from '../../../../json/json.js';
import type { Confinement, Workspace } from '../../../../workspace/confinement.js';

/** What is kept of a session for an agent that starts later. */
export interface KeptSession {
  id: string;
  number: number;
  cwd: string;
  title?: string;
  /** ms since the epoch. */
  updatedAt: number;
  /** How many names it has given, so that none comes again. */
  names: number;
  history: SessionUpdate[];
}

/** The sessions of an agent in a folder, one file each; without a folder nothing is kept. */
export class SessionStore {
  private readonly files: Workspace | undefined;

  constructor({ store, confinement }: { store: string | undefined; confinement: Confinement }) {
    this.files = store === undefined ? undefined : confinement.in(store);
  }

  /** Those that earlier agents have kept, in their order. A file that is none of theirs is passed over. */
  read(): KeptSession[] {
    const { files } = this;
    if (!files) return [];
    const kept = unlessFails(() => files.list('.')) ?? [];
    return kept
      .map((name) => unlessFails(() => parseJson(files.read(name).toString('utf8'))))
      .filter((one) => isObject(one) && typeof one.id === 'string' && typeof one.number === 'number')
      .map((one) => one as unknown as KeptSession)
      .sort((a, b) => a.number - b.number);
  }

  /** Forgets the session with this number, if it is kept. */
  forget(number: number): void {
    unlessFails(() => this.files?.remove(`${number}.json`));
  }

  save(session: KeptSession): void {
    this.files?.replace(`${session.number}.json`, stringifyJson(asObject(session)));
  }
}

/** What an act comes to; undefined if it throws. */
function unlessFails<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
