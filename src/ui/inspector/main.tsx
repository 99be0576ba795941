import '@preact/signals';
import { render } from 'preact';
import { Link } from '../shared/link.js';
import { restoreTheme } from '../shared/theme.js';
import { App } from './app.js';
import { listenToKeys } from './keys.js';
import { Store } from './store.js';
import { PANES } from './tabs/panes.js';

restoreTheme();
const store = new Store(location.hash);
const link = new Link(`${location.origin.replace(/^http/, 'ws')}/control`, store.token, store.listener);
listenToKeys(store, document);
render(<App store={store} panes={PANES} retry={() => link.connect()} />, document.getElementById('app')!);
link.connect();
setInterval(() => {
  if (!document.hidden) void store.readPages();
}, 3_000);
// Another address of this page, pasted over this one, is another view or another token.
addEventListener('hashchange', () => location.reload());
