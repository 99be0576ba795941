/** What stands at a place is no regular file: a folder, a device, a pipe. */
export class NoRegularFile extends Error {
  override readonly name = 'NoRegularFile';
}
