import {
  Client,
  type ClientOptions,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

type Saved = Parameters<OAuthClientProvider['saveTokens']>[0];
type Registered = Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0];

/** What a client of the MCP SDK keeps of its logins. Its browser follows the page at once. */
export class SdkLogin implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1/callback';
  readonly clientMetadata = {
    client_name: 'SDK client',
    redirect_uris: [this.redirectUrl],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  };
  /** Codes, verifiers and tokens, all that ever came. */
  readonly secrets: string[] = [];
  /** The pages that were opened. */
  readonly pages: URL[] = [];
  #tokens: Saved | undefined;
  #client: Registered | undefined;
  #verifier = '';

  state = () => 'state-of-the-sdk-client';
  clientInformation = () => this.#client;
  saveClientInformation = (client: Registered) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: Saved) => {
    this.#tokens = tokens;
    this.secrets.push(tokens.access_token, ...(tokens.refresh_token === undefined ? [] : [tokens.refresh_token]));
  };
  redirectToAuthorization = (page: URL) => {
    this.pages.push(page);
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
    this.secrets.push(verifier);
  };
  codeVerifier = () => this.#verifier;

  /** What the last page answers. */
  async answer(): Promise<URLSearchParams> {
    const { headers } = await fetch(this.pages.at(-1)!, { redirect: 'manual' });
    const { searchParams } = new URL(headers.get('location')!);
    this.secrets.push(searchParams.get('code')!);
    return searchParams;
  }
}

/** A client of the MCP SDK at a protected server. What needs a login is done again after it. */
export async function sdkClient(url: string, login: SdkLogin, options: ClientOptions = {}) {
  let transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: login });
  const client = new Client({ name: 'sdk', version: '1' }, options);
  const withLogin = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      await transport.finishAuth(await login.answer());
      return act();
    }
  };
  await withLogin(async () => {
    transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: login });
    await client.connect(transport);
  });
  return { client, withLogin };
}
