import { type Codings, compress, encodeIdentity } from '#artifacts/encode-variants.ts';
import { pageAt, shownReviews } from '#release/page-addresses.ts';
import { cacheTags } from '../http/headers.ts';
import { HttpError } from '../http/http-error.ts';
import { type PublishedFile, preparePage } from '../http/published-file.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { type ReadPage, type Release, toSourceFile } from '../release/release.ts';
import { type BundleDeps, BundleKeeper, type PageBundle } from './bundle.ts';
import { FailingPages } from './failing-pages.ts';
import { type Page, PageMemo } from './page-memo.ts';
import { PageQueue } from './page-queue.ts';

/*
 * Pages, rendered on demand from the served release. The bundle of the pages is made once per program
 * (bundle.ts, bundle-folder.ts) and rendered by its handler (page-handler.ts), one page a turn of the
 * event loop (page-queue.ts); a thread compresses them (page-coder.ts). A page is remembered for as
 * long as its release is served, within a bound of bytes (page-memo.ts). Pages that fail are one fault,
 * and are rendered again (failing-pages.ts).
 *
 * No page shows a release that is not served any more: a rendering that began on an older one is
 * neither shared with later requests nor remembered.
 */

type Deps = BundleDeps & {
  readonly current: CurrentRelease;
  /** The hashed files of earlier programs, by path. */
  readonly loadEarlierAssets?: () => Promise<PageBundle['assets']>;
  /** Compresses pages off the event loop; by default in the threads of zlib. */
  readonly encodePage?: (html: Buffer) => Promise<Codings>;
  readonly memoryBytes: number;
};

/** After a swap, clients that wait for data come first. */
const AHEAD_MS = 50;

/** The client of pages that are rendered ahead or again. */
const OURSELVES = 'this process';
/** All agents share one limit: mostly they read data. */
const AGENTS = 'agents';

/** The pages of the served release. */
export class Pages {
  readonly #deps: Deps;
  readonly #memo: PageMemo;
  readonly #queue = new PageQueue<Page | undefined>();
  readonly #keeper: BundleKeeper;
  readonly #failing: FailingPages;
  #earlierAssets: PageBundle['assets'] = new Map();
  #ahead: NodeJS.Timeout | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#memo = new PageMemo(deps.memoryBytes);
    this.#keeper = new BundleKeeper(deps, () => this.#renderAhead());
    this.#failing = new FailingPages({
      supervisor: deps.supervisor,
      mend: () => this.#keeper.mend(),
      render: (path) => this.render(path),
    });
    deps.current.on('swapped', () => {
      this.#queue.part();
      this.#renderAheadSoon();
    });
  }

  /** `starting` until the first try to load the bundle is over. */
  get status(): 'starting' | 'ready' | 'failed' {
    if (this.#keeper.bundle) return 'ready';
    return this.#keeper.failedAt ? 'failed' : 'starting';
  }

  /** Since when the bundle cannot be loaded, while that is so. */
  get failedAt(): Date | undefined {
    return this.#keeper.failedAt;
  }

  /** Loads the bundle, until that succeeds or the signal aborts. Resolves after the first try. */
  async start(signal: AbortSignal): Promise<void> {
    const { loadEarlierAssets } = this.#deps;
    if (loadEarlierAssets) this.#earlierAssets = await loadEarlierAssets();
    await this.#keeper.start(signal);
  }

  /** A public file of a bundle, or a page that is remembered. */
  get({ ordinal }: Release, path: string): PublishedFile | undefined {
    const asset = this.#keeper.bundle?.assets.get(path) ?? this.#earlierAssets.get(path);
    if (asset) return asset;
    const page = this.#memo.get(ordinal, path);
    return page?.status === 200 ? page.file : undefined;
  }

  /**
   * The page at a path, of the release that is served when it is rendered; undefined if it has none.
   * Rejects with an HttpError 503 while the bundle is missing or too many pages wait, and with a 500
   * where the page failed.
   */
  async render(path: string, client = OURSELVES): Promise<Page | undefined> {
    const { current } = this.#deps;
    return this.#render(path, path, client, () => current.release);
  }

  /** The page of a release at a path, for agents; undefined if there is none. */
  readonly read: ReadPage = async (release, path) => {
    if (pageAt(path, release) !== 'published') return undefined;
    const page = await this.#render(`${release.ordinal} ${path}`, path, AGENTS, () => release);
    return page && toSourceFile(page.file);
  };

  /** `key` names what may be shared; `find` gives the release, now and when it is rendered. */
  async #render(
    key: string,
    path: string,
    client: string,
    find: () => Release | undefined,
  ): Promise<Page | undefined> {
    const asked = find();
    const known = asked && this.#memo.get(asked.ordinal, path);
    if (known) {
      this.#failing.succeed(path);
      return known;
    }
    if (!this.#keeper.bundle) throw this.#notReady();
    return this.#queue.ask(key, client, async () => {
      const release = find();
      const bundle = this.#keeper.bundle;
      if (!bundle || !release || pageAt(path, release) === undefined) {
        this.#failing.succeed(path);
        return async () => undefined;
      }
      const page = await this.#renderNow(bundle, release, path);
      return async () => this.#remember(path, await page());
    });
  }

  /** Renders a page; the result makes a file of it, off the event loop. */
  async #renderNow({ render }: PageBundle, release: Release, path: string) {
    const { status, html } = await render(path, release.published).catch((error: unknown) => {
      // Logged here, once: many requests may share it.
      this.#deps.log.error({ err: error, path }, 'a page cannot be rendered');
      this.#failing.fail(path);
      throw new HttpError(500, 'This page cannot be shown, which is logged. Try again later.');
    });
    this.#failing.succeed(path);
    const { encodePage = (bytes: Buffer) => compress([bytes], 'aside') } = this.#deps;
    const { ordinal } = release;
    return async (): Promise<Page> => {
      const { identity } = encodeIdentity([html]);
      const same = this.#memo.findSame(path, identity.etag);
      if (same) return { ordinal, status, file: same };
      const coded = await encodePage(html);
      const shows = shownReviews(path, html.toString('utf8'));
      return { ordinal, status, file: preparePage(path, { identity, ...coded }, cacheTags(shows)) };
    };
  }

  #remember(path: string, page: Page): Page {
    if (this.#deps.current.release?.ordinal === page.ordinal) this.#memo.set(path, page);
    return page;
  }

  /** Most visitors begin at `/`, so it is rendered before the first request after an edit. */
  #renderAheadSoon(): void {
    clearTimeout(this.#ahead);
    this.#ahead = setTimeout(() => this.#renderAhead(), AHEAD_MS);
    this.#ahead.unref();
  }

  #renderAhead(): void {
    const { release } = this.#deps.current;
    if (!release || release.isDataOnly || !this.#keeper.bundle) return;
    this.render('/').catch(() => {
      // Logged where it failed; the next request tries again.
    });
  }

  #notReady(): HttpError {
    const detail =
      this.status === 'failed'
        ? 'The pages cannot be shown at the moment; the data are served as always.'
        : 'The pages are being prepared, which takes a few seconds at the first start and after an upgrade.';
    return new HttpError(503, detail, [], { 'Retry-After': '5' });
  }
}
