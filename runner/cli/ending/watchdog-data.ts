/** What the watchdog gets to know. */
export interface WatchdogData {
  /** `TAKEN`, `ENDS` and `LISTENS`. */
  shared: Int32Array;
  /** Their numbers. */
  signals: number[];
  patience: Patience;
}

/** ms after the first signal at which the watchdog acts. */
export interface Patience {
  /** The main thread has not taken it. */
  untaken: number;
  /** It has, and is still there. */
  taken: number;
}

/** Where the main thread counts the signals that it took. */
export const TAKEN = 0;
/** Set once the main thread ends the process. */
export const ENDS = 1;
/** Set while the main thread takes signals. */
export const LISTENS = 2;

/** The name of the function, among the globals of the main thread, that ends the process. */
export const CALL = '__proctorEndsNow';
