import { resolve } from 'node:path';
import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { PeerContext } from '../../../conversation/role-entry.js';
import type { InitializeRequest, NewSessionRequest } from '../../../generated/types/acp-1.21.0.js';
import { asObject, type JsonObject } from '../../../json/json.js';
import { Confinement } from '../../../workspace/confinement.js';
import { Programs } from '../../../workspace/programs.js';
import { revisionIn } from '../revision.js';
import { PROTOCOL_VERSION } from '../version.js';
import { ACCEPTED, type ElicitationRule } from './elicitation.js';
import { capabilitiesOf, EVERYTHING, type Offer } from './offer.js';
import type { PermissionRule } from './permission.js';
import { ServedClient } from './serve.js';

/** What `peer:` of a case may say about the client that the kit plays. */
interface Config {
  /** What it serves, and so what `peer.initialize` advertises. Default: everything. */
  offer?: Partial<Offer>;
  /** How its user decides. Default: everything is allowed. */
  permissions?: PermissionRule[];
  /** What its user answers to elicitations. Default: everything is accepted. */
  elicitations?: ElicitationRule[];
  /** Texts of open editors that are not saved, by their path below the folder of the case. */
  unsaved?: { [path: string]: string };
}

/**
 * The client that the kit plays against an agent. It serves every session in the folder of the case. `peer.initialize` and
 * `peer.session` are the params that open a session.
 */
export function referenceClient(
  config: JsonObject,
  version: JsonObject,
  context: Pick<PeerContext, 'dir' | 'proctor' | 'local'>,
): PeerReference {
  const revision = revisionIn(version);
  const { permissions, elicitations, unsaved = {}, ...rest } = config as unknown as Config;
  const offer = { ...EVERYTHING, ...rest.offer };
  const initialize: InitializeRequest = {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: capabilitiesOf(offer, revision),
    clientInfo: { name: 'proctor', version: context.proctor },
  };
  return {
    values: {
      initialize: asObject(initialize),
      get session() {
        const session: NewSessionRequest = { cwd: context.dir, mcpServers: [] };
        return asObject(session);
      },
    },
    requests: {},
    notifications: {},
    serve: (link) =>
      void new ServedClient(link, {
        revision,
        offer,
        permissions: permissions ?? [{ tool: '*', answer: 'allow' }],
        elicitations: elicitations ?? ACCEPTED,
        unsaved: Object.entries(unsaved).map(([path, text]) => [resolve(context.dir, path), text] as const),
        workspaces: async () =>
          new Confinement({ cwd: context.dir, overStdio: false, scripted: false }).in(context.dir),
        programs: new Programs({
          // Where the target runs is known once it was reached.
          get programs() {
            return context.local || undefined;
          },
          overStdio: false,
          scripted: false,
        }),
      }),
  };
}
