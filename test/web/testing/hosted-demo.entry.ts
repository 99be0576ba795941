import { serveControl } from '../../../src/control/server.js';
import { mockLimits } from '../../../src/wire/limits.js';
import { HostedSession } from './hosted-session.js';

/** A hosted run for pictures, in the middle of a step: at this port, without its page. */
export async function serveDemo(files: Parameters<typeof serveControl>[1]['onExchange']) {
  const session = new HostedSession();
  session.begin();
  session.talk();
  session.step();
  return serveControl(session, { port: 0, token: 'secret', limits: mockLimits, ...(files && { onExchange: files }) });
}
