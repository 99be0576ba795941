import '@preact/signals';
import { render } from 'preact';
import type { Snapshot } from '../../control/snapshot.js';
import { parseJson } from '../../json/json.js';
import { restoreTheme } from '../shared/theme.js';
import { App } from './app.js';
import { listenToKeys } from './keys.js';
import { snapshotControl } from './snapshot-control.js';
import { Store } from './store.js';

/** The page as a file: it shows the snapshot beside it, and has no connection. */
restoreTheme();
const snapshot = parseJson(document.getElementById('snapshot')!.textContent ?? '') as unknown as Snapshot;
const store = new Store(location.hash, snapshot.savedAt);
listenToKeys(store, document);
render(<App store={store} />, document.getElementById('app')!);
store.listener.opened(snapshotControl(snapshot), snapshot.state);
store.listener.changed('case/changed', { cases: snapshot.cases });
store.listener.lines(snapshot.lines);
// Another address of this file, pasted over this one, is another view.
addEventListener('hashchange', () => location.reload());
