/** What `src/json` takes of Node's module `crypto`, from the browser. `randomUUID` of a browser is there on loopback and HTTPS alone. */
export const crypto = (): { randomUUID(): string } => ({
  randomUUID: () => [...randomBytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
});

/** So many random bytes of the system. */
export const randomBytes = (size: number): Uint8Array => globalThis.crypto.getRandomValues(new Uint8Array(size));
