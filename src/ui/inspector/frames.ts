/** ms of a frame that work in the background may take; the rest is for drawing and for the reader. */
const SLICE = 5;
/** ms after which something is drawn although the browser asks for no frame, as for a page that nobody sees. */
const HIDDEN = 250;

/**
 * Calls `work` once before the next frame is drawn, however often it is asked for, and again in the next one as long as it returns false.
 * `work` gets the ms that it may take.
 */
export function onceAFrame(work: (ms: number) => boolean): () => void {
  let asked = false;
  const ask = () => {
    if (asked) return;
    asked = true;
    const run = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      asked = false;
      if (!work(SLICE)) ask();
    };
    const frame = requestAnimationFrame(run);
    const timer = setTimeout(run, HIDDEN);
  };
  return ask;
}
