// Behaviours over stdio that are about the process: its start, its end, its pipes, its children.
import { closeSync } from 'node:fs';
import { control } from './control.mjs';
import { drip, flood } from './valid.mjs';

export { serveStdio as serve } from './stdio.mjs';

const stay = () => {
  setInterval(() => {}, 1000);
};
const deafTo = (...signals) => {
  for (const signal of signals) process.on(signal, () => {});
};
/** Reads what comes and says nothing. */
const swallow = ({ stdin }) => {
  stdin.resume();
  stdin.on('end', () => process.exit(0));
  return true;
};

export const behaviours = {
  valid: { about: 'Does nothing wrong.', legal: true, exit: 0, report: 'the case passes' },
  silent: {
    about: 'Reads and never says a word.',
    exit: 3,
    report: 'initialize was not answered in time',
    start: swallow,
  },
  'never-answers': {
    about: 'Answers initialize and then nothing more.',
    exit: 1,
    report: 'the ping was not answered in time',
    ordinary: () => {},
  },
  'late-answer': {
    about: 'Answers each ping 8 s late.',
    exit: 1,
    report: 'the ping was not answered in time',
    ordinary: (io, reply) => setTimeout(() => io.line(reply), 8000),
  },
  'slow-drip': {
    about: 'Writes every byte on its own, 2 ms apart.',
    legal: true,
    exit: 0,
    report: 'the case passes',
    ordinary: (io, reply) => drip(io.stdout, `${JSON.stringify(reply)}\n`, 2),
  },
  'never-exits': {
    about: 'Goes on after the end of its input; ends at TERM.',
    exit: [0, 1],
    report: 'the case passes; the process is ended by TERM and nothing is left',
    eof: stay,
  },
  'ignores-term': {
    about: 'Goes on after the end of its input, and at TERM, INT and HUP.',
    exit: [0, 1],
    report: 'the case passes; the process is killed and nothing is left',
    start: () => {
      deafTo('SIGTERM', 'SIGINT', 'SIGHUP');
    },
    eof: stay,
  },
  'stops-itself': {
    about: 'Stops itself (SIGSTOP) at the first ping, so that it reacts to nothing but KILL.',
    exit: 1,
    report: 'the ping was not answered in time; the process is killed and nothing is left',
    ordinary: () => {
      // Its own timer stands still with it.
      control.guard();
      process.kill(process.pid, 'SIGSTOP');
    },
  },
  spins: {
    about: 'Computes without end at the first ping.',
    exit: 1,
    report: 'the ping was not answered in time; nothing is left',
    ordinary: () => {
      while (!control.over);
      control.die();
    },
  },
  'child-holds-pipes': {
    about: 'Exits in order, but a child of its group holds its stdout and stderr open.',
    exit: [0, 1],
    report: 'the case passes; the run does not wait for the pipes, and the child is ended',
    start: () => {
      control.leave({ stdio: ['ignore', 'inherit', 'inherit'] });
    },
  },
  'many-children': {
    about: 'Leaves ten children of its group behind.',
    exit: [0, 1],
    report: 'the case passes; all children are ended',
    start: () => {
      for (let count = 0; count < 10; count++) control.leave({ stdio: 'ignore' });
    },
  },
  'setsid-escape': {
    about: 'Leaves a child in a session of its own (setsid) that holds stdout and stderr open.',
    exit: [0, 1],
    report: 'the case passes; the run does not wait for the pipes',
    start: () => {
      control.leave({ detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
    },
  },
  'setsid-escape-bare': {
    about: 'Leaves a child in a session of its own, with an empty environment and without pipes.',
    exit: [0, 1],
    report: 'the case passes; the run ends in time',
    start: () => {
      control.leave({ detached: true, stdio: 'ignore', env: {} });
    },
  },
  'closes-stdin': {
    about: 'Closes its stdin right after it has answered initialize, and lives on.',
    exit: 1,
    report: 'the ping could not be delivered or was not answered; the run itself survives the broken pipe',
    initialize: (io, reply) => {
      io.line(reply);
      io.stdin.destroy();
      stay();
    },
  },
  'closes-stdout': {
    about: 'Closes its stdout right after it has answered initialize, and lives on.',
    exit: 1,
    report: 'the target closed its output before the ping was answered',
    initialize: (io, reply) => {
      io.now(`${JSON.stringify(reply)}\n`);
      closeSync(1);
      stay();
    },
    ordinary: () => {},
  },
  'closes-stderr': {
    about: 'Closes its stderr at once.',
    legal: true,
    exit: 0,
    report: 'the case passes',
    start: () => {
      closeSync(2);
    },
  },
  'floods-stdout': {
    about: 'Sends log messages without end once it is initialized.',
    exit: [0, 1],
    report: 'the case passes or the cap on output is named; memory stays bounded',
    initialized: (io) => {
      const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(1000) } })}\n`;
      flood(io.stdout, () => line);
    },
  },
  'floods-garbage': {
    about: 'Writes lines that are no JSON without end once it is initialized.',
    exit: 1,
    report: 'stdout carries something that is not a message, quoted up to a cap; memory stays bounded',
    initialized: (io) => flood(io.stdout, () => `${'garbage '.repeat(100)}\n`),
  },
  'floods-stderr': {
    about: 'Writes to stderr without end.',
    legal: true,
    exit: 0,
    report: 'the case passes; of stderr only the end is kept',
    start: (io) => {
      flood(io.stderr, () => `${'complaint '.repeat(100)}\n`);
    },
  },
  banner: {
    about: 'Prints a banner on stdout before anything else.',
    exit: 1,
    report: 'stdout carries something that is not a message: the banner is quoted',
    start: (io) => {
      io.write('Hostile Peer 1.0 - welcome!\n');
    },
  },
  'banner-on-stderr': {
    about: 'Prints a banner on stderr.',
    legal: true,
    exit: 0,
    report: 'the case passes',
    start: (io) => {
      io.stderr.write('Hostile Peer 1.0 - welcome!\n');
    },
  },
  'exits-at-once': {
    about: 'Exits with code 0 at once.',
    exit: [1, 3],
    report: 'the target exited with code 0 before it said anything',
    start: () => process.exit(0),
  },
  'exits-with-error': {
    about: 'Says on stderr that a module is missing and exits with code 7.',
    exit: [1, 3],
    report: 'the target exited with code 7; its last words on stderr are shown',
    start: (io) => {
      io.now("Error: Cannot find module './server.js'\n", 2);
      process.exit(7);
    },
  },
  'dies-in-handshake': {
    about: 'Exits with code 1 when initialize comes.',
    exit: [1, 3],
    report: 'the target exited with code 1 while initialize was open',
    initialize: () => process.exit(1),
  },
  'dies-in-mid-line': {
    about: 'Exits in the middle of the answer to initialize.',
    exit: [1, 3],
    report: 'the target exited while initialize was open; the half line is evidence',
    initialize: (io, reply) => {
      const text = JSON.stringify(reply);
      io.now(text.slice(0, text.length / 2));
      process.exit(0);
    },
  },
  'dies-after-handshake': {
    about: 'Exits with code 0 when the first ping comes.',
    exit: 1,
    report: 'the target exited with code 0 while the ping was open',
    ordinary: () => process.exit(0),
  },
  'dies-by-signal': {
    about: 'Kills itself with SIGSEGV when the first ping comes.',
    exit: 1,
    report: 'the target was ended by SIGSEGV while the ping was open',
    ordinary: () => process.kill(process.pid, 'SIGSEGV'),
  },
};
