import type { TargetHandle, TargetMaker } from '../../../src/conversation/target.js';
import type { Usage } from '../../../src/wire/process/usage.js';
import type { Uses } from './uses.js';

/**
 * Makes targets as another does, and notes what their processes have used while a case had them.
 *
 * @param uses where that is noted
 */
export function measured(targets: TargetMaker, uses: Uses): TargetMaker {
  return {
    transport: targets.transport,
    ...(targets.admission && { admission: targets.admission }),
    ...(targets.place && { place: targets.place }),
    acquire: async (options) => {
      const handle = await targets.acquire(options);
      return handle.usage ? watched(handle, options.name, uses) : handle;
    },
    expect: (group, count) => targets.expect(group, count),
    over: (group) => targets.over(group),
    ...(targets.dissolve && { dissolve: (pool: string) => targets.dissolve!(pool) }),
    command: () => targets.command(),
    close: () => targets.close(),
  };
}

function watched(handle: TargetHandle, name: string, uses: Uses): TargetHandle {
  // One that nobody had before has used what it took to start.
  const before = handle.shared ? handle.usage?.() : undefined;
  const process = handle.company?.process ?? handle;
  // Over pipes cases follow one another; behind a socket they are there at the same time.
  const isCrowded = handle.company !== undefined && !handle.pipes;
  let last: Usage | undefined;
  const look = () => {
    last = handle.usage?.() ?? last;
  };
  const { stop, release } = handle;
  return {
    ...handle,
    ...(stop && {
      stop: (how) => {
        look();
        return stop(how);
      },
    }),
    release: (then) => {
      look();
      if (last) uses.note(name, { process, before, after: last, isCrowded });
      return release(then);
    },
  };
}
