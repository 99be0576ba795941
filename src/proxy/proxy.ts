import { proxyHttp } from './http.js';
import { proxyStdio } from './stdio.js';
import type { ProxyOptions, RunningProxy } from './types.js';

export type { ProxyOptions, ProxySide, RunningProxy, Tap } from './types.js';

/**
 * Passes bytes between a client and a server, unchanged but for the border. Rejects with StartError for a command that can't be started and
 * PortError for a port that can't be had; throws TypeError for a server that can't be served so.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { to, serve } = options;
  if ('command' in to) {
    if (serve !== 'stdio') throw new TypeError('a command is served over stdio');
    return proxyStdio({ ...options, command: to.command });
  }
  if (serve === 'stdio') throw new TypeError('an address is served on a port');
  return proxyHttp({ ...options, url: new URL(to.url), port: serve.port });
}
