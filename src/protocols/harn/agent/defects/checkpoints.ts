import { Checkpoints, type Snapshot, type Status, type Subject } from '../sessions/checkpoints.js';

/** A rollback, or a redo, leaves the files as they are. */
export class LeavingFiles extends Checkpoints {
  constructor(
    session: Subject,
    private readonly left: Status,
  ) {
    super(session);
  }

  protected override restore(snapshots: readonly Snapshot[], status: Status): void {
    if (status !== this.left) super.restore(snapshots, status);
  }
}

/** Files that a turn has made stay when it is undone. */
export class LeavingMade extends Checkpoints {
  protected override restore(snapshots: readonly Snapshot[], status: Status): void {
    super.restore(
      snapshots.filter(({ content }) => content !== undefined),
      status,
    );
  }
}

/** A rollback that is refused restores the files of the last turn all the same. */
export class RestoringAnyway extends Checkpoints {
  protected override refuse(): never {
    this.restore(this.last?.snapshots ?? [], 'rolled_back');
    return super.refuse();
  }
}

/** A turn that was cancelled can be undone like any other. */
export class UndoingCancelled extends Checkpoints {
  override end(): void {
    super.end(true);
  }
}
