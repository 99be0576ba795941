import { parseJson, stringifyJson } from '../../json/json.js';
import { tokensOf } from './file-store.js';
import { nameOfKey, type TokenKey, type TokenStore, type Tokens } from './store.js';

/** What is used of the package. */
export interface KeyringModule {
  AsyncEntry: new (
    service: string,
    account: string,
  ) => {
    getPassword(): Promise<string | null | undefined>;
    setPassword(text: string): Promise<unknown>;
    deletePassword(): Promise<unknown>;
  };
}

const PACKAGE = '@napi-rs/keyring';

/**
 * Tokens in the keychain of the system, one entry each. The package is loaded at the first use. Rejects with an Error that says how it is
 * installed if it is missing, and if an entry is not what was kept there.
 *
 * @param service what the entries are under
 */
export function keychainStore(
  service: string,
  load: (name: string) => Promise<KeyringModule> = (name) => import(name),
): TokenStore {
  let loaded: Promise<KeyringModule> | undefined;
  const entry = async (key: TokenKey) => {
    loaded ??= load(PACKAGE).catch(missing);
    return new (await loaded).AsyncEntry(service, nameOfKey(key));
  };
  return {
    get: async (key) => {
      const text = await (await entry(key)).getPassword();
      return typeof text === 'string' ? readTokens(text, service) : undefined;
    },
    set: async (key, tokens) => void (await (await entry(key)).setPassword(stringifyJson({ ...tokens } as never))),
    delete: async (key) => void (await (await entry(key)).deletePassword()),
  };
}

function missing(error: unknown): never {
  if (!/MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  throw new Error(`the keychain is reached by the package ${PACKAGE}: npm install ${PACKAGE}`);
}

function readTokens(text: string, service: string): Tokens {
  let tokens: Tokens | undefined;
  try {
    tokens = tokensOf(parseJson(text));
  } catch {
    // It is no JSON.
  }
  if (!tokens)
    throw new Error(`an entry of ${service} in the keychain does not hold tokens: remove it and sign in again`);
  return tokens;
}
