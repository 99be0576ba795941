import type { Link } from '../../../jsonrpc/link.js';
import type { HostScript } from './script.js';

/** What a host is made of. */
export interface HostParts {
  script: HostScript;
  /** A link as the host speaks over it. */
  link(link: Link): Link;
}
