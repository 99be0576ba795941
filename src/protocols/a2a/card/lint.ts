import { isObject, type Json } from '../../../json/json.js';
import type { Linted, Remark } from '../../../language/remark.js';
import { linterOf03 } from './lint-0.3.js';
import { linterOf1 } from './v1/lint.js';

/** The versions by which cards are judged, oldest first. */
const LINTERS = { '0.3.0': linterOf03, '1.0.1': linterOf1 };
type Version = keyof typeof LINTERS;

/** Judges a card by some versions; all of them have a linter. */
type Linters = ReadonlyMap<Version, (card: Json) => Remark[]>;

/**
 * Makes what judges an agent card. Without a version each card is judged by that of its form, and one with the forms of both versions by both.
 *
 * @param version one of the versions by which cards are judged, or a profile of one, such as 0.3.0-harn
 */
export async function cardLinter(version?: string): Promise<(card: Json) => Linted> {
  const all = Object.keys(LINTERS) as Version[];
  const named = version === undefined ? all : all.filter((one) => version === one || version.startsWith(`${one}-`));
  if (named.length === 0) throw new Error(`agent cards are not judged by version ${version}`);
  const linters: Linters = new Map(await Promise.all(named.map(async (one) => [one, await LINTERS[one]()] as const)));
  return (card) => lintBy(linters, version === undefined ? formsOf(card) : named, card);
}

/** Since 1.0 the addresses of a card are in `supportedInterfaces`; before, the first is its `url`. A card with both is one of either version. */
function formsOf(card: Json): Version[] {
  if (!isObject(card) || !('supportedInterfaces' in card)) return ['0.3.0'];
  return 'url' in card ? ['0.3.0', '1.0.1'] : ['1.0.1'];
}

function lintBy(linters: Linters, versions: readonly Version[], card: Json): Linted {
  const found = versions.map((version) => ({ version, remarks: linters.get(version)!(card) }));
  const what = `agent card of A2A ${versions.join(' and ')}`;
  const [first, second] = found;
  return { what, remarks: second === undefined ? first!.remarks : together(first!, second) };
}

interface Found {
  version: Version;
  remarks: Remark[];
}

/** The remarks by both versions: what both have to say once, everything else with the version that says it. */
function together(old: Found, now: Found): Remark[] {
  const same = (one: Remark) => (other: Remark) => other.path === one.path && other.message === one.message;
  const by = (version: Version, one: Remark): Remark => ({ ...one, message: `${one.message}, by A2A ${version}` });
  return [
    ...old.remarks.map((one) => (now.remarks.some(same(one)) ? one : by(old.version, one))),
    ...now.remarks.filter((one) => !old.remarks.some(same(one))).map((one) => by(now.version, one)),
  ];
}
