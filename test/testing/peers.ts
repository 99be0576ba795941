import type { AddressInfo, Server } from 'node:net';
import { join, resolve } from 'node:path';
import { bundle } from '../../src/wire/fixtures/bundle.js';

const node = process.execPath;

/** The path of a program below test/peers. */
export const peer = (name: string) => resolve(import.meta.dirname, '../peers', name);

/**
 * The same as one file, which `removeBundles` removes: an official SDK, as its hundreds of files, takes longer to load than most
 * conversations.
 */
export const bundledPeer = (name: string) => bundledFile(peer(name));

/** Any program of several files as one, likewise. */
export const bundledFile = (file: string) => bundle(`import ${JSON.stringify(file)};`);

/** A sound server over stdio, but for what its flags say. */
export const server = (...flags: string[]) => [node, peer('server.mjs'), ...flags];

/** A server with one defect; it ends itself after a while. */
export const hostile = (behaviour: string) => [
  node,
  resolve(import.meta.dirname, '../hostile/peer.mjs'),
  behaviour,
  '--seconds',
  '50',
];

/** A target file for a command over stdio, with further lines. */
export const overStdio = (command: readonly string[], more = '') =>
  `name: peer\nrole: mcp/server\ntransports:\n  stdio: { command: ${JSON.stringify(command)} }\n${more}`;

/** The same for a server over HTTP. */
export const overHttp = (http: object) =>
  `name: peer\nrole: mcp/server\ntransports:\n  http: ${JSON.stringify(http)}\n`;

export const ROLE = ['--role', 'mcp/server'];
export const ANSWER = 'mcp.server.ping.answer';
/** Three cases that every server can pass. */
export const SOME = [ANSWER, 'mcp.server.ping.again', 'mcp.server.base.id.text'];

/** A program that leaves the file `started` in a folder: for calls that must not start anything. */
export const sentinel = (folder: string) => [
  node,
  '-e',
  `require('fs').writeFileSync(${JSON.stringify(join(folder, 'started'))}, '')`,
];

/** Has a server listen on a port of the machine's choice; resolves with the port. */
export function listening(server: Server): Promise<number> {
  return new Promise((settle, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => settle((server.address() as AddressInfo).port));
  });
}

/** The lines that the processes of `server --log log` wrote, as [process, method]. */
export const logged = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]);
