import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';
import { LATER } from '../../version.js';

/** Every option of the permissive agent, by name. A case that fails on an agent with any of them accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'odd-ids': wording(
    true,
    'Schema, RequestId, SessionId, ToolCallId',
    'The ids of its requests, sessions and tool calls are texts beyond ASCII.',
  ),
  'open-meta': wording(
    true,
    'Extensibility, The _meta field',
    'Every message and many objects inside have keys in _meta that nobody knows.',
  ),
  sparse: wording(
    true,
    'Schema: optional members',
    'Leaves out every optional member: its own name, ways to sign in, descriptions, kinds, raw input and output, locations, titles.',
  ),
  'null-results': wording(true, 'Session setup, Loading a session: the example', 'A result without members is null.'),
  'null-members': wording(true, 'Schema: nullable members', 'Members of updates that are not known are null.'),
  'other-codes': wording(
    true,
    'Overview, Error handling: no code is fixed',
    'What is not there ends in -32603, and so do modes, settings and ways to sign in that are unknown.',
  ),
  unhurried: wording(
    true,
    'JSON-RPC 2.0: no order is fixed between responses',
    'Takes its time for each second response.',
  ),
  chatter: wording(
    true,
    'Session modes; Slash commands; Session list; Extensibility',
    'Sends title, time and commands of sessions at any time, also right after the end of a turn, and sends its own notifications.',
  ),
  'asks-too': wording(true, 'Extensibility, Custom requests', 'Asks the client with its own methods.'),
  'early-news': wording(
    true,
    'Session setup: no order is fixed',
    'Tells the commands of a session before the response that has its id.',
  ),
  'late-announcement': wording(
    true,
    'Tool calls, Requesting permission: no order is fixed',
    'Asks for permission first and announces the tool call after it.',
  ),
  'asks-to-announce': wording(
    false,
    'Tool calls, Requesting permission: the request has the tool call',
    'Announces a tool call by asking for permission for it, and in no other way.',
  ),
  'untold-tools': wording(false, 'Tool calls: reporting them is advice', 'Tells nothing of its tools.'),
  'talks-between-turns': wording(
    false,
    'Prompt turn: silent about it',
    'Goes on talking, and tells of a tool, after the end of a turn that nobody cancelled.',
  ),
  'one-at-a-time': wording(
    false,
    'Prompt turn; Session modes; Session config options',
    'While a turn runs it serves cancels, modes, settings and the end of the session, and everything else after it.',
  ),
  'reads-loosely': wording(
    false,
    'Schema: silent about readers',
    'Takes a list of MCP servers that is none for an empty one.',
  ),
  'never-reopens': wording(
    false,
    'Session setup, Loading sessions: silent about which are kept',
    'Knows no session of an earlier time: each load and each resume is an error.',
  ),
  'any-mode': wording(
    false,
    'Session modes: what it says binds the client',
    'A mode that is not there is answered as if it were, and nothing changes.',
  ),
  'any-sign-in': wording(
    false,
    'Schema, AuthenticateRequest: what it says binds the client',
    'Takes any id for the one way to sign in that it has.',
  ),
  'terse-tools': wording(
    true,
    'Tool calls, Status',
    'Says nothing of a tool call while it runs: it is announced, and has ended.',
  ),
  'announces-again': wording(
    true,
    'Tool calls, Creating: silent about it',
    'Announces each tool call twice, under the same id.',
  ),
  'new-call-ids': wording(
    true,
    'Session setup, Loading a session: silent about it',
    'The tool calls of a session that is loaded have other ids than before.',
  ),
  'follows-links': wording(
    true,
    'Prompt turn: silent about it',
    'A prompt with a link that leads to no file of this machine ends in -32603.',
  ),
  'out-of-tokens': wording(
    true,
    'Prompt turn, Stop reasons',
    'Each turn that is not cancelled ends at its limit of tokens.',
  ),
  'last-words': wording(true, 'Prompt turn, Cancellation', 'Says a word of text after a cancel, before the response.'),
  'takes-extensions': wording(
    true,
    'Extensibility, Custom requests: the error is advice',
    'Answers every method that begins with an underscore with null.',
  ),
  'echoes-prompts': wording(
    true,
    'Prompt turn: silent about it',
    'Tells what the user said as updates, as soon as it was said.',
  ),
  'tries-again': wording(
    true,
    'File system; Terminals: silent about it',
    'Asks again for a file or a terminal after an error.',
  ),
  'polls-output': wording(
    false,
    'Terminals: waiting for the end is optional',
    'Learns from the output of a terminal that its command has ended, and asks for it until then.',
  ),
  'odd-json': wording(
    true,
    'RFC 8259',
    'Messages hold white space between all tokens, and needless escapes; still on one line.',
  ),
  'queues-prompts': wording(false, 'Prompt turn: silent about it', 'A second prompt of a session waits for the first.'),
  'later-prompt-wins': wording(
    false,
    'Prompt turn: silent about it',
    'A second prompt of a session cancels the first.',
  ),
  'no-permission': wording(false, 'Tool calls: requesting permission is optional', 'Never asks for permission.'),
  'own-hands': wording(
    false,
    'File system; Terminals: using the client is optional',
    'Reads and writes files without the client, and runs no commands.',
  ),
  'no-modes': wording(false, 'Session modes: optional', 'Sessions have no modes.'),
  'no-settings': wording(false, 'Session config options: optional', 'Sessions have no settings.'),
  'keeps-settings': wording(
    false,
    'Session config options: silent about it',
    'A setting, or a value, that is not there is answered with the settings as they are.',
  ),
  'settles-on-version': wording(
    false,
    'Initialization, Version negotiation',
    'A protocol version that is a text is one that it does not speak, and not an error.',
  ),
  bare: wording(
    false,
    'Initialization, Agent capabilities: all are optional',
    'Has nothing beyond the baseline, and leaves out the capabilities that it lacks.',
  ),
  'ignores-cancel-request': wording(
    false,
    'Cancellation: optional',
    'As of 1.21.0: a request that is cancelled by its id is served to its end.',
  ),
  'request-cancelled': wording(
    false,
    'Cancellation, $/cancel_request',
    'As of 1.21.0: a prompt that is cancelled by its id ends in -32800.',
  ),
  'keeps-active': wording(
    false,
    'Session delete, Semantics: left to the agent',
    'As of 1.21.0: deletes no session that is open.',
  ),
  'names-messages': wording(
    false,
    'Prompt turn, Message IDs; Session usage updates',
    'As of 1.21.0: messages have ids, and each turn ends with a usage_update.',
  ),
  cascades: wording(
    false,
    'Cancellation, Example',
    'As of 1.21.0: cancels its own open requests by their ids when the user cancels the turn.',
  ),
  'asks-first': wording(
    false,
    'Elicitation, Creating an elicitation',
    'As of 1.21.0: asks by a form before it makes a session, about the request for it.',
  ),
  'sign-in': wording(false, 'Initialization; Overview, Initialization phase', 'Makes no session before a sign-in.'),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one agent takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The permissive agents that every case must pass on: together they take every option. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [] },
  {
    name: 'independent',
    wordings: ['own-hands', 'no-permission', 'queues-prompts', 'no-settings', 'chatter'],
    hides: [
      'read-file',
      'write-file',
      'run-command',
      'ask-permission',
      'ask-twice',
      'change-setting',
      'boolean-setting',
    ],
  },
  {
    name: 'hasty',
    wordings: [
      'later-prompt-wins',
      'no-modes',
      'unhurried',
      'last-words',
      'keeps-settings',
      'settles-on-version',
      'polls-output',
    ],
    hides: ['change-mode'],
  },
  {
    name: 'bare',
    wordings: ['bare', 'sparse', 'other-codes'],
    hides: ['change-mode', 'change-setting', 'boolean-setting'],
  },
  {
    name: 'free',
    wordings: ['asks-to-announce', 'talks-between-turns', 'reads-loosely', 'never-reopens', 'any-mode', 'any-sign-in'],
    hides: [],
  },
  {
    name: 'unsparing',
    wordings: ['request-cancelled', 'keeps-active', 'cascades', 'names-messages'],
    hides: [],
    versions: [LATER],
  },
  { name: 'deaf', wordings: ['ignores-cancel-request', 'odd-ids'], hides: [], versions: [LATER] },
  { name: 'serial', wordings: ['one-at-a-time', 'untold-tools'], hides: ['tool-turn', 'failing-tool', 'long-tools'] },
];
