// A client on the official SDK that does what each scenario of the official suite's core run asks of it, OAuth included:
//   tsx suite-client.entry.ts URL      with the scenario in MCP_CONFORMANCE_SCENARIO, as the suite starts it
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const REDIRECT = 'http://127.0.0.1:9/callback';
/** How often a client asks for more rights before it gives up: one scenario never grants enough. */
const TRIES = 3;

const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const known = JSON.parse(context) as { client_id?: string; client_secret?: string };

/** Signs in without anybody's looking: the authorization server of a scenario redirects at once. */
class SignIn {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: 'bench',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  readonly clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';
  code = '';
  #registered: unknown = known.client_id === undefined ? undefined : known;
  #tokens: unknown;
  #verifier = '';

  clientInformation = () => this.#registered as never;
  tokens = () => this.#tokens as never;
  codeVerifier = () => this.#verifier;

  saveClientInformation(registered: unknown): void {
    this.#registered = registered;
  }

  saveTokens(tokens: unknown): void {
    this.#tokens = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { headers } = await fetch(url, { redirect: 'manual' });
    this.code = new URL(headers.get('location')!).searchParams.get('code')!;
  }
}

async function once(transport: StreamableHTTPClientTransport): Promise<void> {
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { capabilities: { elicitation: { form: { applyDefaults: true } } } },
  );
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' as const, content: {} }));
  await client.connect(transport);
  const { tools } = await client.listTools();
  if (scenario !== 'initialize')
    for (const { name } of tools)
      await client.callTool({ name, arguments: name === 'add_numbers' ? { a: 5, b: 3 } : {} });
  await client.close();
}

const authProvider = new SignIn();
for (let tried = 1; ; tried++) {
  const transport = new StreamableHTTPClientTransport(new URL(process.argv.at(-1)!), { authProvider });
  try {
    await once(transport);
    break;
  } catch (error) {
    if (!(error instanceof UnauthorizedError) || tried === TRIES) throw error;
    await transport.finishAuth(authProvider.code);
  }
}
