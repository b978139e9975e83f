import type { Bench } from './bench.ts';
export const bench: Bench = { about: 'service', size: 1000, run: async () => {} };
