import { Secrets } from '../../src/json/secrets/redact.js';
import { startAuthorizationServer } from '../../src/oauth/authorization-server/server.js';
import { browserOf } from '../../src/oauth/client/browser.js';
import { OAuthClient } from '../../src/oauth/client/client.js';
import { memoryStore } from '../../src/oauth/client/store.js';
import { OAuthWeb } from '../../src/oauth/web.js';
import { openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { listenHttp } from '../../src/wire/http/server.js';
import { defaultLimits } from '../../src/wire/limits.js';

const WARM = 20;
const LOGINS = 60;

/** Whole logins of the reference client at the authorization server of the cases, both in this process: ms of CPU for one. */
export async function measure(): Promise<{ cpu: number; logins: number }> {
  const secrets = new Secrets();
  const common = { border: openBorder, clock: realClock, limits: defaultLimits, secrets };
  const server = await startAuthorizationServer({ ...common, script: {} });
  const site = await listenHttp({
    onExchange: (exchange) =>
      exchange.json(200, { resource: `${site.url}/mcp`, authorization_servers: [server.issuer] }),
  });
  const signIn = async () => {
    const web = new OAuthWeb();
    const client = new OAuthClient({
      resource: `${site.url}/mcp`,
      web,
      browser: browserOf(web),
      redirect: 'http://127.0.0.1/callback',
      identity: { name: 'Bench' },
      store: memoryStore(),
      clock: realClock,
    });
    await client.signIn();
    if (client.credential().authorization === undefined) throw new Error('the login gave no token');
    await client.close();
  };
  for (let count = 0; count < WARM; count += 1) await signIn();
  const begun = process.cpuUsage();
  for (let count = 0; count < LOGINS; count += 1) await signIn();
  const { user, system } = process.cpuUsage(begun);
  await Promise.all([site.close(), server.close()]);
  return { cpu: (user + system) / 1000 / LOGINS, logins: LOGINS };
}
