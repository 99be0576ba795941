import fc from 'fast-check';

// A failed property says its own seed and path; this one brings the whole run again.
fc.configureGlobal({ seed: Number(process.env.PROCTOR_SEED) });
