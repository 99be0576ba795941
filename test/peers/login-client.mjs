// A client of the official SDK for TypeScript that signs in: fetches the page that a browser would open, and calls a tool.
//   node login-client.mjs 1|2 URL TOOL ARGUMENTS
const [sdk, url, tool, given] = process.argv.slice(2);
const { Client, StreamableHTTPClientTransport } =
  sdk === '2'
    ? await import('@modelcontextprotocol/client')
    : {
        ...(await import('@modelcontextprotocol/sdk/client/index.js')),
        ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
      };

const REDIRECT = 'http://127.0.0.1:3999/callback?kept=1';
/** What the provider remembers, and what the browser brought back. */
const kept = {};
const authProvider = {
  redirectUrl: REDIRECT,
  clientMetadataUrl: 'https://client.example/oauth/client.json',
  clientMetadata: {
    client_name: 'test-client',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  },
  state: () => 'a+b/c= &',
  clientInformation: () => kept.client,
  saveClientInformation: (client) => void Object.assign(kept, { client }),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void Object.assign(kept, { tokens }),
  saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
  codeVerifier: () => kept.verifier,
  redirectToAuthorization: async (page) => {
    const answer = await fetch(page, { redirect: 'manual' });
    kept.back = new URL(answer.headers.get('location') ?? 'none:');
  },
};

const transportTo = () => new StreamableHTTPClientTransport(new URL(url), { authProvider });
const clientTo = async (transport) => {
  const client = new Client({ name: 'test-client', version: '1' });
  await client.connect(transport);
  return client;
};

async function signedIn() {
  const first = transportTo();
  try {
    return await clientTo(first);
  } catch (error) {
    const back = kept.back?.searchParams;
    if (!back) throw error;
    if (back.get('state') !== 'a+b/c= &' || back.get('kept') !== '1') throw new Error(`sent back to ${kept.back}`);
    // Version 2 compares the issuer that the answer names; version 1 takes nothing but the code.
    await first.finishAuth(sdk === '2' ? back : back.get('code'));
    return clientTo(transportTo());
  }
}

try {
  const client = await signedIn();
  await client.callTool({ name: tool, arguments: JSON.parse(given) });
  await client.close();
  console.log(JSON.stringify({ ok: true }));
} catch (error) {
  console.log(JSON.stringify({ ok: false, error: String(error) }));
}
