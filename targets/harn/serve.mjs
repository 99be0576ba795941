// serve.mjs PROTOCOL PIPELINE FOLDER [ARG…]: runs `harn serve PROTOCOL` in FOLDER on a pipeline, whose path goes from this file, and hands it the
// others. Behind `--script` stands a pipeline to run in place of that one.
// harn keeps its state in the folder that it runs in, but for the log of events, which it would keep beside the pipeline.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHarn } from './start.mjs';

const [protocol, usual, folder, ...args] = process.argv.slice(2);
const at = args.indexOf('--script');
const [, name = usual] = at < 0 ? [] : args.splice(at, 2);
const pipeline = fileURLToPath(new URL(name, import.meta.url));
const env = {
  HARN_PROVIDERS_CONFIG: fileURLToPath(new URL('providers.toml', import.meta.url)),
  ...process.env,
  HARN_EVENT_LOG_SQLITE_PATH: join(folder, '.harn/events.sqlite'),
};
startHarn(['serve', protocol, ...args, pipeline], { cwd: folder, env });
