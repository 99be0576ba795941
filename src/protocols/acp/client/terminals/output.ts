import { StringDecoder } from 'node:string_decoder';

/** Bytes that may wait beyond the limit before they are thrown away: what keeps the work in proportion to what comes. */
const SLACK = 64 * 1024;

/**
 * What a command wrote to a terminal: the last `limit` bytes of it, cut at the beginning and between characters (ACP,
 * Terminals, outputByteLimit). The two streams of a command may each stop in the middle of a character.
 */
export class Output {
  readonly #decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  #parts: Buffer[] = [];
  #size = 0;
  #truncated = false;

  /** @param limit bytes of UTF-8 that are kept, 0 or more */
  constructor(private readonly limit: number) {}

  /** Takes what the command wrote. A character that is not whole yet waits for its rest. */
  push(from: 'stdout' | 'stderr', chunk: Uint8Array): void {
    this.#add(this.#decoders[from].write(Buffer.from(chunk)));
  }

  /** Nothing more will come: what is left of a character is shown as one that could not be read. */
  end(): void {
    for (const decoder of Object.values(this.#decoders)) this.#add(decoder.end());
  }

  text(): string {
    return this.#cut().toString('utf8');
  }

  /** Whether something at the beginning is missing. */
  get truncated(): boolean {
    return this.#truncated || this.#size > this.limit;
  }

  #add(text: string): void {
    if (text === '') return;
    const bytes = Buffer.from(text);
    this.#parts.push(bytes);
    this.#size += bytes.length;
    if (this.#size > 2 * this.limit + SLACK) this.#cut();
  }

  /** Throws away what is beyond the limit. */
  #cut(): Buffer {
    const all = Buffer.concat(this.#parts);
    let from = Math.max(0, all.length - this.limit);
    while (from > 0 && from < all.length && goesOn(all[from]!)) from += 1;
    const kept = from === 0 ? all : Buffer.from(all.subarray(from));
    this.#truncated ||= from > 0;
    this.#parts = [kept];
    this.#size = kept.length;
    return kept;
  }
}

/** Whether this byte goes on with a character of UTF-8. */
const goesOn = (byte: number) => (byte & 0xc0) === 0x80;
