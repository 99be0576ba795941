/** Whose tokens they are: those of one authorization server for one resource, under one identity of the client. */
export interface TokenKey {
  issuer: string;
  resource: string;
  /** The identity: the id that is configured, the URL of a document, or the name that the client registers under. */
  client: string;
}

/** How the authorization server knows the client. */
export interface ClientRegistration {
  id: string;
  secret?: string;
  method: 'none' | 'client_secret_basic' | 'client_secret_post';
  /** The redirect URI that it registered; unset if it did not register. */
  redirect?: string;
}

/** What a login is remembered by. */
export interface Tokens {
  /** Unset if only the registration is kept. */
  accessToken?: string;
  refreshToken?: string;
  /** ms since the epoch; unset if the server did not say. */
  expiresAt?: number;
  /** What was asked for. */
  scopes: readonly string[];
  registration: ClientRegistration;
}

/** Where tokens are kept. */
export interface TokenStore {
  get(key: TokenKey): Promise<Tokens | undefined>;
  set(key: TokenKey, tokens: Tokens): Promise<void>;
  delete(key: TokenKey): Promise<void>;
}

/** Tokens that end with this process. */
export function memoryStore(): TokenStore {
  const kept = new Map<string, Tokens>();
  return {
    get: async (key) => kept.get(nameOfKey(key)),
    set: async (key, tokens) => void kept.set(nameOfKey(key), tokens),
    delete: async (key) => void kept.delete(nameOfKey(key)),
  };
}

/** A key as one text. */
export const nameOfKey = ({ issuer, resource, client }: TokenKey): string => JSON.stringify([issuer, resource, client]);
