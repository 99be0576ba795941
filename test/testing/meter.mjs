// Loaded before a program (`node --import`): when it exits, writes the peak of its memory in MiB to the file that
// PROCTOR_TEST_METER names.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env.PROCTOR_TEST_METER, String(Math.round(process.resourceUsage().maxRSS / 1024)));
});
