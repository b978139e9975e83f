import { DATA_PACKAGE_PATH } from '#artifacts/catalog.ts';
import { API_CATALOG_TYPE, JSON_LD_TYPE, JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import type { ReviewSource } from '#search/review-source.ts';
import type { ViewTools } from '#views/views.ts';
import { renderApiCatalog } from './api-catalog.ts';
import { renderChecksums } from './checksums.ts';
import { renderCroissant } from './croissant.ts';
import { renderDataPackage } from './data-package.ts';
import { renderDcat } from './dcat.ts';

/*
 * Metadata: what is published, described in the words of those who list and load data.
 *
 *   metadata.ts      which descriptions there are
 *   data-package.ts  Frictionless: every file with its columns, bytes and hash    table-schema.ts  columns
 *   croissant.ts     MLCommons: how records are read out of reviews.json
 *   dcat.ts          W3C: an entry for catalogs of open data
 *   checksums.ts     SHA-256 of every file
 *   api-catalog.ts   RFC 9727: which interfaces there are, and where they are described
 *
 * Each describes the release that is served, and none has a word of a review. Two wait until every format
 * is made, as they state hashes: datapackage.json and sha256sums.txt. The others know no format but by name.
 */

/** What descriptions need of the tools of views. */
export type MetadataTools = Pick<ViewTools, 'formats'>;

/** A description of what is published. */
export type Description = {
  readonly mediaType: string;
  /** Whether any edit of the reviews may change it. */
  readonly dependsOnAll: boolean;
  /** The relation by which its Link field names it. */
  readonly rel?: string;
  readonly make: (release: ReviewSource, tools: MetadataTools) => Promise<Uint8Array>;
};

/** Every description, by its path. */
export const DESCRIPTIONS: ReadonlyMap<string, Description> = new Map<string, Description>([
  [DATA_PACKAGE_PATH, { mediaType: JSON_TYPE, dependsOnAll: true, make: renderDataPackage }],
  ['/croissant.json', { mediaType: JSON_LD_TYPE, dependsOnAll: true, make: renderCroissant }],
  ['/dcat.jsonld', { mediaType: JSON_LD_TYPE, dependsOnAll: true, make: renderDcat }],
  ['/sha256sums.txt', { mediaType: TEXT_TYPE, dependsOnAll: true, make: renderChecksums }],
  [
    '/.well-known/api-catalog',
    // RFC 9727 §2: the answer to HEAD names the catalog.
    {
      mediaType: API_CATALOG_TYPE,
      dependsOnAll: false,
      rel: 'api-catalog',
      make: renderApiCatalog,
    },
  ],
]);
