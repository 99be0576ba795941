// What Linux tells about processes. Elsewhere there is nothing to see, and every list is empty.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The sockets, pipes and files that a process has open; what the event loop itself needs is left out. */
export function openFiles(pid) {
  return listed(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/${pid}/fd/${fd}`);
      return /^(socket:|pipe:)/.test(file) || (file.startsWith('/') && !/^\/(dev|proc)\//.test(file)) ? [file] : [];
    } catch {
      return [];
    }
  });
}

/** The most memory in bytes that this process has had. Linux counts into maxRSS what the parent had when it forked. */
export function ownPeak() {
  const kib = /^VmHWM:\s*(\d+) kB/m.exec(text('/proc/self/status'))?.[1];
  return Number(kib ?? process.resourceUsage().maxRSS) * 1024;
}

/** The children of a process that are not over, by id. */
export function children(pid) {
  const all = listed(`/proc/${pid}/task`).flatMap((task) =>
    text(`/proc/${pid}/task/${task}/children`).trim().split(' '),
  );
  return all.filter((child) => child !== '' && !/^State:\s+Z/m.test(text(`/proc/${child}/status`))).map(Number);
}

/** The processes that have a variable with this value in their environment: id and command. */
export function carrying(variable, value) {
  return listed('/proc')
    .filter((name) => /^\d+$/.test(name) && text(`/proc/${name}/environ`).split('\0').includes(`${variable}=${value}`))
    .map((pid) => ({ pid: Number(pid), command: text(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() }))
    .filter(({ command }) => command !== '');
}

function listed(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function text(file) {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
