// A client of the official SDK for TypeScript, version 2, as people have it: it waits for its user at a port of its own.
//   node page-client.mjs printed|hasty|PROGRAM URL TOOL ARGUMENTS
// `program` is that of BROWSER. `hasty` starts it too, whatever the page, and is gone at once if nobody can come back from there.
import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [how, url, tool, given] = process.argv.slice(2);

const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const redirectUrl = `http://127.0.0.1:${server.address().port}/callback`;
const visited = new Promise((resolve) => {
  server.on('request', (request, response) => {
    response.end('You may close this page.');
    resolve(new URL(request.url, redirectUrl));
  });
});

const kept = {};
const state = 'q8cMmqnh3KpoVbWn';
const authProvider = {
  redirectUrl,
  clientMetadata: {
    client_name: 'page-client',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  },
  state: () => state,
  clientInformation: () => kept.client,
  saveClientInformation: (client) => void Object.assign(kept, { client }),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void Object.assign(kept, { tokens }),
  saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
  codeVerifier: () => kept.verifier,
  redirectToAuthorization: (page) => {
    if (how === 'printed') console.error(`Please open ${page.href} and sign in.`);
    else if (how === 'hasty') openAndLeave(page);
    else execFile(how === 'program' ? process.env.BROWSER : how, [page.href]);
  },
};

function openAndLeave(page) {
  const [program, ...given] = process.env.BROWSER.split(' ');
  spawn(program, [...given, page.href], { detached: true, stdio: 'ignore' }).unref();
  if (/^https?:$/.test(page.protocol)) return;
  console.log(JSON.stringify({ ok: false, error: 'nobody can come back from this page' }));
  process.exit();
}

const connected = async (transport) => {
  const client = new Client({ name: 'page-client', version: '1' });
  await client.connect(transport);
  return client;
};

async function signedIn() {
  const first = new StreamableHTTPClientTransport(new URL(url), { authProvider });
  try {
    return await connected(first);
  } catch (error) {
    if (!kept.verifier) throw error;
    const { searchParams } = await visited;
    if (searchParams.get('state') !== state) throw new Error('another state came back');
    await first.finishAuth(searchParams);
    return connected(new StreamableHTTPClientTransport(new URL(url), { authProvider }));
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
server.close();
server.closeAllConnections();
