// Loaded before a mock: at SIGUSR2 it collects what nobody needs and says on stderr what is left, in bytes.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  process.stderr.write(`heap ${process.memoryUsage().heapUsed}\n`);
});
