import type { Json } from '../../../../json/json.js';

/** Where a page begins that is a part of one of the server's pages. */
export interface PartPosition {
  /** The cursor of the server's page; the method's name for its first page. */
  cursor: string;
  /** How many of its entries come before. */
  skip: 0 | 2;
}

/** Letters swapped for others that are legal in a string and that careless clients mangle. */
const ODD: Record<string, string> = { A: ' ', Q: '"', I: 'é', c: '日', y: '%2F' };

/** The cursor that a client gets for a position. */
export const oddCursor = ({ cursor, skip }: PartPosition): string =>
  `¿${skip}${cursor.replace(/[AQIcy]/g, (letter) => ODD[letter]!)}`;

/** The position that a client names, or undefined for what `oddCursor` did not write. */
export function readOddCursor(written: Json | undefined): PartPosition | undefined {
  if (typeof written !== 'string' || !written.startsWith('¿')) return undefined;
  const cursor = Object.entries(ODD).reduce((plain, [letter, odd]) => plain.replaceAll(odd, letter), written.slice(2));
  const position = { cursor, skip: written[1] === '0' ? 0 : 2 } as const;
  return oddCursor(position) === written ? position : undefined;
}
