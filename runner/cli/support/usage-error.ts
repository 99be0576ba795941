/** Something that the user got wrong. Its text is printed as it is, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}
