import {
  JSON_SCHEMA_TYPE,
  JSON_TYPE,
  MARKDOWN_TYPE,
  PNG_TYPE,
  TEXT_TYPE,
  WEB_MANIFEST_TYPE,
} from '#artifacts/media-types.ts';
import {
  OG_IMAGE,
  pageAt,
  pathOfForm,
  pathOfReview,
  pathsOfReview,
  REVIEW_FORMS,
  type ReviewForm,
  reviewAt,
  reviewOfPage,
} from '#release/page-addresses.ts';
import { idAt, positionOf } from '#search/corpus/columns.ts';
import { reviewBytes } from '#search/corpus/corpus.ts';
import type { ReviewSource } from '#search/review-source.ts';
import { CHART_FILES } from './charts/charts.ts';
import { archiveFeedAt, archiveFeedPaths } from './feed-archive.ts';
import { renderJsonSchema, SCHEMA_PATHS } from './json-schemas.ts';
import { DESCRIPTIONS } from './metadata/metadata.ts';
import { drawOgImage } from './og-image.ts';
import { renderReviewMarkdown } from './review-markdown.ts';
import { renderSiteManifest } from './site-manifest.ts';
import { renderRobots, renderSitemap, SITEMAP_TYPE } from './sitemap.ts';

/*
 * Views: everything published besides data files and pages, in formats other than HTML.
 *
 *   views.ts            the views and their addresses; the record of a review
 *   review-markdown.ts  a review as Markdown      literal-markdown.ts  texts in it that appear literally
 *   feed-archive.ts     documents with the reviews that have left the two feeds
 *   sitemap.ts          for crawlers: robots.txt and the sitemap
 *   og-image.ts         the image of pages for networks   fit-text.ts  its title
 *   site-manifest.ts    the web app manifest
 *   vanished-addresses.ts  the addresses of earlier releases
 *   json-schemas.ts     JSON Schemas of reviews.json and insights.json
 *   charts/             charts as SVG and CSV
 *   metadata/           descriptions of all published data, for catalogs and tools
 *
 * A view is made from a release on its first request after a swap, never before, and once for all
 * clients: `Answers` (sidecar/routes/answers) shares the work, keeps the result as long as that release
 * is served, and sends nothing of an older one, so that a takedown reaches every format at once.
 * Long work yields to the event loop, or has its own threads. A build writes the same bytes.
 *
 * A view reads only published data, and the same release gives the same bytes.
 */

/** A format that was made: its length in bytes, and its SHA-256 in hex. */
export type FormatFigures = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** The tools of views that are outside of this room: native code, threads and files. */
export type ViewTools = {
  /** A PNG of an SVG, in the fonts of images. */
  readonly rasterize: (svg: string) => Promise<Uint8Array>;
  /** Every format of the release that is served, once all are made. */
  readonly formats: () => Promise<readonly FormatFigures[]>;
};

/** A published file at an address. */
export type View = {
  readonly mediaType: string;
  /** The path of the page in another form, which search engines should show. */
  readonly page?: string;
  /** The relation by which its Link field names its own address. */
  readonly rel?: string | undefined;
  /** The ids of the reviews whose words it shows, so that caches can purge it. */
  readonly shows: readonly string[];
  /** True if any review that is added, edited or taken down changes it. */
  readonly dependsOnAll?: true;
  /** Makes it of the release that has it at this address. */
  readonly make: (release: ReviewSource, tools: ViewTools) => Promise<Uint8Array>;
};

/** Of views that depend on all reviews, and quote none. */
const OF_ALL = { shows: [], dependsOnAll: true } as const;

/** The views at the same addresses in every release. */
const FIXED: ReadonlyMap<string, View> = new Map<string, View>([
  ['/robots.txt', { mediaType: TEXT_TYPE, shows: [], make: renderRobots }],
  // It names reviews, but shows no word of them.
  ['/sitemap.xml', { mediaType: SITEMAP_TYPE, ...OF_ALL, make: renderSitemap }],
  [
    OG_IMAGE,
    {
      mediaType: PNG_TYPE,
      ...OF_ALL,
      make: async (release, tools) => tools.rasterize(await drawOgImage(release)),
    },
  ],
  ['/site.webmanifest', { mediaType: WEB_MANIFEST_TYPE, shows: [], make: renderSiteManifest }],
  ...SCHEMA_PATHS.map((path): [string, View] => {
    const make: View['make'] = async ({ baseUrl }) => renderJsonSchema(path, baseUrl);
    return [path, { mediaType: JSON_SCHEMA_TYPE, shows: [], make }];
  }),
  ...DESCRIPTIONS,
  ...CHART_FILES,
]);

/** Returns the view at a path; `gone` if it belonged to a review that was taken down. */
export function viewAt(path: string, release: ReviewSource): View | 'gone' | undefined {
  const fixed = FIXED.get(path);
  if (fixed) return fixed;
  const id = reviewAt(path) ?? '';
  const form = REVIEW_FORMS.find((one) => path === pathOfForm(id, one));
  if (form) return formOf(id, form, release);
  // A new review moves those after it.
  const feed = archiveFeedAt(path, release);
  return feed && { ...OF_ALL, ...feed };
}

function formOf(id: string, form: ReviewForm, release: ReviewSource): View | 'gone' | undefined {
  const page = pathOfReview(id);
  const place = pageAt(page, release);
  if (place !== 'published') return place;
  const [mediaType, render] = FORMS[form];
  return { mediaType, page, shows: [id], make: (served) => render(served, id) };
}

type Render = (release: ReviewSource, id: string) => Promise<Uint8Array>;

/** The renderer of each form of a review besides its page. */
const FORMS: Readonly<Record<ReviewForm, readonly [mediaType: string, render: Render]>> = {
  json: [JSON_TYPE, renderRecord],
  md: [MARKDOWN_TYPE, renderReviewMarkdown],
};

/** The record exactly as in reviews.json. */
async function renderRecord({ corpus }: ReviewSource, id: string): Promise<Uint8Array> {
  const position = positionOf(corpus, id);
  if (position === undefined) throw new Error(`The release has no review ${id}.`);
  return reviewBytes(corpus, position);
}

/** True if a path is another form of a page. */
export const isFormOfPage = (path: string) =>
  reviewAt(path) !== undefined && reviewOfPage(path) === undefined;

/** The paths of all views of a release, for a build that makes them all. */
export function* viewPaths(release: ReviewSource): Generator<string> {
  yield* FIXED.keys();
  yield* archiveFeedPaths(release);
  for (let position = 0; position < release.corpus.count; position++) {
    const [, ...forms] = pathsOfReview(idAt(release.corpus, position));
    yield* forms;
  }
}
