/**
 * Why nothing can be said of what somebody else wrote: working it out took too long (`slow`), it is too much (`large`), it nests too
 * deep (`deep`), or it is not what it should be (`invalid`).
 */
export type RefusedFor = 'slow' | 'large' | 'deep' | 'invalid';

/** Thrown for what costs more than it may. The message says in words which limit it broke. */
export class Refused extends Error {
  constructor(
    readonly reason: RefusedFor,
    message: string,
  ) {
    super(message);
  }
}
