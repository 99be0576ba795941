import { CONTROL_ERRORS, ControlProblem } from '../../../src/control/types.js';
import type { LiveMock } from '../../../src/conversation/live/change.js';
import type { PermissiveWording } from '../../../src/conversation/permissive.js';
import type { LiveChanges } from './steered-session.js';

/**
 * The permissive variants of a running mock, to be switched one by one; undefined if it has none that can be.
 *
 * @param tables what its role permits, by name
 * @param first what it was started with
 */
export function switchedVariants(
  tables: readonly { readonly [name: string]: PermissiveWording }[],
  first: boolean | readonly string[],
  { change }: Partial<LiveMock>,
): LiveChanges['permissive'] {
  const wordings = new Map(tables.flatMap((table) => Object.entries(table)));
  if (!change || wordings.size === 0) return undefined;
  const usual = [...wordings].filter(([, { usual: isUsual }]) => isUsual).map(([name]) => name);
  const on = new Set(typeof first === 'boolean' ? (first ? usual : []) : first);
  return {
    list: () => [...wordings].map(([name, { does }]) => ({ name, title: does, on: on.has(name) })),
    set: async (name, isOn) => {
      if (!wordings.has(name))
        throw new ControlProblem(
          `there is no permissive variant ${JSON.stringify(name)}`,
          CONTROL_ERRORS.invalidParams,
        );
      const next = new Set(on);
      if (isOn) next.add(name);
      else next.delete(name);
      const { fixed } = await change({ permissive: [...next] });
      if (fixed.includes(name)) throw new ControlProblem(`${name} holds only for a mock that is started with it`);
      on.clear();
      for (const one of next) on.add(one);
    },
  };
}
