import { crypto } from '../../json/crypto.js';

/** LMDB takes keys of some 1,900 bytes. An id that begins as a hash does is hashed as well. */
const PLAIN = /^(?!#)[\x20-\x7e]{1,200}$/;

/** The key of an id that somebody else has chosen: the id, or its SHA-256 if it is long or has unusual characters. */
export const storeKey = (id: string): string =>
  PLAIN.test(id) ? id : `#${crypto().createHash('sha256').update(id, 'utf16le').digest('hex')}`;
