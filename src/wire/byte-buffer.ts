/** Bytes that were read and not kept for longer than a message needs them: a buffer beyond this is let go of with them. */
const KEPT = 1024 * 1024;

/**
 * Collects bytes that come in pieces of any size. Time is linear in the bytes, and memory at most twice of them: a list of the
 * pieces would cost a hundred times as much where each is one byte.
 */
export class ByteBuffer {
  #bytes: Buffer = Buffer.alloc(0);
  #length = 0;

  /** @param most it never grows beyond so many bytes in advance; what is appended is the caller's to limit */
  constructor(private readonly most: number) {}

  get length(): number {
    return this.#length;
  }

  /** Appends a copy: the caller may reuse its bytes. */
  append(bytes: Uint8Array): void {
    const size = this.#length + bytes.length;
    if (size > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(size, Math.min(this.#bytes.length * 2, this.most), 1024));
      this.#bytes.copy(grown, 0, 0, this.#length);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = size;
  }

  /** What has been collected, as a view that is good until the next call of `append`. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Begins anew. Views are good until the next call of `append`. */
  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > KEPT) this.#bytes = Buffer.alloc(0);
  }
}
