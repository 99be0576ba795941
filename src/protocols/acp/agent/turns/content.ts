import type { ContentBlock } from '../../../../generated/types/acp-1.21.0.js';
import { own } from '../../../../json/own.js';
import { invalidParams } from '../../errors.js';
import type { Abilities } from '../script.js';

/** Which ability a kind of content needs; the others every agent takes (ACP, Initialization, Prompt Capabilities). */
const NEEDED: { readonly [type: string]: 'image' | 'audio' | 'embeddedContext' } = {
  image: 'image',
  audio: 'audio',
  resource: 'embeddedContext',
};

/** Throws RpcError -32602 for content of a kind that was not advertised. */
export function checkContent(prompt: readonly ContentBlock[], abilities: Abilities): void {
  const wrong = prompt.find(({ type }) => {
    const needed = own(NEEDED, type);
    return needed !== undefined && !abilities[needed];
  });
  if (wrong) throw invalidParams(`a prompt must not have content of type ${wrong.type}: it was not advertised`);
}

/** What a prompt asks to be shown: the first word of its first text, and what stands behind it. */
export function orderIn(prompt: readonly ContentBlock[]): { name: string; rest: string } {
  const first = prompt.find((block) => block.type === 'text');
  const [, name = '', rest = ''] = /^\s*(\S*)\s*(.*)$/s.exec(first?.text ?? '') ?? [];
  return { name, rest };
}
