import { Option } from 'commander';
import { once, port } from './parsers.js';

/** `--inspect`, for whatever has something to look at. */
export const inspectOption = () =>
  new Option('--inspect [port]', 'serve a page that shows what passes, live')
    .argParser((value: string | true) => (value === true ? value : port(value)))
    .preset(true as never);

/** `--host`, beside `--inspect`. */
export const hostOption = () =>
  new Option('--host <address>', 'with --inspect: listen on this address; whoever has the token may come').argParser(
    once,
  );
