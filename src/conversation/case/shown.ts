import type { JsonObject } from '../../json/json.js';
import type { BehaviorSpec } from '../../language/target.js';
import { StageError } from '../stage.js';
import type { AcquireOptions } from '../target.js';
import { fileContent } from './client-target.js';
import type { CaseFolder } from './folder.js';

/** What a step starts the target with. */
export interface StartOptions {
  behavior?: string;
  with: JsonObject;
  args: string[];
  env: Record<string, string>;
  /** ms that what the target has started may go on once it is gone. */
  lingers?: number;
}

/** What the target is started with in all. */
export interface Start {
  /** The one that the step names. */
  behavior: BehaviorSpec | undefined;
  /** It, or without one those that the case needs. */
  shown: readonly BehaviorSpec[];
  args: string[];
  env: Record<string, string | null>;
  /** What is said to the maker of the target only if it is said at all. */
  more: Pick<AcquireOptions, 'behaviors' | 'stdin' | 'lingers'>;
}

/** What a step and the behaviors of a case say of a start together. Throws StageError (unmet) for a behavior that the target file does not map. */
export function startOf(
  { behavior: name, args, env, lingers }: StartOptions,
  { behaviors, needs }: { behaviors: ReadonlyMap<string, BehaviorSpec>; needs: readonly string[] },
): Start {
  const behavior = name === undefined ? undefined : behaviors.get(name);
  if (name !== undefined && !behavior)
    throw new StageError('unmet', `the target file does not map the behavior \`${name}\``);
  const shown = behavior ? [behavior] : needs.flatMap((needed) => behaviors.get(needed) ?? []);
  return {
    behavior,
    shown,
    args: [...shown.flatMap((one) => one.args), ...args],
    env: Object.assign({}, ...shown.map((one) => one.env), env),
    more: {
      behaviors: name === undefined ? needs : [name],
      ...(behavior?.stdin !== undefined && { stdin: behavior.stdin }),
      ...(lingers !== undefined && { lingers }),
    },
  };
}

/** Writes the files of behaviors into the folder of a case, with values for what their texts name. */
export async function writeFiles(
  shown: readonly BehaviorSpec[],
  values: { [name: string]: string | string[] },
  folder: CaseFolder,
): Promise<void> {
  const files = shown.flatMap((one) => Object.entries(one.files));
  // A folder that nobody needs is not made.
  const known = files.length > 0 ? { ...values, dir: folder.path(), node: process.execPath } : values;
  for (const [path, content] of files) await folder.write(path, fileContent(content, known));
}
