import type { Bench } from './bench.ts';
export const bench: Bench = { about: 'build', size: 1000, run: async () => {} };
