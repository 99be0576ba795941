/** Thrown if a folder can't be used as a store, and if something can't be kept in it. The message says why, for people. */
export class StoreError extends Error {}

export const NO_ROOM = 'no space is left on the device';

/** What the system says of a failed call, without the place in the native code where it was noticed. */
export function systemWords(error: unknown): string {
  const { message = String(error), code } = error as NodeJS.ErrnoException;
  const known: { [code: string]: string } = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: NO_ROOM,
    ENAMETOOLONG: 'the name is too long',
    ENOTDIR: 'a part of the path is a file',
    ELOOP: 'the path has too many links',
  };
  if (/no space left/i.test(message)) return NO_ROOM;
  return (code !== undefined && Object.hasOwn(known, code) && known[code]) || message.split(/: Attempting|, '/)[0]!;
}
