// serve.mjs PROTOCOL PIPELINE FOLDER [ARG…]: runs `harn serve PROTOCOL` in FOLDER on a pipeline, whose path goes from this file, and hands it the others.
// harn keeps its state in the folder that it runs in, but for the log of events, which it would keep beside the pipeline.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [protocol, name, folder, ...args] = process.argv.slice(2);
const pipeline = fileURLToPath(new URL(name, import.meta.url));
const env = {
  HARN_PROVIDERS_CONFIG: fileURLToPath(new URL('providers.toml', import.meta.url)),
  ...process.env,
  HARN_EVENT_LOG_SQLITE_PATH: join(folder, '.harn/events.sqlite'),
};
const harn = spawn('harn', ['serve', protocol, ...args, pipeline], { stdio: 'inherit', cwd: folder, env });
harn.on('error', (error) => {
  // With an empty PATH the folder itself is looked at, and it can't be run.
  const missing = error.code === 'ENOENT' || error.code === 'EACCES';
  console.error(missing ? 'harn is not installed: no `harn` on the PATH (cargo install harn-cli)' : error.message);
  process.exitCode = 127;
});
harn.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
