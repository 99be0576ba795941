import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type {
  ReadTextFileRequest,
  ReadTextFileResponse,
  WriteTextFileRequest,
  WriteTextFileResponse,
} from '../../../generated/types/acp-0.12.2.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { type Clock, during, realClock } from '../../../wire/clock/clock.js';
import { internalError, invalidParams, notFound } from '../errors.js';
import { allowedPath, follow, type Workspace } from './workspace.js';

/**
 * The files of a client as an agent sees them: `fs/*` of ACP. What the user has changed in an editor and not saved counts
 * before what is on the disk. One after the other, so that a read that comes after a write sees it.
 */
export class Files {
  private queue: Promise<unknown>;
  /** Texts of open editors, by their place. */
  private readonly unsaved = new Map<string, string>();

  /**
   * @param unsaved texts of open editors by absolute path
   * @param makesFolders whether a write makes the folders that its file lies in
   * @param clock stands still while a file is read or written
   */
  constructor(
    private readonly workspace: Workspace,
    unsaved: Iterable<readonly [path: string, text: string]>,
    private readonly makesFolders: boolean,
    private readonly clock: Clock = realClock,
  ) {
    this.queue = during(clock, this.open(unsaved));
  }

  /** `fs/read_text_file`: the whole text, or `limit` lines from `line` (from 1) with their ends. Behind the last line is nothing. */
  read({ sessionId, path, line, limit }: ReadTextFileRequest): Promise<ReadTextFileResponse> {
    return this.queued(async () => {
      if (line === 0) throw invalidParams('line counts from 1');
      const { roots } = await this.workspace(sessionId);
      const text = await during(this.clock, this.textAt(path, roots));
      return { content: slice(text, Number(line ?? 1), limit == null ? undefined : Number(limit)) };
    });
  }

  /** `fs/write_text_file`: makes the file; an open editor shows the new text. */
  write({ sessionId, path, content }: WriteTextFileRequest): Promise<WriteTextFileResponse> {
    return this.queued(async () => {
      const { roots } = await this.workspace(sessionId);
      await during(this.clock, this.put(content, path, roots));
      return {};
    });
  }

  private async textAt(path: string, roots: readonly string[]): Promise<string> {
    const place = await allowedPath(path, roots);
    return this.unsaved.get(place) ?? textOf(place, path);
  }

  private async put(content: string, path: string, roots: readonly string[]): Promise<void> {
    const place = await allowedPath(path, roots);
    await attempt(path, async () => {
      if (this.makesFolders) await mkdir(dirname(place), { recursive: true });
      await writeFile(place, content);
    });
    if (this.unsaved.has(place)) this.unsaved.set(place, content);
  }

  private async open(unsaved: Iterable<readonly [path: string, text: string]>): Promise<void> {
    for (const [path, text] of unsaved) this.unsaved.set(await follow(path), text);
  }

  private queued<T>(act: () => Promise<T>): Promise<T> {
    const done = this.queue.then(act);
    this.queue = done.catch(() => undefined);
    return done;
  }
}

/** Lines `from` (counted from 1) to `from + limit - 1` of a text, each with its end; all that follow without a limit. */
export function slice(text: string, from: number, limit: number | undefined): string {
  if (from === 1 && limit === undefined) return text;
  const lines = text.match(/[^\n]*\n|[^\n]+/g) ?? [];
  return lines.slice(from - 1, limit === undefined ? undefined : from - 1 + limit).join('');
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

async function textOf(place: string, path: string): Promise<string> {
  const bytes = await attempt(path, async () => {
    // What is no file (a pipe, a device) could keep us waiting for good.
    if (!(await stat(place)).isFile()) throw invalidParams(`it is not a file: ${path}`);
    return readFile(place);
  });
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidParams(`it is not a text in UTF-8: ${path}`);
  }
}

/** What the system refuses, as an error of ACP. */
async function attempt<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw notFound(`there is no file ${path}`);
    if (code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST') throw invalidParams(`it is not a file: ${path}`);
    throw internalError(`${path}: ${message}`);
  }
}
