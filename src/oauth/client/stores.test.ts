import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fileStore } from './file-store.js';
import { type KeyringModule, keychainStore } from './keychain.js';
import type { TokenStore, Tokens } from './store.js';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'tokens-'));
  folders.push(made);
  return join(made, 'kept');
};
afterEach(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true });
});

const key = { issuer: 'https://a.example', resource: 'https://m.example/mcp', client: 'c' };
const tokens: Tokens = { accessToken: 't-größe', scopes: ['a'], registration: { id: 'i', method: 'none' } };

/** What every store does: `open` opens what was there before. */
async function keeps(open: () => TokenStore): Promise<void> {
  expect(await open().get(key)).toBeUndefined();
  await open().set(key, tokens);
  expect(await open().get(key)).toEqual(tokens);
  for (const other of [{ issuer: 'b' }, { resource: 'b' }, { client: 'b' }])
    expect(await open().get({ ...key, ...other })).toBeUndefined();
  await open().set(key, { ...tokens, refreshToken: 'r' });
  expect(await open().get(key)).toHaveProperty('refreshToken', 'r');
  await open().delete(key);
  expect(await open().get(key)).toBeUndefined();
}

describe('tokens in a folder', () => {
  it('are there for the next process', async () => {
    const at = folder();
    await keeps(() => fileStore(at));
  });

  it('can be read by their owner alone, and leave nothing else behind', async () => {
    const at = folder();
    await fileStore(at).set(key, tokens);
    writeFileSync(join(at, 'tokens.json'), '{}', { mode: 0o644 });
    await fileStore(at).set(key, tokens);
    expect([statSync(at).mode & 0o777, statSync(join(at, 'tokens.json')).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readdirSync(at)).toEqual(['tokens.json']);
  });

  it('that several write at once are all there', async () => {
    const at = folder();
    const clients = ['a', 'b', 'c', 'd'];
    await Promise.all(clients.map((client) => fileStore(at).set({ ...key, client }, tokens)));
    for (const client of clients) expect(await fileStore(at).get({ ...key, client })).toEqual(tokens);
  });

  it.each(['no json', '[]', '{"a":1}', '{"a":{"scopes":[],"registration":{}}}'])(
    'that are %j are refused',
    async (text) => {
      const at = folder();
      await fileStore(at).set(key, tokens);
      writeFileSync(join(at, 'tokens.json'), text);
      await expect(fileStore(at).get(key)).rejects.toThrow(
        'tokens.json does not hold tokens: remove it and sign in again',
      );
    },
  );
});

describe('tokens in the keychain', () => {
  const keyring = (entries: Map<string, string>): KeyringModule => ({
    AsyncEntry: class {
      readonly #name: string;
      constructor(service: string, account: string) {
        this.#name = `${service} ${account}`;
      }
      getPassword = async () => entries.get(this.#name) ?? null;
      setPassword = async (text: string) => void entries.set(this.#name, text);
      deletePassword = async () => entries.delete(this.#name);
    },
  });

  it('are there for the next process', async () => {
    const entries = new Map<string, string>();
    const loaded: string[] = [];
    const open = () =>
      keychainStore('proctor', async (name) => {
        loaded.push(name);
        return keyring(entries);
      });
    open();
    expect(loaded).toEqual([]);
    await keeps(open);
    expect(new Set(loaded)).toEqual(new Set(['@napi-rs/keyring']));
  });

  it('are refused if they are something else', async () => {
    for (const text of ['no json', '{}'] as const) {
      const store = keychainStore('proctor', async () => keyring(new Map([[`proctor ${nameOf()}`, text]])));
      await expect(store.get(key)).rejects.toThrow('an entry of proctor in the keychain does not hold tokens');
    }
  });

  it('need a package, and say which', async () => {
    const lacking = () => Promise.reject(Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(keychainStore('proctor', lacking).get(key)).rejects.toThrow('npm install @napi-rs/keyring');
    const broken = () => Promise.reject(new Error('the library is damaged'));
    await expect(keychainStore('proctor', broken).get(key)).rejects.toThrow('the library is damaged');
  });
});

const nameOf = () => JSON.stringify([key.issuer, key.resource, key.client]);
