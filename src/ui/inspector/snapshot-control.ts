import type { Snapshot } from '../../control/snapshot.js';
import { type Control, type ControlMethod, type ControlParams, ControlProblem } from '../../control/types.js';

/** The control channel of a saved page: it reads what was saved, and nothing of that changes. */
export function snapshotControl({ state, lines, requirements }: Snapshot): Control {
  const handlers: { [method in ControlMethod]?: (params: never) => unknown } = {
    'session/list': () => state,
    'transcript/read': () => ({ lines, next: state.next, end: true }),
    'requirement/read': ({ ids }: ControlParams<'requirement/read'>) => ({
      requirements: requirements.filter(({ id }) => ids.includes(id)),
    }),
  };
  return {
    request: async (method, params) => {
      const handler = handlers[method];
      if (!handler) throw new ControlProblem('This page was saved as a file: it can be read, and nothing else.');
      return handler((params ?? {}) as never) as never;
    },
    on: () => () => undefined,
    closed: new Promise(() => undefined),
    close: () => undefined,
  };
}
