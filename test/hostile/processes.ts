import { late, type Row } from '../testing/hostile.js';

/** What comes of a target that went away before it said a word. */
const unstarted = (how: string) =>
  new RegExp(`^the target could not be started: \`.* stdio\\..*\` ${how} before it said anything$`);

/** Expectations for the behaviours of stdio-processes.mjs. */
export const processes: Row[] = [
  // These show that the process of a run ends too: that of many calls only has nothing left to do.
  { name: 'valid', exit: 0, alone: true },
  {
    name: 'silent',
    within: '300ms',
    exit: 3,
    cause: /^the handshake failed: reply to initialize did not come within 1(?:200ms|\.2s); nothing came at all/,
  },
  { name: 'never-answers', play: 'briefly', exit: 1, ping: late },
  { name: 'late-answer', play: 'briefly', exit: 1, ping: late },
  { name: 'slow-drip', exit: 0 },
  { name: 'never-exits', exit: 0 },
  { name: 'ignores-term', exit: 0 },
  { name: 'stops-itself', play: 'briefly', exit: 1, ping: late },
  { name: 'spins', play: 'briefly', exit: 1, ping: late },
  { name: 'child-holds-pipes', exit: 0, alone: true },
  { name: 'many-children', exit: 0 },
  { name: 'setsid-escape', exit: 0 },
  { name: 'setsid-escape-bare', exit: 0 },
  { name: 'closes-stdin', play: 'briefly', exit: 1, ping: late },
  {
    name: 'closes-stdout',
    exit: 1,
    ping: ['fail', /^MCP-PING-01: channel main was closed before reply to ping\S* came$/],
  },
  { name: 'closes-stderr', exit: 0 },
  { name: 'floods-stdout', exit: 0, mib: 250 },
  {
    name: 'floods-garbage',
    exit: 1,
    breaks: { stdout: /"garbage garbage .*…" on its output is not a message/ },
    mib: 250,
  },
  { name: 'floods-stderr', exit: 0 },
  { name: 'banner', exit: 1, breaks: { stdout: /"Hostile Peer 1\.0 - welcome!" on its output is not a message/ } },
  { name: 'banner-on-stderr', exit: 0 },
  { name: 'exits-at-once', exit: 3, cause: unstarted('exited with code 0') },
  {
    name: 'exits-with-error',
    exit: 3,
    cause: unstarted('exited with code 7'),
    told: /what it said on stderr:\n *Error: Cannot find module '\.\/server\.js'\n/,
  },
  { name: 'dies-in-handshake', exit: 3, alone: true, cause: unstarted('exited with code 1') },
  {
    name: 'dies-in-mid-line',
    exit: 3,
    cause: /^the handshake failed: the target exited with code 0 before reply to initialize came$/,
  },
  {
    name: 'dies-after-handshake',
    exit: 1,
    ping: ['fail', /^MCP-BASE-25: the target exited with code 0 before reply to ping\S* came$/],
  },
  {
    name: 'dies-by-signal',
    exit: 1,
    ping: ['fail', /^MCP-BASE-25: the target was ended by SIGSEGV before reply to ping\S* came$/],
  },
];
