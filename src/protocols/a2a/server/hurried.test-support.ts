import { type Clock, realClock } from '../../../wire/clock/clock.js';

/** Time in which nothing takes long. */
export const hurried: Clock = {
  ...realClock,
  after: (_, fire) => {
    const timer = setImmediate(fire);
    return () => clearImmediate(timer);
  },
};
