import type { MockOptions } from '../../../../src/conversation/role-entry.js';
import type { MockArguments } from '../../../../src/mock/line.js';
import { protectBy } from '../../../../src/mock/trusted.js';
import type { Clock } from '../../../../src/wire/clock/clock.js';
import { secrets, stderr, stdout } from '../../../../src/wire/output.js';
import { type StartedAuthorization, startMockAuthorization } from '../../../live/authorization/authorization.js';
import { answerCommand } from '../../../live/authorization/commands.js';
import type { MockAuthorization } from '../../../live/authorization/control.js';
import { type MockAuthScript, readMockAuth } from '../../../live/authorization/script.js';
import { UsageError } from '../../support/usage-error.js';
import { checkProtects } from './protects.js';
import { takeLines } from './typed-lines.js';

/** What protects a mock, and what a person sees and types of it. */
export interface MockProtection {
  options: Pick<MockOptions, 'protect'>;
  /** The authorization server beside it, if there is one. */
  control?: MockAuthorization;
  /** The mock listens: says what a person needs, and answers what is typed from now on. */
  began(): void;
  /** The mock has ended. */
  ended(): Promise<void>;
}

/**
 * What protects a mock by its command line: the authorization server that `--auth` starts, or the issuer that it trusts. Throws UsageError,
 * FileError, PortError and ScriptError.
 */
export async function protectionOf(role: string, options: MockArguments, clock: Clock): Promise<MockProtection> {
  const { auth, authIssuer, transport, token } = options;
  if (auth !== undefined && authIssuer !== undefined)
    throw new UsageError('--auth starts an authorization server and --auth-issuer names another one; give one of them');
  if (auth === undefined && authIssuer === undefined)
    throw new UsageError('--auth-issuer is missing: say whose tokens the mock takes');
  await checkProtects(role, transport);
  if (token !== undefined)
    throw new UsageError('--token hides the URL that clients of a protected mock must find; leave it out');
  if (authIssuer !== undefined) {
    const protect = protectBy({ ...options, authIssuer }, clock);
    return { options: { protect }, began: () => undefined, ended: async () => undefined };
  }
  const script = typeof auth === 'string' ? await readMockAuth(auth) : {};
  return beside(await startMockAuthorization({ script, clock, secrets, failed: (error) => said(error) }), script);
}

function beside({ control, protect, idle, close }: StartedAuthorization, script: MockAuthScript): MockProtection {
  let hasBegun = false;
  let stop = () => {};
  return {
    options: { protect },
    control,
    began: () => {
      hasBegun = true;
      stdout.write(`${introduction(control.url, script).join('\n')}\n`);
      stop = takeLines(process.stdin, async (line) => {
        const answer = await answerCommand(control, line);
        if (answer?.isToken) stdout.reveal(`${answer.text}\n`);
        else if (answer) stdout.write(`${answer.text}\n`);
      });
    },
    ended: async () => {
      stop();
      await close();
      for (const id of hasBegun ? idle() : [])
        stderr.write(`proctor: the fault ${id} of the authorization server was never applied\n`);
    },
  };
}

/** What a person must know to use it. */
function introduction(issuer: string, { server = {} }: MockAuthScript): string[] {
  const { consent = 'approve', clients = [], registration = true } = server;
  const ways = [
    ...(clients.length > 0 ? [`as ${clients.map(({ id }) => id).join(' or ')}`] : []),
    ...(registration ? ['by registering'] : []),
  ];
  const decision = {
    approve: 'The login page approves at once.',
    deny: 'The login page denies at once.',
    ask: 'The login page asks you to approve or deny.',
  }[consent];
  return [
    `authorization server at ${issuer}`,
    'A client that sends no token gets 401. The answer leads it to the authorization server, where it logs in' +
      `${ways.length > 0 ? ` ${ways.join(' or ')}` : ''}. ${decision}`,
    'Without a login: type "issue" and press Enter, then send "Authorization: Bearer" with the token. "help" lists the commands.',
  ];
}

const said = (error: unknown) =>
  stderr.write(`proctor: the authorization server failed: ${(error as Error).message}\n`);
