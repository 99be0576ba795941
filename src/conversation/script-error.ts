/** What a user wrote about a reference is wrong: its script, the name of a permissive wording or of a switch. The message says where. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}
