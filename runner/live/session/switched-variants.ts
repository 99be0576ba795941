import { CONTROL_ERRORS, ControlProblem } from '../../../src/control/types.js';
import type { LiveMock } from '../../../src/conversation/live/change.js';
import { asVariant } from '../../../src/conversation/live/names.js';
import type { PermissiveWording } from '../../../src/conversation/permissive.js';
import type { LiveChanges } from './steered-session.js';

/**
 * The permissive variants of a running mock, to be switched one by one; undefined if it has none that can be. Those of its script are on,
 * too, and are switched there.
 *
 * @param tables what its role permits, by name
 */
export function switchedVariants(
  tables: readonly { readonly [name: string]: PermissiveWording }[],
  { change, now }: Partial<LiveMock>,
): LiveChanges['permissive'] {
  const wordings = new Map(tables.flatMap((table) => Object.entries(table)));
  if (!change || !now || wordings.size === 0) return undefined;
  const usual = [...wordings].filter(([, { usual: isUsual }]) => isUsual).map(([name]) => name);
  const switched = () => {
    const { permissive } = now();
    return new Set(typeof permissive === 'boolean' ? (permissive ? usual : []) : permissive);
  };
  const scripted = () => {
    const { permissive } = now().script;
    return new Set(Array.isArray(permissive) ? permissive.map(String) : []);
  };
  return {
    list: () => {
      const on = new Set([...switched(), ...scripted()]);
      return [...wordings].map(([name, { does }]) => ({ name, title: does, on: on.has(name) }));
    },
    set: async (name, isOn) => {
      if (!wordings.has(name))
        throw new ControlProblem(
          `there is no permissive variant ${JSON.stringify(name)}`,
          CONTROL_ERRORS.invalidParams,
        );
      if (!isOn && scripted().has(name)) throw new ControlProblem(`${name} is on in its script: take it out there`);
      const before = switched();
      const next = new Set(before);
      if (isOn) next.add(name);
      else next.delete(name);
      const { fixed } = await change({ permissive: [...next] });
      if (!fixed.includes(asVariant(name))) return;
      await change({ permissive: [...before] });
      throw new ControlProblem(`${name} holds only for a mock that is started with it`);
    },
  };
}
