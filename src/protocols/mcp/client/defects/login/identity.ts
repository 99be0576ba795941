import type { JsonObject } from '../../../../../json/json.js';
import type { ClientRegistration, TokenStore, Tokens } from '../../../../../oauth/client/store.js';
import { type Defects, login, type OtherParts, sharing } from './change.js';

/** Registers with other words. */
const registering = (other: (body: JsonObject) => JsonObject): ReturnType<typeof login> =>
  login(({ registration }) => ({ registration: (...given) => other(registration(...given)) }));

const without =
  (name: string) =>
  ({ [name]: _, ...others }: JsonObject): JsonObject =>
    others;

const registrationAlone = ({ registration, scopes }: Tokens): Tokens => ({ registration, scopes });

/** The key of what belongs to no issuer. */
const NO_ISSUER = 'any';

/** Finds what another issuer gave, in the same folder. */
const withOlder =
  (older: (tokens: Tokens) => Tokens): OtherParts =>
  () => ({
    store: (inner): TokenStore => ({
      ...inner,
      get: async (key) => {
        const own = await inner.get(key);
        const other = own ?? (await inner.get({ ...key, issuer: NO_ISSUER }));
        return own ?? (other && older(other));
      },
      set: async (key, tokens) => {
        await inner.set(key, tokens);
        await inner.set({ ...key, issuer: NO_ISSUER }, tokens);
      },
    }),
  });

/** What the first login of a client came to, for the others. */
class First {
  readonly tokens: Promise<Tokens>;
  keep: (tokens: Tokens) => void = () => undefined;
  #isTaken = false;

  constructor() {
    this.tokens = new Promise((resolve) => {
      this.keep = resolve;
    });
  }

  /** Whether it is the first login that asks. */
  take(): boolean {
    const isFirst = !this.#isTaken;
    this.#isTaken = true;
    return isFirst;
  }
}

/** Each other login begins with what the first one has. */
const withFirst =
  (share: (tokens: Tokens) => Tokens) =>
  (first: First): OtherParts =>
  () => ({
    store: (inner): TokenStore => {
      let isFirst: boolean | undefined;
      return {
        ...inner,
        get: async (key) => {
          isFirst ??= first.take();
          return (await inner.get(key)) ?? (isFirst ? undefined : share(await first.tokens));
        },
        set: async (key, tokens) => {
          if (isFirst) first.keep(tokens);
          await inner.set(key, tokens);
        },
      };
    },
  });

const MADE_UP: ClientRegistration = { id: 'reference-client', method: 'none' };

/** What is wrong with who a client says that it is, and with what it remembers. */
export const IDENTITY_DEFECTS = {
  'ignores-client-id': login(() => ({ identity: ({ configured: _, ...others }) => others })),
  'ignores-document': login(() => ({ identity: ({ document: _, ...others }) => others })),
  'document-anyway': login(({ known }) => ({
    known: (server, ...others) => known({ ...server, takesDocuments: true }, ...others),
  })),
  'document-over-http': login(() => ({
    identity: (given) => ({ ...given, document: given.document?.replace('https:', 'http:') }),
  })),
  'document-with-fragment': login(() => ({
    identity: (given) => ({ ...given, document: given.document && `${given.document}#client` }),
  })),
  'registers-other-redirect': registering((body) => ({ ...body, redirect_uris: ['http://127.0.0.1/other'] })),
  'redirect-elsewhere': login(() => ({ redirect: () => 'http://client.example/callback' })),
  'untyped-registration': registering(without('application_type')),
  'web-on-loopback': registering((body) => ({ ...body, application_type: 'web' })),
  'no-refresh-grant': registering((body) => ({ ...body, grant_types: ['authorization_code'] })),
  'ignores-registered-secret': login(({ registered }) => ({
    registered: (...given) => ({ ...registered(...given), method: 'none' }),
  })),
  'registers-on-and-on': login(() => ({ mostRegistrations: 10 })),
  'opens-unregistered': login(({ registered }) => ({
    registered: (...given) => {
      try {
        return registered(...given);
      } catch {
        return MADE_UP;
      }
    },
  })),
  'registers-at-server': login(() => ({
    registrationPlace: ({ registration_endpoint: place }, { resource }) => place ?? new URL('/register', resource).href,
  })),
  'keeps-registration': login(withOlder(registrationAlone)),
  'keeps-tokens': login(withOlder((tokens) => tokens)),
  'shares-registration': sharing(() => new First(), withFirst(registrationAlone)),
  'shares-tokens': sharing(
    () => new First(),
    withFirst((tokens) => tokens),
  ),
  'always-basic': login(({ authentication }) => ({
    authentication: (registration, server) =>
      authentication({ secret: 'none', ...registration, method: 'client_secret_basic' }, server),
  })),
  'secret-in-body': login(({ authentication }) => ({
    authentication: (registration, server) => authentication({ ...registration, method: 'client_secret_post' }, server),
  })),
  'basic-unencoded': login(({ authentication }) => ({
    authentication: (registration, server) => {
      const { id, secret = '', method } = registration;
      if (method !== 'client_secret_basic') return authentication(registration, server);
      return { headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }, form: {} };
    },
  })),
} as const satisfies Defects;
