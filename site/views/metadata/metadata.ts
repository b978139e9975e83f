import { DATA_PACKAGE_PATH } from '#artifacts/catalog.ts';
import { API_CATALOG_TYPE, JSON_LD_TYPE, JSON_TYPE, TEXT_TYPE } from '#artifacts/media-types.ts';
import type { View, ViewTools } from '#views/views.ts';
import { renderApiCatalog } from './api-catalog.ts';
import { renderChecksums } from './checksums.ts';
import { renderCroissant } from './croissant.ts';
import { renderDataPackage } from './data-package.ts';
import { renderDcat } from './dcat.ts';

/*
 * Metadata: what is published, described in the words of those who list and load data.
 *
 *   metadata.ts      which descriptions there are
 *   data-package.ts  Frictionless: datasets and tables with bytes and hash    table-schema.ts  their columns
 *   croissant.ts     MLCommons: how records are read out of reviews.json
 *   dcat.ts          W3C: an entry for catalogs of open data
 *   checksums.ts     SHA-256 of datasets, tables and feeds
 *   api-catalog.ts   RFC 9727: which interfaces there are, and where they are described
 *
 * Each describes the release that is served, and none has a word of a review. Two wait until every format
 * is made, as they state hashes: datapackage.json and sha256sums.txt. The others know no format but by name.
 */

/** What descriptions need of the tools of views. */
export type MetadataTools = Pick<ViewTools, 'formats'>;

/** Every description, by its path. */
export const DESCRIPTIONS: ReadonlyMap<string, View> = new Map([
  [DATA_PACKAGE_PATH, ofAllReviews(JSON_TYPE, renderDataPackage)],
  ['/croissant.json', ofAllReviews(JSON_LD_TYPE, renderCroissant)],
  ['/dcat.jsonld', ofAllReviews(JSON_LD_TYPE, renderDcat)],
  ['/sha256sums.txt', ofAllReviews(TEXT_TYPE, renderChecksums)],
  [
    '/.well-known/api-catalog',
    // RFC 9727 §2: the answer to HEAD names the catalog.
    { mediaType: API_CATALOG_TYPE, rel: 'api-catalog', shows: [], make: renderApiCatalog },
  ],
]);

/** What any edit of the reviews may change. */
function ofAllReviews(mediaType: string, make: View['make']): View {
  return { mediaType, shows: [], dependsOnAll: true, make };
}
