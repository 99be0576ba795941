/** What the page of a decision shows. */
export interface ConsentPage {
  client: string;
  scopes: readonly string[];
  resources: readonly string[];
  /** Where the answer goes. */
  redirect: string;
  /** Where the form goes. */
  action: string;
  /** What the form brings. */
  request: string;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}button{font:inherit;padding:.4rem 1rem;margin-right:.5rem}';

/** A page on which a person decides, with no script in it. */
export function consentPage({ client, scopes, resources, redirect, action, request }: ConsentPage): string {
  const rows = [
    ['Client', client],
    ['Scopes', scopes.join(' ') || 'none'],
    ['Resource', resources.join(' ') || 'none'],
    ['You are sent back to', hostOf(redirect)],
  ];
  const list = rows.map(([name, value]) => `<dt>${escaped(name!)}</dt><dd>${escaped(value!)}</dd>`).join('');
  const buttons = [
    ['approve', 'Approve'],
    ['deny', 'Deny'],
    ['wrong-state', 'Approve with a wrong state'],
  ].map(([value, text]) => `<button name="decision" value="${value}">${text}</button>`);
  return page(
    'Allow access?',
    `<dl>${list}</dl><form method="post" action="${escaped(action)}"><input type="hidden" name="request" value="${escaped(request)}">${buttons.join('')}</form>`,
  );
}

/** A page that says why nothing is done. */
export const errorPage = (reason: string): string =>
  page('This request can not be answered', `<p>${escaped(reason)}</p>`);

const page = (title: string, content: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${content}</html>\n`;

/** The scheme and host of a URI; the scheme alone if it has no host. */
function hostOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return host === '' ? protocol : `${protocol}//${host}`;
}

const ENTITIES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
