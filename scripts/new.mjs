// `npm run new` writes the first files of what somebody adds to Proctor, and says what to fill in and what to run next.
import { newCase } from './new/case.mjs';
import { freeId } from './new/corpus.mjs';
import { NewError } from './new/files.mjs';
import { newProtocol } from './new/protocol.mjs';
import { newReporter } from './new/reporter.mjs';
import { newRequirement } from './new/requirement.mjs';

process.chdir(new URL('..', import.meta.url).pathname);

/** Of an example: a requirement that is not there yet. */
const FREE = freeId('mcp', 'MCP-PING');

/** What can be added: its arguments, an example, and the function that writes it and returns the next steps. */
const KINDS = {
  protocol: {
    takes: ['NAME'],
    example: 'weather',
    says: 'schemas, a server with its reference, a requirement, a mutant and a case',
    make: newProtocol,
  },
  requirement: {
    takes: ['ID', 'ROLE', 'AREA.MUTANT'],
    example: `${FREE} mcp/server ping.too-late`,
    says: 'a requirement, and a mutant that breaks it',
    make: newRequirement,
  },
  case: {
    takes: ['ROLE', 'AREA.NAME', '[REQUIREMENT]'],
    example: `mcp/server ping.in-time ${FREE}`,
    says: 'a case that checks a requirement; without one, the one that nothing checks yet',
    make: newCase,
  },
  reporter: { takes: ['NAME'], example: 'csv', says: 'a report format and its golden file', make: newReporter },
};

const [kind, ...words] = process.argv.slice(2);
try {
  if (kind === undefined) console.log(overview());
  else console.log((await make(kind, words)).join('\n'));
} catch (error) {
  if (!(error instanceof NewError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function make(kind, words) {
  if (!Object.hasOwn(KINDS, kind)) throw new NewError(`there is no ${JSON.stringify(kind)} to add\n\n${overview()}`);
  const { takes, make } = KINDS[kind];
  const least = takes.filter((one) => !one.startsWith('[')).length;
  if (words.length < least || words.length > takes.length)
    throw new NewError(`npm run new ${kind} takes ${takes.join(' ')}\n${lineOf(kind)}`);
  return make(...words);
}

function overview() {
  return ['What to add, each with an example:', '', ...Object.keys(KINDS).map(lineOf)].join('\n');
}

function lineOf(kind) {
  const { example, says } = KINDS[kind];
  return `  npm run new ${kind} ${example}\n      ${says}`;
}
