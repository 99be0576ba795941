import { type Change, changed } from '../../../../conversation/parts.js';
import { asObject, type JsonObject } from '../../../../json/json.js';
import type { Caller } from '../../server/server.js';
import { successorOf } from '../names.js';
import type { HarnParts } from '../parts.js';

/** Defects of a server in Harn's profile that no message shows, by name. */
const DEFECTS = {
  // A call that is denied runs all the same.
  'runs-denied': (parts) => ({
    ...parts,
    profile: (usual, server) => {
      const profile = parts.profile(usual, server);
      return {
        ...profile,
        denied: (name, params) => {
          if (successorOf(name).method === 'message/send')
            void profile
              .read(name, params)
              .then((read) => server.handlers['message/send']?.(read.params as never, { name: undefined }));
          return profile.denied(name, params);
        },
      };
    },
  }),
  // A message that is refused runs the function that calls a provider.
  'runs-unknown': (parts) => ({
    ...parts,
    profile: (usual, server) => {
      const profile = parts.profile(usual, server);
      const send = async (params: JsonObject, caller: Caller) => {
        const run = (asked: JsonObject) => server.handlers['message/send']!(asked as never, caller);
        try {
          return asObject(await run(params));
        } catch (error) {
          await run({ ...params, function: 'call' });
          throw error;
        }
      };
      return { ...profile, handlers: { ...profile.handlers, 'message/send': send } };
    },
  }),
} as const satisfies Record<string, Change<HarnParts>>;

/** The names by which `--mutant` has them. */
export const HARN_SWITCHES = Object.keys(DEFECTS);

/** The parts with these defects. */
export const withDefects = (parts: HarnParts, switches: Iterable<string>): HarnParts =>
  changed(parts, DEFECTS, switches);
