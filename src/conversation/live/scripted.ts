import type { JsonObject } from '../../json/json.js';
import { type Change, type ChangeableOptions, changeable, type LiveMock } from './change.js';
import { exceptFixed, type LiveNames } from './names.js';
import type { WatchedList } from './uses.js';

/** A mock whose script and permissive variants are changed together. */
export interface ScriptedOptions<Script, Name extends string>
  extends Omit<ChangeableOptions, 'prepare' | 'lists'>,
    Partial<Pick<ChangeableOptions, 'lists'>> {
  /** The variants that hold, which become others. */
  permissive: LiveNames<Name>;
  /** Which of them hold from the start on alone. Default: none. */
  isFixed?(name: Name): boolean;
  /** Rejects with a ScriptError. */
  read(script: JsonObject): Promise<Script>;
  /** The variants that are wanted. Throws a ScriptError. */
  wanted(now: Required<Change>, next: Script): ReadonlySet<Name>;
  /** What the variants make of the next script. Default: the same. */
  permitted?(next: Script, names: ReadonlySet<Name>): Script;
  /** The lists of the next script whose entries somebody should use. Default: none. */
  listsOf?(next: Script): readonly WatchedList[];
  /** Puts the next script in the place of the one before. The variants have become others already. */
  apply(next: Script): void;
}

/** How a mock is changed whose script is read anew and takes the place of the one before. */
export function scripted<Script, Name extends string>(options: ScriptedOptions<Script, Name>): LiveMock {
  const { permissive, isFixed = () => false, read, wanted, permitted, listsOf, apply, lists = [], ...others } = options;
  return changeable({
    ...others,
    lists,
    prepare: async (now) => {
      const written = await read(now.script);
      const { names, fixed } = exceptFixed(permissive, wanted(now, written), isFixed);
      const next = permitted?.(written, names) ?? written;
      return {
        fixed,
        lists: listsOf?.(next) ?? [],
        apply: () => {
          permissive.become(names);
          apply(next);
        },
      };
    },
  });
}
