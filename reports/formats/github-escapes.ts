import { printable, spelling } from '../../src/json/visible.js';
import { withoutInnerCommands } from '../../src/json/workflow-commands.js';

/** A text from outside as the message of a workflow command: it ends the command nowhere, and begins no other. */
export function commandData(text: string): string {
  return withoutInnerCommands(printable(text), spelling).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** The same as a property of one. */
export function commandProperty(text: string): string {
  return commandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
