import { join } from 'node:path';
import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { PeerContext } from '../../../conversation/role-entry.js';
import { makeFolder } from '../../../files/folder.js';
import type { JsonObject } from '../../../json/json.js';
import type { Link } from '../../../jsonrpc/link.js';
import { loadValidators } from '../../../schemas/index.js';
import { BufferedListeners } from '../../../wire/buffered-listeners.js';
import { realClock } from '../../../wire/clock/clock.js';
import { VERSION } from '../version.js';
import { TrustServer } from './server.js';
import { Workspace } from './workspace.js';

/** What `peer:` of a case may say about the server that the kit plays. */
interface Config {
  /** The workspace, relative to the folder of the case. Default: that folder. */
  workspace?: string;
}

/** ms that a runtime may take to answer at its control endpoint. */
const CONTROL_TIMEOUT = 2_000;

/** The server that the kit plays for an agent: the reference, in the folder of the case. `peer.workspace` is its workspace root. */
export function referenceServer(
  config: JsonObject,
  version: JsonObject,
  context: Pick<PeerContext, 'dir'>,
): PeerReference {
  const { workspace: folder = '.' } = config as Config;
  let workspace: Workspace | undefined;
  const open = () => {
    if (workspace === undefined) {
      const root = join(context.dir, folder);
      makeFolder(root);
      workspace = new Workspace(root);
    }
    return workspace;
  };
  return {
    values: {
      get workspace() {
        return open().root;
      },
    },
    requests: {},
    notifications: {},
    prepared: loadValidators('trust', VERSION),
    serve: (link) => serveWhenAsked(link, String(version.name), open),
  };
}

/** Serves a link from its first message on: the folder of a case is there no sooner. */
function serveWhenAsked(link: Link, version: string, workspace: () => Workspace): void {
  const listeners = new BufferedListeners();
  let isServed = false;
  link.listen((carried) => {
    if (!isServed) {
      isServed = true;
      const control = { clock: realClock, real: realClock, timeout: CONTROL_TIMEOUT, token: undefined };
      new TrustServer(fedBy(listeners, link), { version, workspace: workspace(), control });
    }
    listeners.emit(carried);
  });
}

const fedBy = (listeners: BufferedListeners, link: Link): Link => ({
  closed: link.closed,
  send: (message, about) => link.send(message, about),
  close: () => link.close(),
  listen: (listener) => listeners.listen(listener),
});
