import { resolve } from 'node:path';
import type { AddRootRequest, WorkspaceAnchor } from '../../../../generated/types/harn-extensions-v1.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import { isBelow } from '../../../../workspace/places.js';
import { invalidParams } from '../../errors.js';

/** What may be done in a folder beside the main one. */
export type MountMode = NonNullable<AddRootRequest['mountMode']>;

interface Mount {
  path: string;
  mountMode: MountMode;
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

  /** How the root is mounted that a path lies in, the innermost; undefined if none is. */
  mountOf(path: string): MountMode | undefined {
    const around = this.mounted.filter((mount) => isBelow(path, mount.path));
    return around.sort((one, other) => other.path.length - one.path.length)[0]?.mountMode;
  }

  /** Throws RpcError -32602 for what is no folder that can be read. */
  mount(path: string | undefined, mountMode: MountMode = 'extend'): void {
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
