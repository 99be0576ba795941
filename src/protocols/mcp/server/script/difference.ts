import { isDeepStrictEqual } from 'node:util';
import type { Script } from '../state/script.js';
import type { ChangingList } from '../state/tool.js';

/** What clients can see of one script having taken the place of another. */
export interface ScriptDifference {
  /** The lists that are not as they were. */
  lists: readonly ChangingList[];
  /** The URIs of resources that hold something else. */
  resources: readonly string[];
}

/** What clients see of `now` taking the place of `before`. */
export function scriptDifference(before: Script, now: Script): ScriptDifference {
  const shown = {
    tools: ({ tools }: Script) => tools.map(({ spec }) => spec),
    prompts: ({ prompts }: Script) => prompts.map(({ spec }) => spec),
    resources: (script: Script) =>
      [script.resources, script.resourceTemplates].map((list) => list.map(({ spec }) => spec)),
  };
  const lists = (Object.keys(shown) as ChangingList[]).filter(
    (list) => !isDeepStrictEqual(shown[list](before), shown[list](now)),
  );
  const held = new Map(before.resources.map(({ uri, text, blob }) => [uri, [text, blob]]));
  const resources = now.resources.filter(
    ({ uri, text, blob }) => held.has(uri) && !isDeepStrictEqual(held.get(uri), [text, blob]),
  );
  return { lists, resources: resources.map(({ uri }) => uri) };
}
