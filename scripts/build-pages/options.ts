import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.ts';

/** What a build of pages was asked to do. */
export type PagesOptions = {
  /** The pack of the data release that the pages are made from. */
  readonly release: string;
  /** The pack of the pages before, of which is taken over what is the same. */
  readonly previous: string | undefined;
  /** The pack to write. */
  readonly out: string;
  /** The folder in which Astro may write. */
  readonly work: string;
  /** Ends when its standard input does, as that of a child does when its parent was killed. */
  readonly attached: boolean;
};

/** Reads the command line. Throws an error that isUsageError knows. */
export function parsePagesOptions(args: readonly string[]): PagesOptions {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      release: option,
      previous: option,
      out: option,
      work: option,
      attached: { type: 'boolean', default: false },
    },
  });
  const { release, previous, out, work, attached } = values;
  if (!release || !out || !work) {
    throw new UsageError('Say what pages are made from and where to: --release, --out, --work.');
  }
  return { release, previous, out, work, attached };
}
