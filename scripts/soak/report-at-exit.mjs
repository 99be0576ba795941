// Loaded before a program: when it exits, writes what it still holds to the file named by SOAK_EXIT_REPORT.
import { writeFileSync } from 'node:fs';
import { children, openFiles, ownPeak } from './proc.mjs';

const before = openFiles(process.pid);
process.on('exit', () => {
  const open = openFiles(process.pid).filter((file) => !before.includes(file));
  const peak = ownPeak();
  writeFileSync(process.env.SOAK_EXIT_REPORT, JSON.stringify({ open, children: children(process.pid), peak }));
});
