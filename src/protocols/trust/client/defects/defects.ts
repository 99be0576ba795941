import { type Change, changed } from '../../../../conversation/parts.js';
import type { Json } from '../../../../json/json.js';
import { shapeOf } from '../../../../jsonrpc/messages.js';
import { type MakeRewrite, rewritten } from '../../../../jsonrpc/rewriting.js';
import type { ClientParts } from '../parts.js';

/** Takes each answer for that of the oldest request, whatever its id is. */
const inOrder: MakeRewrite = () => {
  const open: Json[] = [];
  return {
    sends: (message, pass) => {
      if (shapeOf(message) === 'request') open.push(message.id!);
      pass(message);
    },
    hears: (message, pass) => {
      const oldest = shapeOf(message) === 'response' ? open.shift() : undefined;
      pass(oldest === undefined ? message : { ...message, id: oldest });
    },
  };
};

/** Defects of the client that no message shows, by name. */
const DEFECTS = {
  'answers-in-order': (parts) => ({ ...parts, link: (link) => rewritten(parts.link(link), [inOrder]) }),
} as const satisfies Record<string, Change<ClientParts>>;

/** The names by which `--mutant` has them. */
export const SWITCHES = Object.keys(DEFECTS);

/** The parts with these defects. */
export const withDefects = (parts: ClientParts, switches: Iterable<string>): ClientParts =>
  changed(parts, DEFECTS, switches);
