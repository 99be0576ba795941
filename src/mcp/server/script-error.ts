/** What a user wrote about the server is wrong: its script, the name of a freedom or of a switch. The message says where. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}
