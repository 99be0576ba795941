// A host on the OAuth client of the official SDK for TypeScript, of version 1 or 2. It signs in, calls a tool, and says what came of it as
// one line of JSON. It does what the SDK leaves to hosts: it makes and compares the state, hands the whole answer on, keeps what belongs to
// an issuer with its name, and signs in at most three times for one request.
//   sdk-client.mjs 1|2 --url URL --call TOOL --arguments JSON [FLAG...]
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    other: { type: 'string' },
    call: { type: 'string' },
    arguments: { type: 'string' },
    times: { type: 'string', default: '1' },
    version: { type: 'string', default: '2025-11-25' },
    document: { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string', default: '' },
    store: { type: 'string' },
    program: { type: 'string' },
  },
});
const isSecond = positionals[0] === '2';
const { Client, StreamableHTTPClientTransport, UnauthorizedError } = isSecond
  ? await import('@modelcontextprotocol/client')
  : {
      ...(await import('@modelcontextprotocol/sdk/client/index.js')),
      ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
      ...(await import('@modelcontextprotocol/sdk/client/auth.js')),
    };

/** ms for the user to come back. */
const PATIENCE = 30_000;
const LOGINS = 3;

/** The page that the user comes back to. */
class Callback {
  #server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, this.url);
    response.end('You may close this page.');
    if (pathname === '/callback' && searchParams.get('state') === this.state) this.#arrived(searchParams);
  });

  async open() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${this.#server.address().port}/callback`;
    return this;
  }

  /** A new state; from here on its answer is waited for. */
  expect() {
    this.state = randomUUID();
    this.answer = new Promise((resolve, reject) => {
      this.#arrived = resolve;
      setTimeout(() => reject(new Error('the user did not come back')), PATIENCE).unref();
    });
    this.answer.catch(() => undefined);
    return this.state;
  }

  #arrived = () => undefined;

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function openPage(page) {
  // The SDK refuses some schemes, and leaves the rest to hosts.
  if (!/^https?:$/.test(page.protocol)) throw new Error(`a page of the scheme ${page.protocol} is not opened`);
  if (flags.program === undefined) {
    // This host is its own browser.
    void fetch(page).catch(() => undefined);
    return;
  }
  const [file, ...args] = JSON.parse(flags.program);
  spawn(file, [...args, String(page)], { stdio: 'ignore' });
}

/** What the host remembers of one server. With version 2 of the SDK by issuers; version 1 does not say which it is. */
class Login {
  #kept = { byIssuer: {} };
  #verifier;
  #discovery;
  wasOpened = false;

  constructor(callback, file) {
    this.callback = callback;
    this.file = file;
    if (file !== undefined && existsSync(file)) this.#kept = JSON.parse(readFileSync(file, 'utf8'));
    this.clientMetadataUrl = flags.document;
  }

  get redirectUrl() {
    return this.callback.url;
  }

  get clientMetadata() {
    return {
      client_name: 'host-on-the-sdk',
      redirect_uris: [this.callback.url],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  #of(context) {
    const issuer = context?.issuer ?? this.#kept.last ?? 'any';
    this.#kept.byIssuer[issuer] ??= {};
    return this.#kept.byIssuer[issuer];
  }

  #save(context, what) {
    Object.assign(this.#of(context), what);
    if (context?.issuer !== undefined) this.#kept.last = context.issuer;
    if (this.file !== undefined) writeFileSync(this.file, JSON.stringify(this.#kept));
  }

  state() {
    return this.callback.expect();
  }

  clientInformation(context) {
    const id = flags['client-id'];
    if (id === undefined) return this.#of(context).client;
    const secret = flags['client-secret'];
    return { client_id: id, ...(secret !== '' && { client_secret: secret }) };
  }

  saveClientInformation(client, context) {
    this.#save(context, { client });
  }

  tokens(context) {
    return this.#of(context).tokens;
  }

  saveTokens(tokens, context) {
    this.#save(context, { tokens });
  }

  saveCodeVerifier(verifier) {
    this.#verifier = verifier;
  }

  codeVerifier() {
    return this.#verifier;
  }

  saveDiscoveryState(discovery) {
    this.#discovery = discovery;
  }

  discoveryState() {
    return this.#discovery;
  }

  invalidateCredentials(what) {
    if (what === 'all' || what === 'client') this.#save(undefined, { client: undefined });
    if (what === 'all' || what === 'tokens') this.#save(undefined, { tokens: undefined });
    if (what === 'all' || what === 'discovery') this.#discovery = undefined;
  }

  async redirectToAuthorization(page) {
    this.wasOpened = true;
    await openPage(page);
  }

  /** Redeems what the user brings back. */
  async finish(transport) {
    const answer = await this.callback.answer;
    this.wasOpened = false;
    if (isSecond) return transport.finishAuth(answer);
    const code = answer.get('code');
    if (code === null) throw new Error(`the login was refused: ${answer.get('error')}`);
    return transport.finishAuth(code);
  }
}

async function visit(url, file) {
  const callback = await new Callback().open();
  const login = new Login(callback, file);
  let transport;
  const signedIn = async (act) => {
    for (let count = 0; ; count++) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof UnauthorizedError) || !login.wasOpened || count === LOGINS) throw error;
        await login.finish(transport);
        // Metadata may have changed by the time of the next login.
        login.invalidateCredentials('discovery');
      }
    }
  };
  try {
    const client = await signedIn(async () => {
      transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: login });
      const pinned = isSecond &&
        flags.version === '2026-07-28' && { versionNegotiation: { mode: { pin: flags.version } } };
      const made = new Client({ name: 'host-on-the-sdk', version: '1.0.0' }, { ...pinned });
      await made.connect(transport);
      return made;
    });
    const call = () => client.callTool({ name: flags.call, arguments: JSON.parse(flags.arguments) });
    await Promise.all(Array.from({ length: Number(flags.times) }, () => signedIn(call)));
    await client.close();
  } finally {
    callback.close();
  }
}

try {
  for (const url of [flags.url, ...(flags.other === undefined ? [] : [flags.other])]) await visit(url, flags.store);
  console.log(JSON.stringify({ ok: true }));
  process.exit(0);
} catch (error) {
  console.log(JSON.stringify({ ok: false, error: String(error) }));
  process.exit(1);
}
