import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a page build does: the one of a deployment, a quick one of the tests, or what goes wrong. */
export type PageMode =
  | 'real'
  | 'tiny'
  /** Waits until there is another mode. */
  | 'hold'
  | 'fail'
  /** Never ends, not even when it is told to. */
  | 'hang'
  /** Ends well and says what nobody understands. */
  | 'rubbish'
  /** Ends well and leaves a pack that is none. */
  | 'broken';

const SCRIPT = fileURLToPath(new URL('./pages-on-demand.ts', import.meta.url));

/** Page builds that a test decides about while the service runs. */
export type PageBuilds = {
  readonly set: (mode: PageMode) => void;
  readonly pageBuild: { readonly script: string; readonly timeoutMs: number };
  readonly env: Readonly<Record<string, string>>;
};

export function createPageBuilds(folder: string, mode: PageMode, timeoutMs = 60_000): PageBuilds {
  const file = join(folder, 'page-mode');
  const set = (next: PageMode) => {
    // Never empty, whenever it is read.
    writeFileSync(`${file}.new`, next);
    renameSync(`${file}.new`, file);
  };
  set(mode);
  return { set, pageBuild: { script: SCRIPT, timeoutMs }, env: { TESTIMONY_TEST_PAGES: file } };
}
