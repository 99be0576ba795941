// Runs `harn serve acp` on the pipelines beside this file. harn looks for a relative path in the folder of the session, so it
// gets the absolute one.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const pipeline = fileURLToPath(new URL('bridge.harn', import.meta.url));
const harn = spawn('harn', ['serve', 'acp', pipeline], { stdio: 'inherit' });
harn.on('error', (error) => {
  // With an empty PATH the folder itself is looked at, and it can't be run.
  const missing = error.code === 'ENOENT' || error.code === 'EACCES';
  console.error(missing ? 'harn is not installed: no `harn` on the PATH (cargo install harn-cli)' : error.message);
  process.exitCode = 127;
});
harn.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
