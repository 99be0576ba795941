import { own } from '../../json/own.js';

/** Fills `${name}` from `values` in one text; a name that is not there stays as it is. */
export function expandText(text: string, values: { [name: string]: string | string[] }): string {
  return text.replace(/\$\{([^{}]+)\}/g, (whole, name: string) => {
    const [plain, form] = name.split(':') as [string, string | undefined];
    const value = own(values, plain);
    if (value === undefined) return whole;
    if (form === 'json') return JSON.stringify(value);
    if (form === 'sh') return [value].flat().map(quoted).join(' ');
    return [value].flat().join(' ');
  });
}

/** Fills the elements of an argv; an element that is one name of a list is spliced into several. */
export function expandArgv(argv: readonly string[], values: { [name: string]: string | string[] }): string[] {
  return argv.flatMap((element) => {
    const name = /^\$\{([^{}:]+)\}$/.exec(element)?.[1];
    const value = name === undefined ? undefined : own(values, name);
    return Array.isArray(value) ? value : [expandText(element, values)];
  });
}

/**
 * A command with further arguments: at its end, but before a `--` that leads in the program that a client or host starts,
 * whose arguments they are not.
 */
export function withMore(argv: readonly string[], more: readonly string[]): string[] {
  const end = argv.findIndex((element, index) => element === '--' && argv[index + 1] === '${peer.command}');
  return end < 0 ? [...argv, ...more] : [...argv.slice(0, end), ...more, ...argv.slice(end)];
}

const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
