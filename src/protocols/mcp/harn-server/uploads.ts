import type { FileInput } from '../../../generated/types/mcp-keywords-v1.js';
import { asObject } from '../../../json/json.js';
import { answer, text } from '../server/content.js';
import { type Tool, tool } from '../server/state/tool.js';

/** A small text file. */
const UPLOAD: FileInput = {
  type: 'string',
  format: 'uri',
  'x-mcp-file': { accept: ['text/*'], maxSize: 64 },
};

/** A tool that takes a file, and one that tells how often it did. */
export function uploadTools(): Tool[] {
  let count = 0;
  return [
    tool(
      'inspect_upload',
      {
        title: 'Inspect an upload',
        description: 'Takes a small text file.',
        takes: { upload: asObject({ ...UPLOAD, description: 'The file.' }) },
        needs: ['upload'],
        changes: true,
      },
      () => {
        count += 1;
        return answer(text('Received.'));
      },
    ),
    tool('count_uploads', { title: 'Count the uploads', description: 'Tells how many uploads were received.' }, () =>
      answer(text(String(count))),
    ),
  ];
}
