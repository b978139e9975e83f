import { DATA_PACKAGE_PATH } from '#artifacts/catalog.ts';
import { API_CATALOG_TYPE, JSON_TYPE } from '#artifacts/media-types.ts';
import type { View } from '#views/views.ts';
import { renderApiCatalog } from './api-catalog.ts';
import { renderDataPackage } from './data-package.ts';

/*
 * Metadata: descriptions of the published data in standard terms, for catalogs and loaders.
 *
 *   metadata.ts      the list of descriptions
 *   data-package.ts  Frictionless: datasets and tables with bytes and hash    table-schema.ts  their columns
 *   api-catalog.ts   RFC 9727: the interfaces, with links to their descriptions
 *
 * Each describes the release that is served, and none contains a word of a review. datapackage.json
 * waits until every format is made, since it states hashes.
 */

/** Every description, by its path. */
export const DESCRIPTIONS: ReadonlyMap<string, View> = new Map([
  [
    DATA_PACKAGE_PATH,
    { mediaType: JSON_TYPE, shows: [], dependsOnAll: true, make: renderDataPackage },
  ],
  [
    '/.well-known/api-catalog',
    // RFC 9727 §2: the answer to HEAD names the catalog.
    { mediaType: API_CATALOG_TYPE, rel: 'api-catalog', shows: [], make: renderApiCatalog },
  ],
]);
