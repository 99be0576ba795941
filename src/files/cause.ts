const CAUSES: { [code: string]: string } = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
  EDQUOT: 'no more of the disk is yours',
  EFBIG: 'it is larger than a file may be',
  EIO: 'the disk has an error',
  ENAMETOOLONG: 'its name is too long',
};

/** Why a file can't be written, in plain words with the code of the system. */
export function plainCause(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const cause = code === undefined ? undefined : CAUSES[code];
  return cause === undefined ? message : `${cause} (${code})`;
}
