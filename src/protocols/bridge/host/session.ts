import { use } from '../../../conversation/live/uses.js';
import type { ServerRequests } from '../../../generated/methods/bridge-v1.js';
import { type Connection, connect } from '../../../jsonrpc/connection.js';
import type { Link } from '../../../jsonrpc/link.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { checkingParams, type Handlers } from '../params.js';
import type { HostState } from './host-state.js';
import { operationHandlers } from './operations.js';
import type { HostParts } from './parts.js';
import { permissionHandlers } from './permission.js';
import { rankingHandlers } from './ranking.js';
import { watchedLink } from './reactions.js';
import type { Reaction } from './script.js';
import { skillHandlers } from './skills.js';
import { toolHandlers } from './tools.js';

/**
 * Serves a runtime as its host on a link (spec 000): tools, skills, searches, permissions, operations, and the reactions of
 * the script. What it does not know gets -32601, what does not fit -32602; it goes on in any case.
 */
export function serveHost(link: Link, parts: HostParts, clock: Clock = realClock): Connection {
  return servedHost(link, parts, clock).connection;
}

/** The same, with what tells the runtime that the script has other skills now. */
export function servedHost(
  link: Link,
  parts: HostParts,
  clock: Clock,
): { connection: Connection; skillsChanged(): void } {
  const { script } = parts;
  const state: HostState = { script, skills: [...script.skills] };
  const counts = new Map<string, number>();
  const react = (method: string) => {
    const nth = (counts.get(method) ?? 0) + 1;
    counts.set(method, nth);
    for (const reaction of script.reactions)
      if (reaction.on === method && (reaction.nth ?? 1) === nth) {
        use(reaction);
        perform(reaction, state, connection);
      }
  };
  const handlers: Handlers<keyof ServerRequests> = {
    ...toolHandlers(state),
    ...skillHandlers(state),
    ...rankingHandlers(state),
    ...permissionHandlers(state),
    ...operationHandlers(state),
  };
  const connection = connect(parts.link(watchedLink(link, react)), {
    clock,
    requests: checkingParams(handlers),
  });
  return {
    connection,
    skillsChanged: () => {
      state.skills = [...script.skills];
      connection.notify('skills/update');
    },
  };
}

function perform({ notify, params, add, remove }: Reaction, state: HostState, connection: Connection): void {
  if (notify !== undefined) {
    connection.notify(notify, params);
    return;
  }
  if (add) state.skills = [...state.skills.filter(({ id }) => id !== add.id), add];
  else state.skills = state.skills.filter(({ id }) => id !== remove);
  connection.notify('skills/update');
}
