import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../../json/json.js';
import { startServer, type TrustServerOptions } from './start.js';

/** A server of its own on a workspace of its own. Lines go in one by one, and each waits for the answer to the one before. */
export class TestServer {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'trust-')));
  private readonly input = new PassThrough();
  private readonly output = new PassThrough();
  private waiting: ((line: string) => void)[] = [];
  private lastId = 0;
  private running: { done: Promise<void>; close(): Promise<void> } | undefined;

  /** @param files by their paths */
  constructor(files: { [path: string]: string } = {}) {
    for (const [path, text] of Object.entries(files)) this.put(path, text);
  }

  /** Writes a file into the workspace. */
  put(path: string, text: string): void {
    const place = join(this.folder, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  async start(options: TrustServerOptions = {}): Promise<this> {
    let rest = '';
    this.output.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) this.waiting.shift()?.(line);
    });
    this.running = await startServer({ input: this.input, output: this.output, cwd: this.folder, ...options });
    return this;
  }

  /** Sends a line, as it is, and returns the line that answers it. */
  line(text: string): Promise<string> {
    const answer = new Promise<string>((resolve) => this.waiting.push(resolve));
    this.input.write(`${text}\n`);
    return answer;
  }

  /** Sends a request and returns the whole answer. */
  async ask(method: string, params?: Json): Promise<JsonObject> {
    this.lastId++;
    const request: JsonObject = { jsonrpc: '2.0', id: this.lastId, method };
    if (params !== undefined) request.params = params;
    const answer = parseJson(await this.line(stringifyJson(request)));
    if (!isObject(answer) || answer.id !== this.lastId)
      throw new Error(`no answer to ${method}: ${stringifyJson(answer)}`);
    return answer;
  }

  /** Sends a request and returns its result. Throws if it is answered with an error. */
  async result(method: string, params?: Json): Promise<JsonObject> {
    const { result, error } = await this.ask(method, params);
    if (error !== undefined) throw new Error(stringifyJson(error));
    return result as JsonObject;
  }

  /** Sends a request and returns its error. Throws if it is answered with a result. */
  async error(method: string, params?: Json): Promise<JsonObject> {
    const { result, error } = await this.ask(method, params);
    if (error === undefined) throw new Error(stringifyJson(result ?? null));
    return error as JsonObject;
  }

  async close(): Promise<void> {
    this.input.end();
    await this.running?.done;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
