import 'vscode-jsonrpc/browser';
import { connectControl } from '../../control/client.js';
import { type ControlSocket, SUBPROTOCOL, TOKEN_PREFIX } from '../../control/socket-messages.js';
import type { Control, ControlNotifications } from '../../control/types.js';
import type { Line, State } from '../../generated/types/control-v1.js';

/** What is said beside lines. */
export type Change = Exclude<keyof ControlNotifications, 'transcript/line'>;

const CHANGES = ['pending/changed', 'session/changed', 'case/changed', 'hosted/changed'] as const satisfies Change[];

/** What the page learns from its connection. */
export interface LinkListener {
  /** A connection is there, and this is how things stand. Returns the index of the line that it wants first. */
  opened(control: Control, state: State): number;
  /** Lines in their order, without gaps from what `opened` asked for. Some may be those of before, with more findings. */
  lines(lines: readonly Line[]): void;
  changed<N extends Change>(name: N, params: ControlNotifications[N]['params']): void;
  /** No connection; the next try is in so many ms. */
  lost(retry: number): void;
}

/** Lines of one answer: few enough that reading them holds up no frame. */
const AT_ONCE = 250;
/** ms until the first retry, and the most. */
const [FIRST_RETRY, LAST_RETRY] = [1000, 10_000];

/** The page's connection to Proctor. It is made anew until the page is closed. */
export class Link {
  private wait = FIRST_RETRY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private socket: WebSocket | undefined;

  constructor(
    private readonly url: string,
    private readonly token: string | undefined,
    private readonly listener: LinkListener,
  ) {}

  /** Tries now, unless there is a connection or a try. */
  connect(): void {
    clearTimeout(this.timer);
    if (this.socket !== undefined) return;
    const protocols = [SUBPROTOCOL, ...(this.token === undefined ? [] : [`${TOKEN_PREFIX}${this.token}`])];
    const socket = new WebSocket(this.url, protocols);
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.wait = FIRST_RETRY;
      this.use(connectControl(socketOf(socket))).catch(() => socket.close());
    });
    socket.addEventListener('close', () => {
      this.socket = undefined;
      this.listener.lost(this.wait);
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LAST_RETRY);
    });
  }

  private async use(control: Control): Promise<void> {
    const { listener } = this;
    /** The line that comes next; unset until the state is known. */
    let next: number | undefined;
    let reading = false;
    const early: (() => void)[] = [];
    // What is changed is handed on once the state is known that it changes.
    const later = (work: () => void) => void (next === undefined ? early.push(work) : work());
    const read = async () => {
      if (reading) return;
      reading = true;
      for (let end = false; !end; ) {
        const part = await control.request('transcript/read', { from: next!, limit: AT_ONCE });
        listener.lines(part.lines);
        next = Math.max(next!, part.next);
        end = part.end;
      }
      reading = false;
    };
    control.on('transcript/line', ({ lines }) =>
      later(() => {
        const known = lines.filter(({ index }) => index < next!);
        if (known.length > 0) listener.lines(known);
        const following = lines.filter(({ index }) => index >= next!);
        if (following.length === 0) return;
        if (reading || following[0]!.index !== next) {
          // What is missing in between is read, and these with it.
          read().catch(() => control.close());
          return;
        }
        listener.lines(following);
        next = following.at(-1)!.index + 1;
      }),
    );
    for (const name of CHANGES) control.on(name, (params) => later(() => listener.changed(name, params)));
    const state = await control.request('session/list');
    next = Math.max(listener.opened(control, state), state.first);
    for (const work of early.splice(0)) work();
    await read();
  }
}

function socketOf(socket: WebSocket): ControlSocket {
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    listen: ({ text, closed }) => {
      socket.addEventListener('message', ({ data }) => {
        if (typeof data === 'string') text(data);
      });
      socket.addEventListener('close', closed);
    },
    close: () => socket.close(),
  };
}
