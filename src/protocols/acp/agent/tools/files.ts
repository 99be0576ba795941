import { resolve } from 'node:path';
import { ToolError } from '../sessions/client.js';
import type { PromptTurn } from '../turns/prompt-turn.js';

/** Absolute path of a file that is named relative to the session's folder. */
export const pathIn = (turn: PromptTurn, name: string) => resolve(turn.session.cwd, name);

/**
 * The text of a file: from the client where it offers that, because it knows what is not saved yet, else from the disk
 * (ACP, File System). `lines` are the first line, from 1, and how many. Rejects with ToolError and Cancelled.
 */
export async function readText(
  turn: PromptTurn,
  path: string,
  lines?: { line: number; limit: number },
): Promise<string> {
  if (turn.client.offered.read) {
    const { content } = await turn.client.request('fs/read_text_file', { path, ...lines });
    if (typeof content !== 'string') throw new ToolError('the client answered without the content of the file');
    return content;
  }
  const text = local(turn, () => turn.session.files.read(path).toString('utf8'));
  if (!lines) return text;
  const all = text.split(/(?<=\n)/);
  return all.slice(lines.line - 1, lines.line - 1 + lines.limit).join('');
}

/** Writes a file, through the client where it offers that. Rejects with ToolError and Cancelled. */
export async function writeText(turn: PromptTurn, path: string, content: string): Promise<void> {
  if (turn.client.offered.write) await turn.client.request('fs/write_text_file', { path, content });
  else local(turn, () => turn.session.files.write(path, content, { parents: false }));
}

function local<T>(turn: PromptTurn, work: () => T): T {
  turn.signal.throwIfAborted();
  try {
    return work();
  } catch (error) {
    throw new ToolError(error instanceof Error ? error.message : String(error));
  }
}
