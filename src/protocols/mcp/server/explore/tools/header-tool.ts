import { isObject } from '../../../../../json/json.js';
import { PER_REQUEST_HEADERS } from '../../../per-request.js';
import type { Findings } from '../findings.js';
import type { OfferedTool } from '../offered.js';
import { fits } from './arguments.js';

/** Where the schema of an argument says which header repeats it (MCP 2026-07-28, Streamable HTTP, Custom Headers from Tool Parameters). */
const REPEATED = 'x-mcp-header';

/** Texts of several lengths, letters and signs: an argument that a case may give any must take all of them. */
const TEXTS = ['us-west1', 'Hello, 世界', ' padded ', 'line1\nline2', '=?base64?literal?=', 'SGVsbG8='];

/**
 * What the list of tools shows of arguments that headers repeat: a tool that needs no other, and takes any text for it.
 *
 * @param tools those that may be called
 */
export function recogniseHeaderTool(tools: readonly OfferedTool[], findings: Findings): void {
  for (const { name, inputSchema } of tools)
    for (const [argument, schema] of Object.entries(isObject(inputSchema.properties) ? inputSchema.properties : {})) {
      const header = isObject(schema) && schema.type === 'string' ? schema[REPEATED] : undefined;
      if (typeof header !== 'string' || header === '') continue;
      if (TEXTS.every((text) => fits({ [argument]: text }, inputSchema)))
        findings.show('header-tool', { name, argument, header: `${PER_REQUEST_HEADERS.param}${header.toLowerCase()}` });
    }
}
