// Keeps every core busy.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Starts a process for each core that does nothing but turn. Returns the function that ends them. */
export function burn() {
  const argv = [
    '-e',
    'process.on("disconnect", () => process.exit()); const turn = () => { for (const end = Date.now() + 50; Date.now() < end; ); setImmediate(turn); }; turn();',
  ];
  // The channel ends with us, whatever becomes of us, and they with it.
  const burners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
  return () => {
    for (const burner of burners) burner.kill('SIGKILL');
  };
}
