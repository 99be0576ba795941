import type { Workspace } from '../../../workspace/confinement.js';
import { notFound } from '../errors.js';
import type { Workspaces } from './workspace.js';

/** The sessions that a client has opened, all in the same folder. */
export class Sessions {
  private readonly known = new Set<string>();
  private opening: Promise<unknown> = Promise.resolve();

  constructor(private readonly files: Workspace) {}

  /** Opens a session. An agent may ask for something in it before the client has read its id. */
  open(asked: Promise<string>): Promise<string> {
    const opened = asked.then((sessionId) => {
      this.known.add(sessionId);
      return sessionId;
    });
    this.opening = Promise.allSettled([this.opening, opened]);
    return opened;
  }

  /** Where a session is at work; RpcError -32002 where there is none of this id. */
  readonly workspaces: Workspaces = async (sessionId) => {
    if (!this.known.has(sessionId)) await this.opening;
    if (!this.known.has(sessionId)) throw notFound(`there is no session ${JSON.stringify(sessionId)}`);
    return this.files;
  };
}
