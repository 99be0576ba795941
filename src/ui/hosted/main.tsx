import '@preact/signals';
import { render } from 'preact';
import { Link } from '../shared/link.js';
import { restoreTheme } from '../shared/theme.js';
import { App } from './app.js';
import { Store } from './store.js';

restoreTheme();
const store = new Store(location.hash);
const link = new Link(`${location.origin.replace(/^http/, 'ws')}/control`, store.token, store.listener);
render(<App store={store} retry={() => link.connect()} />, document.getElementById('app')!);
link.connect();
// Another address of this page, pasted over this one, is another run.
addEventListener('hashchange', () => location.reload());
