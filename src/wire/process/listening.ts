import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { descendantsOf } from './tree.js';

/** A TCP socket that listens, in the table of the system (Linux, include/net/tcp_states.h). */
const LISTEN = '0A';

/** The TCP ports on which a process and its descendants listen, in rising order; undefined where the system does not say. */
export function listeningPorts(pid: number): number[] | undefined {
  try {
    const ports = new Set<number>();
    for (const one of [pid, ...descendantsOf(pid)]) {
      const own = socketsOf(one, one === pid);
      for (const table of ['tcp', 'tcp6'])
        for (const { inode, port } of listeners(`/proc/${one}/net/${table}`)) if (own.has(inode)) ports.add(port);
    }
    return [...ports].sort((a, b) => a - b);
  } catch {
    return undefined;
  }
}

/** The inodes of the sockets that a process has open. @param needed whether it must be possible to look */
function socketsOf(pid: number, needed: boolean): Set<string> {
  const found = new Set<string>();
  let names: string[] = [];
  try {
    names = readdirSync(`/proc/${pid}/fd`);
  } catch (error) {
    if (needed) throw error;
  }
  for (const name of names) {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1];
      if (inode !== undefined) found.add(inode);
    } catch {
      // Closed meanwhile.
    }
  }
  return found;
}

function listeners(table: string): { inode: string; port: number }[] {
  let text = '';
  try {
    text = readFileSync(table, 'latin1');
  } catch {
    // No IPv6, or a process that is gone.
  }
  return text.split('\n').flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    if (state !== LISTEN || inode === undefined) return [];
    return [{ inode, port: Number.parseInt(local!.split(':')[1]!, 16) }];
  });
}
