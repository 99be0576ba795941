import { become, type Change, changeable, type LiveMock, type Prepared } from '../../../conversation/live/change.js';
import type { WatchedList } from '../../../conversation/live/uses.js';
import type { PermissiveOptions } from './permissive/variants.js';
import type { McpServerOptions } from './running.js';
import { type ScriptDifference, scriptDifference } from './script/difference.js';
import type { Script } from './state/script.js';

/** What is agreed with clients, or holds for a connection, when the server starts. */
const FIXED = ['protocolVersions', 'pageSize', 'origins', 'allowedOrigins', 'hosts', 'allowedHosts'];

/** What a session gets once, when it begins. */
const LATER = ['serverInfo', 'card', 'instructions'];

interface LiveServerOptions<Scripts extends readonly Script[]> {
  options: Pick<McpServerOptions, 'script' | 'permissive'>;
  /** The scripts that are served, one for each family. */
  scripts: Scripts;
  /** Reads the same for another script. Rejects with a ScriptError. */
  read(written: Required<Change>['script']): Promise<{ scripts: Scripts; permissive: PermissiveOptions }>;
  /** Makes ready for other permissive variants. Throws a ScriptError. */
  permit(permissive: Change['permissive'], scripted: PermissiveOptions): Omit<Prepared, 'lists'>;
  /** Notifies the clients of each script of what has changed. */
  notify: { readonly [index in keyof Scripts]: (difference: ScriptDifference) => void };
}

/** How a running server changes: the scripts that it serves become others. */
export function liveServer<Scripts extends readonly Script[]>(serving: LiveServerOptions<Scripts>): LiveMock {
  const { options, scripts, read, permit, notify } = serving;
  const { script = {}, permissive = false } = options;
  return changeable({
    first: { script, permissive },
    fixed: FIXED,
    later: LATER,
    lists: listsOf(scripts),
    prepare: async (now) => {
      const { scripts: next, permissive: scripted } = await read(now.script);
      const permitted = permit(now.permissive, scripted);
      return {
        lists: listsOf(next),
        fixed: permitted.fixed ?? [],
        apply: () => {
          permitted.apply();
          for (const [index, script] of scripts.entries()) {
            const difference = scriptDifference(script, next[index]!);
            become(script, next[index]!);
            notify[index]?.(difference);
          }
        },
      };
    },
  });
}

/** The lists of a script; a client of either family uses an entry. */
function listsOf(scripts: readonly Script[]): WatchedList[] {
  return scripts.slice(0, 1).flatMap(({ tools, resources, resourceTemplates, prompts }) => [
    { list: 'tools', entries: entriesOf(tools), idle: 'was never called' },
    { list: 'exports', entries: entriesOf(tools), idle: 'was never called' },
    { list: 'resources', entries: entriesOf(resources), idle: 'was never read' },
    { list: 'resourceTemplates', entries: entriesOf(resourceTemplates), idle: 'was never read' },
    { list: 'prompts', entries: entriesOf(prompts), idle: 'was never asked for' },
  ]);
}

const entriesOf = (list: readonly { entry?: object }[]) => list.map(({ entry }) => entry);
