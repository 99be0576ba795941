import { WebSocket } from 'ws';
import { connectControl } from '../../src/control/client.js';
import 'vscode-jsonrpc/node';
import type { Control } from '../../src/control/types.js';
import type { Running } from './program.js';

/** The address of its page that a command prints. */
export const addressOf = (running: Running): Promise<string> =>
  new Promise((settle, reject) => {
    let text = '';
    running.child.stderr?.on('data', (chunk: string) => {
      text += chunk;
      const [, url] = /(?:inspector|page) at (\S+)/.exec(text) ?? [];
      if (url !== undefined) settle(url);
    });
    running.done.then(({ stderr }) => reject(new Error(stderr)), reject);
  });

/** The control channel of the page at an address. */
export async function controlOf(url: string): Promise<Control> {
  const [page = '', token = ''] = url.split('#token=');
  const socket = new WebSocket(`${page.replace(/^http/, 'ws')}control`, ['proctor-control-v1', `proctor.${token}`]);
  await new Promise((settle, reject) => socket.on('open', settle).on('error', reject));
  return connectControl({
    send: (text) => socket.send(text),
    listen: ({ text, closed }) => void socket.on('message', (data) => text(String(data))).on('close', closed),
    close: () => socket.close(),
  });
}
