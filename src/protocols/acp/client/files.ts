import type {
  ReadTextFileRequest,
  ReadTextFileResponse,
  WriteTextFileRequest,
  WriteTextFileResponse,
} from '../../../generated/types/acp-1.21.0.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Workspace } from '../../../workspace/confinement.js';
import { NoRegularFile } from '../../../workspace/no-regular-file.js';
import { realPlace } from '../../../workspace/places.js';
import { internalError, invalidParams, notFound } from '../errors.js';
import { allowedPlace, type Workspaces } from './workspace.js';

/**
 * The files of a client as an agent sees them: `fs/*` of ACP. What the user has changed in an editor and not saved counts
 * before what is on the disk. One after the other, so that a read that comes after a write sees it.
 */
export class Files {
  private queue: Promise<unknown> = Promise.resolve();
  /** Texts of open editors, by their place. */
  private readonly unsaved = new Map<string, string>();

  /**
   * @param unsaved texts of open editors by absolute path
   * @param makesFolders whether a write makes the folders that its file lies in
   */
  constructor(
    private readonly workspaces: Workspaces,
    unsaved: Iterable<readonly [path: string, text: string]>,
    private readonly makesFolders: boolean,
  ) {
    for (const [path, text] of unsaved) this.unsaved.set(realPlace(path), text);
  }

  /** `fs/read_text_file`: the whole text, or `limit` lines from `line` (from 1) with their ends. Behind the last line is nothing. */
  read({ sessionId, path, line, limit }: ReadTextFileRequest): Promise<ReadTextFileResponse> {
    return this.queued(async () => {
      if (line === 0) throw invalidParams('line counts from 1');
      const text = this.textAt(path, await this.workspaces(sessionId));
      return { content: slice(text, Number(line ?? 1), limit == null ? undefined : Number(limit)) };
    });
  }

  /** `fs/write_text_file`: makes the file; an open editor shows the new text. */
  write({ sessionId, path, content }: WriteTextFileRequest): Promise<WriteTextFileResponse> {
    return this.queued(async () => {
      this.put(content, path, await this.workspaces(sessionId));
      return {};
    });
  }

  private textAt(path: string, files: Workspace): string {
    const place = allowedPlace(path, files);
    return this.unsaved.get(place) ?? textOf(files, path);
  }

  private put(content: string, path: string, files: Workspace): void {
    const place = allowedPlace(path, files);
    attempt(path, () => files.write(path, content, { parents: this.makesFolders }));
    if (this.unsaved.has(place)) this.unsaved.set(place, content);
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

function textOf(files: Workspace, path: string): string {
  const bytes = attempt(path, () => files.read(path));
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalidParams(`it is not a text in UTF-8: ${path}`);
  }
}

/** What the system refuses, as an error of ACP. */
function attempt<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof RpcError) throw error;
    if (error instanceof NoRegularFile)
      throw invalidParams(`it is not a file that can be used: ${path}: ${error.message}`);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw notFound(`there is no file ${path}`);
    if (code === 'EISDIR' || code === 'ENOTDIR' || code === 'EEXIST') throw invalidParams(`it is not a file: ${path}`);
    throw internalError(`${path}: ${message}`);
  }
}
