import type { Snapshot } from '../../../../src/control/snapshot.js';
import type { Codec } from '../../../../src/conversation/codec/codec.js';
import type { SaveRecordingParams, SaveRecordingResult } from '../../../../src/generated/types/control-v1.js';
import type { Footer, Header, Message } from '../../../../src/generated/types/recording-v1.js';
import { jsonText } from '../../../../src/json/json-escapes.js';
import { secrets } from '../../../../src/wire/output.js';
import { bodyCodec } from '../../../convert/body-codec.js';
import { toCase } from '../../../convert/to-case.js';
import { toHar } from '../../../convert/to-har.js';
import { toHtml } from '../../../convert/to-html.js';
import { CASE_NOTE, suiteOf } from './case-text.js';
import { savedPage } from './saved-page.js';

/** What makes files of lines that were recorded under this header. A text in place of a file says why there is none. */
export async function saverOf(header: Header) {
  const codec = await bodyCodec(header);
  return (
    format: SaveRecordingParams['format'],
    lines: readonly Message[],
    snapshot: () => Snapshot,
  ): SaveRecordingResult | string => {
    if (lines.length === 0) return 'there is no message to save';
    return FORMATS[format](header, lines, snapshot, codec);
  };
}

const FORMATS: {
  [format in SaveRecordingParams['format']]: (
    header: Header,
    lines: readonly Message[],
    snapshot: () => Snapshot,
    codec: Codec | undefined,
  ) => SaveRecordingResult | string;
} = {
  recording: (header, lines) => {
    const footer: Footer = { type: 'footer', messages: lines.length };
    const text = [header, ...lines, footer].map((line) => `${jsonText(line)}\n`).join('');
    return { name: 'session.ndjson', mediaType: 'application/x-ndjson', text, notes: [] };
  },
  har: (header, lines, _snapshot, codec) => {
    const made = toHar(header, lines, codec);
    if (!made) return `this session is over ${header.transport}, and a HAR file holds HTTP alone`;
    return { name: 'session.har', mediaType: 'application/json', text: `${jsonText(made, 2)}\n`, notes: [] };
  },
  case: (header, lines) => {
    const { kit, target } = header.roles;
    // What a client does somebody else must make it do: the case is about its server.
    const isServer = /\/(?:harn-)?(?:server|agent|runtime)$/.test(target);
    const { steps, checked, left } = toCase(isServer ? lines : lines.map(otherWay));
    if (checked === 0) return 'the other side says nothing in these messages that a case could expect';
    return {
      name: 'recorded.yaml',
      mediaType: 'application/yaml',
      text: suiteOf(isServer ? target : kit, header, steps),
      notes: [CASE_NOTE, ...left.map((what) => `not in the case: ${what}`)],
    };
  },
  html: (_header, _lines, snapshot) => {
    const parts = savedPage();
    if (!parts) return 'this build has no pages: run `npm run build`';
    return { name: 'session.html', mediaType: 'text/html', text: toHtml(withoutSecrets(snapshot()), parts), notes: [] };
  },
};

/** A file may hold what is a secret here: as in all that leaves, it is taken out. Sentences of the specification stay. */
const withoutSecrets = ({ requirements, ...rest }: Snapshot): Snapshot => ({ ...secrets.value(rest), requirements });

const otherWay = ({ record, ...line }: Message): Message => ({
  ...line,
  record: { ...record, from: record.from === 'kit' ? 'target' : 'kit' },
});
