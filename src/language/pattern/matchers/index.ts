import { decoded } from './decoded.js';
import { form } from './form.js';
import { joined } from './joined.js';
import { jsonl } from './jsonl.js';
import { each, filter, length, prefix, rising, unique, walk } from './lists.js';
import { absent, any, exact, has, literal, not, oneOf, schema, type } from './logic.js';
import type { Matcher } from './matcher.js';
import { atLeast, atMost, greater, integer, less, near } from './numbers.js';
import { parsed } from './parsed.js';
import { says } from './says.js';
import { signed } from './signed.js';
import { regex } from './text.js';
import { unordered } from './unordered.js';

/** Every matcher by the name that it has in a pattern. */
export const MATCHERS: { readonly [name: string]: Matcher } = {
  $any: any,
  $type: type,
  $re: regex,
  $in: oneOf,
  $not: not,
  $len: length,
  $absent: absent,
  $exact: exact,
  $has: has,
  $each: each,
  $filter: filter,
  $unordered: unordered,
  $unique: unique,
  $rising: rising,
  $prefix: prefix,
  $walk: walk,
  $joined: joined,
  $jsonl: jsonl,
  $parsed: parsed,
  $form: form,
  $decoded: decoded,
  $signed: signed,
  $gt: greater,
  $gte: atLeast,
  $lt: less,
  $lte: atMost,
  $near: near,
  $schema: schema,
  $int: integer,
  $lit: literal,
  $says: says,
};
