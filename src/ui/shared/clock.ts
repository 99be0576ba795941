import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Counts the time by the second, in ms since 1970, as long as something on the page goes by it. */
export function useClock(now: Signal<number>, isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    now.value = Date.now();
    const timer = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isNeeded, now]);
}
