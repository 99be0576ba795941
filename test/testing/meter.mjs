// Loaded before a program (`node --import`): when it exits, writes the peak of its memory in MiB and its CPU time in ms to the
// file that PROCTOR_TEST_METER names.
import { writeFileSync } from 'node:fs';
import { ownPeak } from '../../scripts/soak/proc.mjs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const cost = { mib: Math.round(ownPeak() / 2 ** 20), cpu: Math.round((userCPUTime + systemCPUTime) / 1000) };
  writeFileSync(process.env.PROCTOR_TEST_METER, JSON.stringify(cost));
});
