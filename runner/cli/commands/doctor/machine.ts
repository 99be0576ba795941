import { accessSync, constants, mkdtempSync, rmdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, availableParallelism, platform, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainCause } from '../../../../src/files/cause.js';
import { freePort } from '../../../targets/free-port.js';

/** One thing that was looked at. */
export interface Finding {
  /** `no` is a fault, `info` neither good nor bad. */
  is: 'ok' | 'no' | 'info';
  what: string;
  /** What to do, or what else is known of it, a line each. */
  more?: readonly string[];
}

/** What of package.json the machine is held against. */
export interface Needs {
  engines: { node: string };
  peerDependencies: Readonly<Record<string, string>>;
}

/** What an optional package is for. */
const FOR: Readonly<Record<string, string>> = {
  '@napi-rs/keyring': 'keeps the tokens of a mock client in the keychain of the system',
  lmdb: 'reads and writes the stores of a retained hub',
  vitest: 'runs cases as tests of a project (proctor/vitest)',
};

/** What Proctor needs of a machine, and whether it is there. */
export async function machineFindings(version: string, needs: Needs, folder: string): Promise<Finding[]> {
  return [
    { is: 'ok', what: `Proctor ${version}` },
    nodeFinding(process.versions.node, needs.engines.node),
    { is: 'info', what: `${platform()} ${release()} ${arch()}, ${availableParallelism()} cores` },
    written('this folder', folder),
    written('the folder for temporary files', tmpdir()),
    await portFinding(),
    ...Object.keys(needs.peerDependencies).map((name) => peerFinding(name, folder)),
  ];
}

/** Whether this Node is new enough. @param needed such as `>=20.19.0` */
export function nodeFinding(has: string, needed: string): Finding {
  const least = needed.replace(/^>=/, '');
  const isEnough = has.localeCompare(least, 'en', { numeric: true }) >= 0;
  const what = `Node ${has}`;
  return isEnough ? { is: 'ok', what } : { is: 'no', what, more: [`Proctor needs Node ${least} or newer`] };
}

function written(name: string, folder: string): Finding {
  try {
    accessSync(folder, constants.W_OK);
    rmdirSync(mkdtempSync(join(folder, '.proctor-doctor-')));
    return { is: 'ok', what: `${name} can be written: ${folder}` };
  } catch (error) {
    return { is: 'no', what: `${name} can't be written: ${folder}`, more: [plainCause(error)] };
  }
}

/** Whether a port of loopback can be opened: cases over HTTP and WebSocket, and mocks, listen there. */
async function portFinding(): Promise<Finding> {
  try {
    await freePort();
    return { is: 'ok', what: 'ports of 127.0.0.1 can be opened' };
  } catch (error) {
    const what = 'no port of 127.0.0.1 can be opened, so nothing can be reached over HTTP or WebSocket';
    return { is: 'no', what, more: [plainCause(error)] };
  }
}

function peerFinding(name: string, folder: string): Finding {
  const use = FOR[name] === undefined ? '' : `: ${FOR[name]}`;
  try {
    const { version } = createRequire(join(folder, 'package.json'))(`${name}/package.json`) as { version: string };
    return { is: 'info', what: `${name} ${version}` };
  } catch {
    return { is: 'info', what: `${name} is not installed (optional${use})` };
  }
}
