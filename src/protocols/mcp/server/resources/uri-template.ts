import { searchIn } from '../../../../bounded/expression.js';

/** What a variable of a template may stand for: unreserved characters and escapes (RFC 6570, section 3.2.2), which decoding checks. */
const VALUE = '([A-Za-z0-9._~%-]+)';

/** The variables of a URI template of level 1, in their order (RFC 6570, section 1.2). */
export function variablesOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}

/** The variables' values if `uri` is an expansion of the template, else undefined; so if finding out would cost too much. */
export function matchTemplate(template: string, uri: string): { [variable: string]: string } | undefined {
  const names = variablesOf(template);
  const pattern = template
    .split(/\{\w+\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(VALUE);
  try {
    const [found] = searchIn(new RegExp(`^${pattern}$`), [uri]);
    if (!found) return undefined;
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1]!)]));
  } catch {
    return undefined;
  }
}

/** `{name}` in a text replaced by the value of that name; what has no value stays as it is. */
export function expandTemplate(text: string, values: { [name: string]: string }): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? values[name]! : whole));
}
