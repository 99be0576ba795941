/** What a user wrote about the client is wrong: its script, or the name of a freedom. The message says where. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}
