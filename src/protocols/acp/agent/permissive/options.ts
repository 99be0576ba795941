import { type Freedom, freedom, takenFreedoms } from '../../../../conversation/freedoms.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';

/** Every option of the permissive agent, by name. A case that fails on an agent with any of them accuses wrongly. */
export const PERMISSIVE_OPTIONS = {
  'odd-ids': freedom(
    true,
    'Schema, RequestId, SessionId, ToolCallId',
    'The ids of its requests, sessions and tool calls are texts beyond ASCII.',
  ),
  'open-meta': freedom(
    true,
    'Extensibility, The _meta field',
    'Every message and many objects inside have keys in _meta that nobody knows.',
  ),
  sparse: freedom(
    true,
    'Schema: optional members',
    'Leaves out every optional member: its own name, ways to sign in, descriptions, kinds, raw input and output, locations, titles.',
  ),
  'null-results': freedom(true, 'Session setup, Loading a session: the example', 'A result without members is null.'),
  'null-members': freedom(true, 'Schema: nullable members', 'Members of updates that are not known are null.'),
  'other-codes': freedom(
    true,
    'Overview, Error handling: no code is fixed',
    'What is not there ends in -32603, and so do modes, settings and ways to sign in that are unknown.',
  ),
  unhurried: freedom(
    true,
    'JSON-RPC 2.0: no order is fixed between responses',
    'Takes its time for each second response.',
  ),
  chatter: freedom(
    true,
    'Session modes; Slash commands; Session list; Extensibility',
    'Tells title, time and commands of sessions at any time, also right behind the end of a turn, and sends notifications of its own.',
  ),
  'asks-too': freedom(true, 'Extensibility, Custom requests', 'Asks the client with methods of its own.'),
  'early-news': freedom(
    true,
    'Session setup: no order is fixed',
    'Tells the commands of a session before the response that has its id.',
  ),
  'late-announcement': freedom(
    true,
    'Tool calls, Requesting permission: no order is fixed',
    'Asks for permission first and announces the tool call after it.',
  ),
  'terse-tools': freedom(
    true,
    'Tool calls, Status',
    'Says nothing of a tool call while it runs: it is announced, and has ended.',
  ),
  'last-words': freedom(true, 'Prompt turn, Cancellation', 'Says a word of text after a cancel, before the response.'),
  'takes-extensions': freedom(
    true,
    'Extensibility, Custom requests: the error is advice',
    'Answers every method that begins with an underscore with null.',
  ),
  'echoes-prompts': freedom(
    true,
    'Prompt turn: silent about it',
    'Tells what the user said as updates, as soon as it was said.',
  ),
  'tries-again': freedom(
    true,
    'File system; Terminals: silent about it',
    'Asks once more for a file or a terminal after an error.',
  ),
  'odd-json': freedom(
    true,
    'RFC 8259',
    'Messages hold white space between all tokens, and escapes where none are needed; still on one line.',
  ),
  'queues-prompts': freedom(false, 'Prompt turn: silent about it', 'A second prompt of a session waits for the first.'),
  'later-prompt-wins': freedom(
    false,
    'Prompt turn: silent about it',
    'A second prompt of a session cancels the first.',
  ),
  'no-permission': freedom(false, 'Tool calls: requesting permission is optional', 'Never asks for permission.'),
  'own-hands': freedom(
    false,
    'File system; Terminals: using the client is optional',
    'Reads and writes files by itself, and runs no commands.',
  ),
  'no-modes': freedom(false, 'Session modes: optional', 'Sessions have no modes.'),
  'no-settings': freedom(false, 'Session config options: optional', 'Sessions have no settings.'),
  'keeps-settings': freedom(
    false,
    'Session config options: silent about it',
    'A setting, or a value, that is not there is answered with the settings as they are.',
  ),
  'settles-on-version': freedom(
    false,
    'Initialization, Version negotiation',
    'A protocol version that is a text is one that it does not speak, and not an error.',
  ),
  bare: freedom(
    false,
    'Initialization, Agent capabilities: all are optional',
    'Has nothing beyond the baseline, and leaves out the capabilities that it lacks.',
  ),
  'sign-in': freedom(false, 'Initialization; Overview, Initialization phase', 'Makes no session before a sign-in.'),
} as const satisfies Record<string, Freedom>;

export type PermissiveOption = keyof typeof PERMISSIVE_OPTIONS;

/** The permissive options that one agent takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** Which of them `permissive` names: the usual ones, those of a list, or none. Throws a ScriptError that names an unknown one. */
export const readPermissive = (permissive: boolean | readonly string[] | undefined): PermissiveOptions =>
  takenFreedoms(PERMISSIVE_OPTIONS, permissive);

/** The permissive agents that every case must pass on: together they take every option. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', freedoms: true, hides: [] },
  {
    name: 'independent',
    freedoms: ['own-hands', 'no-permission', 'queues-prompts', 'no-settings', 'chatter'],
    hides: ['read-file', 'write-file', 'run-command', 'ask-permission', 'ask-twice', 'change-setting'],
  },
  {
    name: 'hasty',
    freedoms: ['later-prompt-wins', 'no-modes', 'unhurried', 'last-words', 'keeps-settings', 'settles-on-version'],
    hides: ['change-mode'],
  },
  { name: 'bare', freedoms: ['bare', 'sparse', 'other-codes'], hides: ['change-mode', 'change-setting'] },
];
