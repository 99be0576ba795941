import { isObject, type Json } from '../../../json/json.js';
import { escapeToken } from '../../../json/pointer.js';
import type { Remark } from '../../../language/remark.js';

/** Names of members whose text is a secret. A card names schemes and where to sign in, and never what to sign in with. */
const NAMES =
  /^(api[_-]?key|(client|shared)?[_-]?secret|password|credentials?|(access|refresh|bearer|auth)?[_-]?token|private[_-]?key)$/i;
/** A JSON Web Token, or a key in PEM: secrets wherever they stand. */
const VALUES = /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}|-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Texts that look like secrets, in whatever part of the card. */
export function aboutSecrets(card: Json): Remark[] {
  const remarks: Remark[] = [];
  const open: [value: Json, path: string, name: string][] = [[card, '', '']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, path, name] = next;
    if (typeof value === 'string') {
      if (value !== '' && (NAMES.test(name) || VALUES.test(value)))
        remarks.push({
          path,
          message: 'looks like a secret; everyone can read a card',
          severity: 'warning',
          requirement: 'A2A-CARD-011',
        });
    } else if (Array.isArray(value)) {
      for (const [index, one] of value.entries()) open.push([one, `${path}/${index}`, '']);
    } else if (isObject(value)) {
      // The names of scopes are anybody's, and what stands behind them is for people.
      for (const [key, one] of Object.entries(value))
        if (key !== 'scopes') open.push([one, `${path}/${escapeToken(key)}`, key]);
    }
  }
  return remarks;
}
