import type { Bench } from './bench.ts';
export const bench: Bench = { about: 'http', size: 1000, run: async () => {} };
