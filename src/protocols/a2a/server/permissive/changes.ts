import { liveBorder } from '../../../../conversation/live/border.js';
import { type Change, changed } from '../../../../conversation/parts.js';
import { asObject, type JsonObject } from '../../../../json/json.js';
import { resultToProto } from '../../bindings/to-proto-json.js';
import { V1_CHANGES } from '../../v1/permissive/changes.js';
import { AGENT } from '../agent/skills.js';
import type { Offer } from '../card.js';
import type { ServerParts } from '../parts.js';
import { withGoogleErrors } from './google-errors.js';
import { permissiveBorder } from './rewrites.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

const offer =
  (change: Partial<Offer>): Change<ServerParts> =>
  (parts) => ({ ...parts, offer: { ...parts.offer, ...change } });

const server =
  (change: Partial<ServerParts['server']>): Change<ServerParts> =>
  (parts) => ({ ...parts, server: { ...parts.server, ...change } });

const endpoint =
  (change: Partial<ServerParts['endpoint']>): Change<ServerParts> =>
  (parts) => ({ ...parts, endpoint: { ...parts.endpoint, ...change } });

const posted =
  (form: ServerParts['posted']): Change<ServerParts> =>
  (parts) => ({ ...parts, posted: form });

/** The options that are more than rewritten messages (`rewrites.ts`). */
const CHANGES: { readonly [name in PermissiveOption]?: Change<ServerParts> } = {
  'no-wait': server({ waits: false }),
  'wants-id': endpoint({ wantsId: true }),
  'slow-cancel': server({ cancelsAfter: 300 }),
  'one-context': server({ newContext: () => 'context-of-everybody' }),
  'messages-alone': (parts) =>
    server({ agent: { ...(parts.server.agent ?? AGENT), choose: () => ({ name: 'quick', text: 'hello' }) } })(parts),
  'bare-404': endpoint({ bareNowhere: true }),
  'google-errors': endpoint({ restWritten: withGoogleErrors }),
  'minimal-posts': posted((task) => ({ taskId: task.id, state: task.status.state })),
  'proto-posts': posted((task) => resultToProto({ task: asObject(task) }) as JsonObject),
  'no-streams': offer({ streaming: false }),
  'no-webhooks': offer({ push: false }),
  'one-card': offer({ extendedCard: false }),
  secured: offer({ secured: true }),
  ...V1_CHANGES,
};

/** The parts of a server that takes these options. */
export function permitting(parts: ServerParts, options: PermissiveOptions): ServerParts {
  const made = changed(parts, CHANGES as Readonly<Record<string, Change<ServerParts>>>, options);
  return { ...made, border: liveBorder(made.border, options, (border) => permissiveBorder(border, options)) };
}
