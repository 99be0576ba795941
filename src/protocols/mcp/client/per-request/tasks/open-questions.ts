import type { Json, JsonObject } from '../../../../../json/json.js';
import { asObject } from '../../../../../json/json.js';

export interface OpenQuestionsOptions {
  /** Answers a question, until nobody wants that any more. */
  answer(question: Json, signal: AbortSignal): Promise<object>;
  /** Brings answers to the server. */
  deliver(responses: JsonObject): Promise<void>;
  /** Whether each answer goes by itself. */
  oneByOne: boolean;
}

/** The questions of a task: each is answered once, however often the server shows it (Tasks extension, Task Update Requests). */
export class OpenQuestions {
  readonly #known = new Set<string>();
  readonly #open = new Map<string, AbortController>();
  #isClosed = false;

  constructor(private readonly options: OpenQuestionsOptions) {}

  /** Takes what the task waits for now, by key. `failed` is told what keeps one from being answered. */
  set(questions: JsonObject, failed: (reason: unknown) => void): void {
    if (this.#isClosed) return;
    for (const [key, waiting] of this.#open) {
      if (Object.hasOwn(questions, key)) continue;
      waiting.abort();
      this.#open.delete(key);
    }
    const fresh = Object.entries(questions).filter(([key]) => !this.#known.has(key));
    if (fresh.length > 0) this.#answer(fresh).catch(failed);
  }

  /** Nothing is answered any more. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#open.values()) waiting.abort();
    this.#open.clear();
  }

  async #answer(questions: readonly [string, Json][]): Promise<void> {
    const answers = await Promise.all(
      questions.map(async ([key, question]): Promise<[string, JsonObject]> => {
        this.#known.add(key);
        const waiting = new AbortController();
        this.#open.set(key, waiting);
        return [key, asObject(await this.options.answer(question, waiting.signal))];
      }),
    );
    // A key that the task does not wait for any more is not to be answered.
    const wanted = answers.filter(([key]) => this.#open.delete(key));
    const batches = this.options.oneByOne ? wanted.map((one) => [one]) : [wanted];
    for (const batch of batches) if (batch.length > 0) await this.options.deliver(Object.fromEntries(batch));
  }
}
