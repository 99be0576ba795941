/** Keeps the last so many bytes of a stream, in constant memory. */
export class Tail {
  #chunks: Uint8Array[] = [];
  #size = 0;
  /** All bytes that ever came. */
  total = 0;

  constructor(private readonly limit: number) {}

  push(chunk: Uint8Array): void {
    this.total += chunk.length;
    // A copy, cut to what can stay: a view would keep a whole chunk of the stream alive.
    const kept = new Uint8Array(chunk.subarray(Math.max(0, chunk.length - this.limit)));
    this.#chunks.push(kept);
    this.#size += kept.length;
    if (this.#size > this.limit * 2 || this.#chunks.length > 256) this.#chunks = [this.#joined()];
    this.#size = this.#chunks.reduce((sum, { length }) => sum + length, 0);
  }

  /** The last bytes as text; a character that the cut halves becomes U+FFFD. */
  text(): string {
    return this.#joined().toString();
  }

  #joined(): Buffer {
    const all = Buffer.concat(this.#chunks);
    return all.subarray(Math.max(0, all.length - this.limit));
  }
}
