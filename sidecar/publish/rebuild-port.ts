import type { RebuildMessage } from './messages.ts';

/** The way from the rebuild to whoever serves, and what it needs of the process. */
export type RebuildPort = {
  readonly post: (message: RebuildMessage) => void;
  readonly log: (
    level: 'debug' | 'info' | 'warn',
    message: string,
    fields?: Readonly<Record<string, unknown>>,
  ) => void;
  readonly now: () => Date;
  /** Calls when the time has come to try again what failed. */
  readonly onRetry: (retry: () => void) => void;
};
