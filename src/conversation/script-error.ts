import { StoreError } from '../workspace/store/store-error.js';

/** Something wrong at one place of a script: a JSON Pointer, and what is wrong there. */
export interface ScriptMistake {
  path: string;
  message: string;
}

/** What a user wrote about a reference is wrong: its script, the name of a permissive variant or of a switch. The message says where. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';

  /** @param mistakes set where it is about places of a script */
  constructor(
    message: string,
    readonly mistakes: readonly ScriptMistake[] = [],
  ) {
    super(message);
  }

  /** For a script with these mistakes, at least one. */
  static of(mistakes: readonly ScriptMistake[]): ScriptError {
    const told = mistakes.map(({ path, message }) => `${path || 'the script'}: ${message}`);
    return new ScriptError(`The script is invalid: ${told.join('; ')}`, mistakes);
  }
}

/** What a script named could not be opened as a store: the mistake is one of the script. */
export async function asScriptError<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw error instanceof StoreError ? new ScriptError(error.message) : error;
  }
}
