import type { Logger } from 'pino';
import type { ReleaseKey } from '#artifacts/manifest.ts';
import { isSameProgram } from '#release/release-key.ts';
import { type Candidate, findData, findPages } from './find-release.ts';
import { type LoadedData, loadData, loadPages } from './load-release.ts';
import { idsIn, pageLagOf } from './page-lag.ts';
import type { PageSet } from './page-set.ts';
import type { ReleaseParts } from './release.ts';
import { NO_LAG } from './release-files.ts';

type Settings = {
  readonly outDir: string;
  readonly stateDir: string;
  /** The key that this program gives a release; whatever its content. */
  readonly key: ReleaseKey;
};

/** The newest release that can be served, and where its parts lie. */
export type NewestRelease = {
  readonly parts: LoadedData & Pick<ReleaseParts, 'pages' | 'lag'>;
  readonly data: Candidate;
  readonly pages: Candidate | undefined;
};

/**
 * Loads the newest release on disk that this program made for this origin, of whatever content, with
 * the newest pages. What was damaged is passed over with a warning.
 */
export function loadNewest(settings: Settings, log: Logger): NewestRelease | undefined {
  const accepts = (key: ReleaseKey) => isSameProgram(key, settings.key);
  const loadFirst = <Loaded extends { readonly key: ReleaseKey }>(
    candidates: readonly Candidate[],
    load: (candidate: Candidate) => Loaded,
  ): { readonly loaded: Loaded; readonly candidate: Candidate } | undefined => {
    for (const candidate of candidates) {
      try {
        const loaded = load(candidate);
        if (accepts(loaded.key)) return { loaded, candidate };
      } catch (error) {
        const { path } = candidate;
        log.warn({ err: error, path }, 'a release cannot be loaded and is passed over');
      }
    }
    return undefined;
  };

  const data = loadFirst<LoadedData>(findData(settings, accepts), loadData);
  if (!data) return undefined;
  const pages = loadFirst<PageSet>(findPages(settings, accepts), loadPages);
  return {
    parts: { ...data.loaded, pages: pages?.loaded, lag: lagBetween(data.loaded, pages?.loaded) },
    data: data.candidate,
    pages: pages?.candidate,
  };
}

function lagBetween(data: LoadedData, pages: PageSet | undefined) {
  if (!pages || pages.key.content === data.key.content) return NO_LAG;
  return pageLagOf(pages.ids(), idsIn(data.corpus));
}
