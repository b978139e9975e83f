import type { Bench } from './bench.ts';
export const bench: Bench = { about: 'publish', size: 1000, run: async () => {} };
