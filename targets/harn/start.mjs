// Starts `harn`, whose streams are those of this process, and ends as it does.
import { spawn } from 'node:child_process';

export function startHarn(args, options) {
  const harn = spawn('harn', args, { stdio: 'inherit', ...options });
  harn.on('error', (error) => {
    // With an empty PATH the folder itself is looked at, and it can't be run.
    const missing = error.code === 'ENOENT' || error.code === 'EACCES';
    console.error(missing ? 'harn is not installed: no `harn` on the PATH (cargo install harn-cli)' : error.message);
    process.exitCode = 127;
  });
  harn.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
