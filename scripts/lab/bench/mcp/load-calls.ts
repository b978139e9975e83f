import type { Load } from '../load/load.ts';
import type { Call } from './call.ts';

export type CallLoad = {
  readonly url: string;
  /** Made in turn, the next on a connection once one is answered. */
  readonly calls: readonly Call[];
  readonly connections: number;
  readonly seconds: number;
};

/** Makes calls from a process of its own, each under another id. */
export type CallGenerator = {
  readonly note: string;
  readonly run: (load: CallLoad) => Promise<Load>;
};
