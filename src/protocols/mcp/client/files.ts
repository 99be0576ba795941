import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FileArgument } from '../../../generated/types/mcp-client-script-v1.js';
import { type Clock, during } from '../../../wire/clock/clock.js';
import { accepts, mediaTypeOf } from '../media-types.js';

export interface FileOptions {
  clock: Clock;
  /** What paths are relative to. */
  cwd: string;
  /** Whether the client agrees to files as arguments. */
  uploads: boolean;
}

/**
 * A file as an argument: a data: URI with its media type and its bytes as base64 (SEP-2356; RFC 2397). Rejects where the client does not
 * agree to that, the file can't be read, or it is none that is taken; the words never say what is in it.
 */
export async function fileArgument({ path, accept, maxSize }: FileArgument, options: FileOptions): Promise<string> {
  const { clock, cwd, uploads } = options;
  if (!uploads) throw new Error(`${path} is not sent: files as arguments were not agreed to`);
  const bytes = await during(clock, readFile(resolve(cwd, path)));
  const mediaType = mediaTypeOf(path);
  const uri = `data:${mediaType};base64,${bytes.toString('base64')}`;
  if (accept && !accept.some((pattern) => accepts(pattern, { mediaType, name: path })))
    throw new Error(`${path} is of the media type ${mediaType}, and ${accept.join(', ')} is taken`);
  if (maxSize !== undefined && bytes.length > maxSize)
    throw new Error(`${path} has ${bytes.length} bytes, and at most ${maxSize} are taken`);
  return uri;
}
