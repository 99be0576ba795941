import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FileArgument } from '../../../generated/types/mcp-client-script-v1.js';
import { type Clock, during } from '../../../wire/clock/clock.js';
import { isBelow, realPlace } from '../../../workspace/places.js';
import { accepts, mediaTypeOf } from '../media-types.js';

export interface FileOptions {
  clock: Clock;
  /** What paths are relative to. */
  cwd: string;
  /** Whether the client agrees to files as arguments. */
  uploads: boolean;
  /** Whether files outside `cwd` are read, too. Default: no. */
  anywhere?: boolean;
}

/**
 * A file as an argument: a data: URI with its media type and its bytes as base64 (SEP-2356; RFC 2397). Rejects where the client does not
 * agree to that, the file can't be read or lies outside of the working directory, or it is none that is taken; the words never say what is in it.
 */
export async function fileArgument({ path, accept, maxSize }: FileArgument, options: FileOptions): Promise<string> {
  const { clock, cwd, uploads, anywhere = false } = options;
  if (!uploads) throw new Error(`${path} is not sent: files as arguments were not agreed to`);
  const place = realPlace(resolve(cwd, path));
  if (!anywhere && !isBelow(place, realPlace(cwd)))
    throw new Error(`${path} is not sent: it lies outside of the working directory`);
  const bytes = await during(clock, readFile(place));
  const mediaType = mediaTypeOf(path);
  const uri = `data:${mediaType};base64,${bytes.toString('base64')}`;
  if (accept && !accept.some((pattern) => accepts(pattern, { mediaType, name: path })))
    throw new Error(`${path} is of the media type ${mediaType}, and ${accept.join(', ')} is taken`);
  if (maxSize !== undefined && bytes.length > maxSize)
    throw new Error(`${path} has ${bytes.length} bytes, and at most ${maxSize} are taken`);
  return uri;
}
