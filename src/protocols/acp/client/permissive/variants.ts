import { permissiveOptions, wording } from '../../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../../conversation/role-entry.js';
import { LATER } from '../../version.js';

/** Every option of the permissive client, by name. A case that fails on a client with any of them accuses wrongly. */
export const PERMISSIVE_OPTIONS = permissiveOptions({
  'odd-ids': wording(true, 'Schema, RequestId', 'The ids of its own requests are texts beyond ASCII.'),
  unhurried: wording(
    true,
    'Overview: no order is fixed between answers',
    'Answers to what runs at once come in another order.',
  ),
  'null-results': wording(true, 'File system, Writing files: the example', 'A result without members is null.'),
  'open-meta': wording(true, 'Extensibility, The _meta field', 'Each message has keys in _meta that nobody knows.'),
  'sparse-exit': wording(
    true,
    'Schema, TerminalExitStatus',
    'Of an exit code and a signal, the one that is not there is left out.',
  ),
  'null-exit': wording(
    false,
    'Schema, TerminalOutputResponse',
    'Before the exit the status is null; after it, each member that is not there.',
  ),
  'bare-lines': wording(
    true,
    'File system, Reading files: line and limit',
    'A part of a file comes without the end of its last line.',
  ),
  'no-parents': wording(true, 'File system, Writing files: only the file is spoken of', 'Does not make folders.'),
  'ends-at-end': wording(
    true,
    'File system, Reading files: silent about lines behind the last',
    'A line behind the last is an error.',
  ),
  'other-codes': wording(true, 'Overview, Error handling: no code is fixed', 'What is not there ends in -32603.'),
  'takes-extensions': wording(
    true,
    'Extensibility, Custom requests: the error is advice',
    'Answers every method that begins with an underscore with null.',
  ),
  'sparse-offer': wording(
    true,
    'Initialization: what is left out is not supported',
    'Capabilities that it lacks are left out, all of them too.',
  ),
  'more-content': wording(
    true,
    'Initialization: every agent takes resource links',
    'A prompt has a resource link beside its text.',
  ),
  'late-cancel': wording(
    true,
    'Prompt turn, Cancellation: no order is fixed',
    'Permissions are answered before the turn is cancelled.',
  ),
  'no-info': wording(true, 'Initialization: clientInfo is only recommended', 'Does not tell its name.'),
  'reads-loosely': wording(
    false,
    'Schema: silent about readers',
    'Takes an optional member of another type for one that is not there.',
  ),
  'no-choice-is-an-error': wording(
    false,
    'Tool calls, Requesting permission: silent about it',
    'A permission request without options is an error.',
  ),
  'one-at-a-time': wording(
    false,
    'Tool calls, Requesting permission: silent about it',
    'While the user thinks about a permission nothing else is answered.',
  ),
  'ignores-cancel-request': wording(
    false,
    'Cancellation: optional',
    'As of 1.21.0: a request that is cancelled by its id is served to its end.',
  ),
  'no-files': wording(false, 'Initialization: optional', 'Serves no fs/*.'),
  'read-only': wording(false, 'Initialization: each for itself', 'Serves no fs/write_text_file.'),
  'no-terminals': wording(false, 'Initialization: optional', 'Serves no terminal/*.'),
});

export type PermissiveOption = (typeof PERMISSIVE_OPTIONS.names)[number];

/** The permissive options that one client takes. */
export type PermissiveOptions = ReadonlySet<PermissiveOption>;

/** The permissive clients that every case must pass on: together they take every option. */
export const PERMISSIVE: readonly PermissiveVariant[] = [
  { name: 'permissive', wordings: true, hides: [] },
  { name: 'read-only', wordings: ['read-only', 'null-exit', 'null-results'], hides: [] },
  { name: 'free', wordings: ['reads-loosely', 'no-choice-is-an-error', 'one-at-a-time'], hides: [] },
  { name: 'deaf', wordings: ['ignores-cancel-request', 'odd-ids'], hides: [], versions: [LATER] },
  { name: 'bare', wordings: ['no-files', 'no-terminals', 'sparse-offer', 'odd-ids'], hides: [] },
];
