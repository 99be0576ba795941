// A client of MCP that signs in, calls a tool twice, and says all secrets that it sees wherever it can: on stderr, in its outcome, in its
// calls. It also writes them into the file SECRETS, so that a test knows them. Arguments: --url URL --tool NAME.
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';

const option = { type: 'string' };
const { url, tool } = parseArgs({ options: { url: option, tool: option } }).values;
const SECRET = ['access_token', 'refresh_token', 'code', 'code_verifier', 'client_secret', 'registration_access_token'];
const secrets = new Set();

function learn(members) {
  const found = SECRET.map((name) => members?.[name]).filter(
    (value) => typeof value === 'string' && /^[\w.~+/=-]{4,}$/.test(value),
  );
  for (const secret of found.filter((one) => !secrets.has(one))) {
    secrets.add(secret);
    appendFileSync(process.env.SECRETS, `${secret}\n`);
    process.stderr.write(`${secret} ${encodeURIComponent(secret)} ${JSON.stringify({ it: secret })}\n`);
  }
}

async function watched(address, init) {
  if (init?.body instanceof URLSearchParams) learn(Object.fromEntries(init.body));
  const response = await fetch(address, init);
  if (/json/.test(response.headers.get('content-type') ?? '') && !String(address).startsWith(url))
    learn(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
  return response;
}

const redirectUrl = 'http://127.0.0.1/callback';
const kept = {};
let page;
const authProvider = {
  redirectUrl,
  clientMetadata: { redirect_uris: [redirectUrl], token_endpoint_auth_method: 'client_secret_post' },
  state: () => 'state-of-the-telling-client',
  clientInformation: () => kept.client,
  saveClientInformation: (client) => {
    kept.client = client;
  },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => {
    kept.tokens = tokens;
  },
  saveCodeVerifier: (verifier) => {
    kept.verifier = verifier;
  },
  codeVerifier: () => kept.verifier,
  redirectToAuthorization: (to) => {
    page = to;
  },
};

let transport;
const client = new Client({ name: 'telling', version: '1' });
async function withLogin(act) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    const shown = await fetch(page, { redirect: 'manual' });
    const back = new URL(shown.headers.get('location'));
    learn(Object.fromEntries(back.searchParams));
    await transport.finishAuth(back.searchParams);
    return act();
  }
}

const told = () => [...secrets].join(' ');
try {
  await withLogin(async () => {
    transport = new StreamableHTTPClientTransport(new URL(url), { authProvider, fetch: watched });
    await client.connect(transport);
  });
  const call = () => client.callTool({ name: tool, arguments: { message: told() } });
  await withLogin(call);
  const { content } = await withLogin(call);
  console.log(JSON.stringify({ ok: true, result: { content, told: told() } }));
} catch (error) {
  console.log(JSON.stringify({ ok: false, error: `${error.message} ${told()}` }));
}
await client.close();
process.exit(0);
