import { isObject, type Json, type JsonObject, stringifyJson } from '../../../../json/json.js';
import { canonicalJson } from '../../card/canonical.js';
import { signedPart } from '../../card/v1/presence.js';
import type { ClientParts } from '../parts.js';
import { type Verifying, verifier } from '../verify-card.js';

const verifying = (how: Verifying) => (parts: ClientParts) => ({
  ...parts,
  verify: verifier(parts.script, parts.url, how),
});

/** How a client may verify a card, and should not, by the name of its defect. */
export const SIGNATURE_DEFECTS: { readonly [name: string]: (parts: ClientParts) => ClientParts } = {
  'signatures-unread': (parts) => ({ ...parts, verify: async () => undefined }),
  'signatures-first-alone': verifying({ counting: (all) => all.slice(0, 1) }),
  'signatures-with-defaults': verifying({ payloads: ({ signatures: _, ...card }) => [canonicalJson(card)] }),
  'signatures-without-empties': verifying({ payloads: (card) => [canonicalJson(emptied(signedPart(card, 'keep')))] }),
  'signatures-unsorted': verifying({ payloads: (card) => [stringifyJson(signedPart(card, 'keep'))] }),
};

/** A value without any member that is empty or false, whether it was set or not. */
function emptied(value: Json): Json {
  if (Array.isArray(value)) return value.map(emptied);
  if (!isObject(value)) return value;
  const all = Object.entries(value).map(([name, member]): [string, Json] => [name, emptied(member)]);
  return Object.fromEntries(all.filter(([, member]) => !isEmpty(member))) as JsonObject;
}

const isEmpty = (value: Json) => value === '' || value === false || stringifyJson(value) === '[]';
