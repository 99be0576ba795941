import { resolve } from 'node:path';
import type { AddRootRequest, WorkspaceAnchor } from '../../../../generated/types/harn-extensions-v1.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import { invalidParams } from '../../errors.js';

/** A folder beside the main one, and what may be done in it. */
interface Mount {
  path: string;
  mountMode: NonNullable<AddRootRequest['mountMode']>;
}

/** Where a session works: its main folder, which is its working directory until another is set, and others beside it. */
export class Anchor {
  private primary: string | undefined;
  private readonly mounted: Mount[] = [];

  /** @param session its working directory, an absolute path, and the files there */
  constructor(private readonly session: { readonly cwd: string; readonly files: Workspace }) {}

  state(): WorkspaceAnchor {
    return { primary: this.primary ?? this.session.cwd, mounted: this.mounted.map((mount) => ({ ...mount })) };
  }

  /** Throws RpcError -32602 for what is no folder that can be read. */
  mount(path: string | undefined, mountMode: Mount['mountMode'] = 'extend'): void {
    this.mounted.push({ path: this.folder(path), mountMode });
  }

  /** Throws RpcError -32602 for what is no folder that can be read. */
  move(path: string | undefined): void {
    this.primary = this.folder(path);
  }

  private folder(path: string | undefined): string {
    if (path === undefined) throw invalidParams('the path is missing');
    const whole = resolve(this.session.cwd, path);
    try {
      if (this.session.files.hasFolder(whole)) return whole;
    } catch (error) {
      throw invalidParams(error instanceof Error ? error.message : String(error));
    }
    throw invalidParams(`${whole} is not a folder`);
  }
}
