/** What the address of the page says after `#`: the token, and what is looked at, so that a view can be sent to somebody. */
export interface Address {
  token?: string;
  filter: string;
  view: 'rows' | 'sequence';
  tab: Tab;
  /** Index of the selected row. */
  selected?: number;
}

export const TABS = ['message', 'answer', 'send', 'faults'] as const;
export type Tab = (typeof TABS)[number];

export function readAddress(hash: string): Address {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const tab = params.get('tab');
  const selected = params.get('message');
  const token = params.get('token');
  return {
    ...(token !== null && /^[\w-]{1,200}$/.test(token) && { token }),
    filter: (params.get('filter') ?? '').slice(0, 1000),
    view: params.get('view') === 'sequence' ? 'sequence' : 'rows',
    tab: TABS.find((one) => one === tab) ?? 'message',
    ...(selected !== null && /^\d{1,12}$/.test(selected) && { selected: Number(selected) }),
  };
}

/** The reverse, without what is as it is at first. */
export function writeAddress({ token, filter, view, tab, selected }: Address): string {
  const params = new URLSearchParams();
  if (token !== undefined) params.set('token', token);
  if (filter !== '') params.set('filter', filter);
  if (view !== 'rows') params.set('view', view);
  if (tab !== 'message') params.set('tab', tab);
  if (selected !== undefined) params.set('message', String(selected));
  // Readable where the address allows it.
  return `#${params.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3E', '>')}`;
}
