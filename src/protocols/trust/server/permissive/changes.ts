import type { ServerParts } from '../parts.js';
import { permissiveLink } from './rewrites.js';
import type { PermissiveOptions } from './variants.js';

/** The parts of a server that takes these options. */
export const permitting = (parts: ServerParts, options: PermissiveOptions): ServerParts => ({
  ...parts,
  link: (link) => permissiveLink(parts.link(link), options),
  runsOnLoad: parts.runsOnLoad && !options.has('idle-load'),
});
