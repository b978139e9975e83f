import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as elapse } from 'node:timers/promises';
import type { Dirty } from '../../../../sidecar/publish/watch/debounce.ts';
import { watchContent } from '../../../../sidecar/publish/watch/watch.ts';
import { atEnd } from '../../../support/lifetime.ts';

type Options = NonNullable<Parameters<typeof watchContent>[2]>;

/** The content of reports. */
export const EVERYTHING = { paths: [], everything: true };
export const only = (...paths: readonly string[]) => ({
  paths: paths.toSorted(),
  everything: false,
});

/** Nothing here takes this long, so a report that is still missing then never comes. */
const PATIENCE_MS = 30_000;

/**
 * Watches a folder until the test ends. A rescan, which would hide that an event was missed, comes
 * only where the test asks for it. `during` runs inside of each report.
 */
export async function startWatching(
  test: TestContext,
  root: string,
  { during, ...options }: Options & { during?: (dirty: Dirty) => Promise<unknown> } = {},
) {
  const reports: Dirty[] = [];
  let arrived = Promise.withResolvers<void>();
  const warnings: string[] = [];
  const report = async (dirty: Dirty) => {
    reports.push(dirty);
    arrived.resolve();
    return (await during?.(dirty)) === true;
  };
  const warn = (message: string) => void warnings.push(message);
  const watch = watchContent(root, report, { rescanMs: 60_000, warn, ...options });
  atEnd(test, () => watch.close());

  const comesWithin = async (ms: number) => {
    const waited = new AbortController();
    const late = elapse(ms, undefined, { signal: waited.signal }).catch(() => {});
    if (reports.length === 0) await Promise.race([arrived.promise, late]);
    waited.abort();
    return reports.length > 0;
  };
  const next = async () => {
    assert.ok(await comesWithin(PATIENCE_MS), 'no report came');
    const dirty = reports.shift();
    assert.ok(dirty);
    arrived = Promise.withResolvers();
    return { paths: [...dirty.paths].sort(), everything: dirty.everything };
  };
  // A folder that is missing is reported as well.
  assert.deepEqual(await next(), EVERYTHING);
  return {
    /** The next report that was not handed out yet; its paths are sorted. */
    next,
    /** Makes an edit, again and again for a while, until a report names its path. */
    assertNotices: async (path: string, edit: () => void) => {
      for (let attempt = 0; attempt < 20; attempt++) {
        edit();
        while (await comesWithin(250)) if ((await next()).paths.includes(path)) return;
      }
      assert.fail(`${path} is watched no more`);
    },
    assertSilent: async (ms: number) => {
      await comesWithin(ms);
      assert.deepEqual(reports, []);
    },
    warnings,
    close: watch.close,
  };
}
