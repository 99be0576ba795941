import { severalIn } from '../../../../src/conversation/role-entry.js';
import type { MockArguments } from '../../../../src/mock/line.js';

/**
 * What is wrong with options that would do nothing, such as the address of a page that nobody asked for. Undefined if all of them mean
 * something. It is asked before anything is loaded, so it goes by the name of the role.
 */
export function misplacedOption(role: string, options: MockArguments): string | undefined {
  const { inspect, host, step, reporter, judge, port, transport, url, command, silence } = options;
  if (host !== undefined && inspect === undefined)
    return '--host is for --inspect: it says where the page listens; add --inspect';
  if (step && inspect === undefined) return '--step is for --inspect: time is moved on the page; add --inspect';
  if (reporter !== undefined && !judge) return '--reporter is for --judge: it reports what the peer broke; add --judge';
  const { version, mutant, answers, replay } = options;
  const given = Object.entries({ mutant, answers, replay }).find(([, value]) => value !== undefined);
  if (given && severalIn(version)) return `--${given[0]} is for a mock of one version: name it in --version`;
  if (isDriver(role)) return undefined;
  if (port > 0 && transport === 'stdio') return `--port is for a mock that listens; ${role} over stdio does not`;
  if (url !== undefined) return `--url is for a client: ${role} listens itself, at --port`;
  if (command !== undefined && command.length > 0)
    return `${role} starts no program: your client starts or calls it; leave out what is after \`--\``;
  if (silence !== undefined)
    return `--silence is for a mock that starts a program or calls one; ${role} waits for its client`;
  return undefined;
}

/** Whether the mock speaks first: a client, or a host. */
const isDriver = (role: string): boolean => /(?:client|host)$/.test(role);
