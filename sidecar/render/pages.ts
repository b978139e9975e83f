import { type Codings, compress, encodeIdentity } from '#artifacts/encode-variants.ts';
import { pageAt, shownReviews } from '#release/page-addresses.ts';
import { cacheTags } from '../http/cache-tags.ts';
import { HttpError } from '../http/http-error.ts';
import { type PublishedFile, preparePage } from '../http/published-file.ts';
import type { CurrentRelease } from '../release/current-release.ts';
import { type ReadPage, type Release, toSourceFile } from '../release/release.ts';
import { BundleKeeper, type BundleKeeperParts, type PageBundle } from './bundle-keeper.ts';
import { FailingPages } from './failing-pages.ts';
import { type Page, PageMemo } from './page-memo.ts';
import { PageQueue } from './page-queue.ts';

type Settings = BundleKeeperParts & {
  readonly current: CurrentRelease;
  /** The hashed files of earlier programs, by path. */
  readonly loadEarlierAssets?: () => Promise<PageBundle['assets']>;
  /** Compresses pages off the event loop; without it the threads of zlib do. */
  readonly encodePage?: (html: Buffer) => Promise<Codings>;
  readonly memoryBytes: number;
};

/** After a swap, whoever waits for what was edited comes first. */
const AHEAD_MS = 50;

/** Who pages are rendered for that no client has asked for by HTTP. */
const OURSELVES = 'this process';
/** All of them together: what they read are mostly data. */
const AGENTS = 'agents';

/**
 * The pages: a view of the served release, rendered when somebody asks, and remembered for as long
 * as that release is served. Nothing is shown of a release that is not served any more: a rendering
 * that began on an older one is neither shared with those who ask later nor remembered.
 */
export class Pages {
  readonly #settings: Settings;
  readonly #memo: PageMemo;
  readonly #queue = new PageQueue<Page | undefined>();
  readonly #keeper: BundleKeeper;
  readonly #failing: FailingPages;
  #earlierAssets: PageBundle['assets'] = new Map();
  #ahead: NodeJS.Timeout | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#memo = new PageMemo(settings.memoryBytes);
    this.#keeper = new BundleKeeper(settings, () => this.#renderAhead());
    this.#failing = new FailingPages({
      supervisor: settings.supervisor,
      mend: () => this.#keeper.mend(),
      render: (path) => this.render(path),
    });
    settings.current.on('swapped', () => {
      this.#queue.part();
      this.#renderAheadSoon();
    });
  }

  /** `starting` until it is known whether there are pages. */
  get status(): 'starting' | 'ready' | 'failed' {
    if (this.#keeper.bundle) return 'ready';
    return this.#keeper.failedAt ? 'failed' : 'starting';
  }

  /** Since when the bundle cannot be loaded, while that is so. */
  get failedAt(): Date | undefined {
    return this.#keeper.failedAt;
  }

  /**
   * Loads the bundle, again and again until it is there or the signal aborts. Resolves when the
   * first try is over: with `status` it is known then whether there are pages.
   */
  async start(signal: AbortSignal): Promise<void> {
    const { loadEarlierAssets } = this.#settings;
    if (loadEarlierAssets) this.#earlierAssets = await loadEarlierAssets();
    await this.#keeper.start(signal);
  }

  /** What needs no rendering: a public file of a bundle, or a page that is remembered. */
  get({ ordinal }: Release, path: string): PublishedFile | undefined {
    const asset = this.#keeper.bundle?.assets.get(path) ?? this.#earlierAssets.get(path);
    if (asset) return asset;
    const page = this.#memo.get(ordinal, path);
    return page?.status === 200 ? page.file : undefined;
  }

  /**
   * The page at a path, of the release that is served when its turn to be rendered comes; undefined
   * where that has none there. Rejects with an HttpError 503 while the bundle is not there or too
   * many pages wait, and with a 500 where the page failed.
   */
  async render(path: string, client = OURSELVES): Promise<Page | undefined> {
    const { current } = this.#settings;
    return this.#render(path, path, client, () => current.release);
  }

  /** The page of a release at a path, for agents; undefined where it has none there. */
  readonly read: ReadPage = async (release, path) => {
    if (pageAt(path, release) !== 'published') return undefined;
    const page = await this.#render(`${release.ordinal} ${path}`, path, AGENTS, () => release);
    return page && toSourceFile(page.file);
  };

  /** `key` names what may be shared; `find` gives the release, also when its turn has come. */
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

  /** Renders, and returns what makes a file of it off the event loop. */
  async #renderNow({ render }: PageBundle, release: Release, path: string) {
    const { status, html } = await render(path, release.published).catch((error: unknown) => {
      // Told here: many may wait for it, and each would tell it again.
      this.#settings.log.error({ err: error, path }, 'a page cannot be rendered');
      this.#failing.fail(path);
      throw new HttpError(500, 'This page cannot be shown, which is logged. Try again later.');
    });
    this.#failing.succeed(path);
    const { encodePage = (bytes: Buffer) => compress([bytes], 'aside') } = this.#settings;
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
    if (this.#settings.current.release?.ordinal === page.ordinal) this.#memo.set(path, page);
    return page;
  }

  /** Most people begin at `/`: they should not be the first to ask after an edit. */
  #renderAheadSoon(): void {
    clearTimeout(this.#ahead);
    this.#ahead = setTimeout(() => this.#renderAhead(), AHEAD_MS);
    this.#ahead.unref();
  }

  #renderAhead(): void {
    const { release } = this.#settings.current;
    if (!release || release.isDataOnly || !this.#keeper.bundle) return;
    this.render('/').catch(() => {
      // It was logged where it failed, and whoever asks for the page has it tried again.
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
