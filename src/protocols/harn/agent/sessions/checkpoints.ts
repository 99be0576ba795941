import { relative } from 'node:path';
import type { CheckpointResult } from '../../../../generated/types/harn-extensions-v1.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import { refused } from '../../errors.js';
import type { Entry, Transcript } from './transcript.js';

/** The session whose turns they are. */
export interface Subject {
  readonly transcript: Transcript;
  /** Absolute path. */
  readonly cwd: string;
  readonly files: Workspace;
  /** Set while a prompt runs. */
  readonly running: unknown;
  name(kind: string): string;
}

/** What a file held; undefined where it was not there. */
export interface Snapshot {
  id: string;
  path: string;
  content: Buffer | undefined;
}

/** What was done with a turn. */
export type Status = 'rolled_back' | 'redone';

/** A completed turn: the messages on both sides of it, and what the files that it changed held before. */
interface Checkpoint {
  id: string;
  before: number;
  after: number;
  snapshots: Snapshot[];
}

/** A turn that was undone: its messages, and what the files held after it. */
interface Undone extends Checkpoint {
  entries: Entry[];
  later: Snapshot[];
}

/** The completed turns of a session, and those that were undone (Harn guide, session/rollback and session/redo). */
export class Checkpoints {
  private readonly done: Checkpoint[] = [];
  private undone: Undone[] = [];
  private begun: { before: number; snapshots: Snapshot[] } | undefined;

  constructor(private readonly session: Subject) {}

  /** The last turn that can be undone. */
  protected get last(): Checkpoint | undefined {
    return this.done.at(-1);
  }

  /** A prompt is heard next: what was undone before can't be done again. */
  begin(): void {
    this.forget();
    this.begun = { before: this.session.transcript.length, snapshots: [] };
  }

  /** The prompt is over. One that was cancelled leaves no checkpoint. */
  end(completed: boolean): void {
    const { begun, session } = this;
    delete this.begun;
    if (completed && begun) this.done.push({ id: session.name('turn'), ...begun, after: session.transcript.length });
  }

  /** Keeps what a file holds before the turn changes it for the first time. */
  keep(path: string): void {
    const { begun, session } = this;
    if (!begun || begun.snapshots.some((one) => one.path === path)) return;
    begun.snapshots.push({ id: session.name('tc'), path, content: contentOf(session.files, path) });
  }

  /** What was undone can't be done again: something else has happened. */
  forget(): void {
    this.undone = [];
  }

  /** Turns of which messages are gone can't be undone any more. */
  truncated(): void {
    this.forget();
    const { length } = this.session.transcript;
    while ((this.done.at(-1)?.after ?? 0) > length) this.done.pop();
  }

  /** The messages that checkpoints count are gone: nothing of before can be undone. */
  compacted(): void {
    this.forget();
    this.done.length = 0;
    delete this.begun;
  }

  /** Undoes the last turn. Throws RpcError -32000 where a prompt runs or there is no turn. */
  rollback(): CheckpointResult {
    const checkpoint = this.idle(this.done, 'no_checkpoint');
    const entries = this.session.transcript.cut(checkpoint.before);
    const later = checkpoint.snapshots.map(({ id, path }) => ({
      id: `${checkpoint.id}:redo:${id}`,
      path,
      content: contentOf(this.session.files, path),
    }));
    this.undone.push({ ...checkpoint, entries, later });
    return this.restored('rolled_back', checkpoint, checkpoint.snapshots, later);
  }

  /** Does the turn again that was undone last. Throws RpcError -32000 where a prompt runs or there is none. */
  redo(): CheckpointResult {
    const { entries, later, ...checkpoint } = this.idle(this.undone, 'no_redo');
    this.session.transcript.restore(entries);
    this.done.push(checkpoint);
    return this.restored('redone', checkpoint, later, checkpoint.snapshots);
  }

  private idle<T>(from: T[], nothing: string): T {
    if (this.session.running) this.refuse();
    const last = from.pop();
    if (last === undefined) throw refused(nothing);
    return last;
  }

  protected refuse(): never {
    throw refused('prompt_active');
  }

  /** Gives files back what they held. */
  protected restore(snapshots: readonly Snapshot[], _status: Status): void {
    for (const snapshot of snapshots) restore(this.session.files, snapshot);
  }

  private restored(
    status: Status,
    { id, before, after }: Checkpoint,
    restored: readonly Snapshot[],
    kept: readonly Snapshot[],
  ): CheckpointResult {
    const { cwd } = this.session;
    this.restore(restored, status);
    return {
      status,
      checkpointId: id,
      beforeMessageCount: before,
      afterMessageCount: after,
      fsSnapshotIds: restored.map((one) => one.id),
      redoFsSnapshotIds: kept.map((one) => one.id),
      fsRestores: restored.map((one) => ({
        snapshotId: one.id,
        restoredPaths: [relative(cwd, one.path)],
        skippedPathsWithReasons: [],
      })),
    };
  }
}

function contentOf(files: Workspace, path: string): Buffer | undefined {
  try {
    return files.read(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function restore(files: Workspace, { path, content }: Snapshot): void {
  if (content === undefined) files.remove(path);
  else files.write(path, content);
}
