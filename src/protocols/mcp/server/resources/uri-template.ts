/** What a variable of a template may stand for: unreserved characters and escapes (RFC 6570, section 3.2.2), which decoding checks. */
const VALUE = /[A-Za-z0-9._~%-]/;
/** How many pieces of a template and characters of a URI are compared at most: either may be a server's. */
const MOST = 1_000_000;

/** The variables of a URI template of level 1, in their order (RFC 6570, section 1.2). */
export function variablesOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

/**
 * The variables' values if `uri` is an expansion of the template, else undefined; the first takes as much as it can. Takes time in
 * proportion to the pieces of the template and the length of the URI; undefined too if that is beyond all use.
 */
export function matchTemplate(template: string, uri: string): { [variable: string]: string } | undefined {
  const names = variablesOf(template);
  const literals = template.split(/\{\w+\}/);
  if (literals.length * uri.length > MOST) return undefined;
  const [first = ''] = literals;
  if (!uri.startsWith(first)) return undefined;
  const isValue = Array.from({ length: uri.length }, (_, at) => VALUE.test(uri.charAt(at)));
  const ends = endsOf(literals, uri, isValue);
  const values: [name: string, value: string][] = [];
  let at = first.length;
  for (const [index, name] of names.entries()) {
    let end = -1;
    for (let next = at; isValue[next]; next++) if (ends[index]![next + 1]) end = next + 1;
    if (end < 0) return undefined;
    values.push([name, uri.slice(at, end)]);
    at = end + literals[index + 1]!.length;
  }
  if (names.length === 0 && uri !== first) return undefined;
  try {
    return Object.fromEntries(values.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}

/** For each variable, from the last to the first, the places at which it may end, so that the rest of the template fits the rest of the URI. */
function endsOf(literals: readonly string[], uri: string, isValue: readonly boolean[]): Uint8Array[] {
  const ends: Uint8Array[] = [];
  let after: Uint8Array | undefined;
  for (let index = literals.length - 1; index > 0; index--) {
    const literal = literals[index]!;
    // Where the literal after a variable may begin, and then what follows it.
    const here = new Uint8Array(uri.length + 1);
    for (let at = 0; at + literal.length <= uri.length; at++) {
      const next = at + literal.length;
      if (uri.startsWith(literal, at) && (after === undefined ? next === uri.length : after[next])) here[at] = 1;
    }
    ends.unshift(here);
    // Where a variable may begin that ends at one of these.
    const begins = new Uint8Array(uri.length + 1);
    for (let at = uri.length - 1; at >= 0; at--) if (isValue[at] && (here[at + 1] || begins[at + 1])) begins[at] = 1;
    after = begins;
  }
  return ends;
}

/** `{name}` in a text replaced by the value of that name; what has no value stays as it is. */
export function expandTemplate(text: string, values: { [name: string]: string }): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));
}
