import { business, recordOf } from '../page.js';

export const data = { permalink: '/reviews.json', eleventyImport: { collections: ['newest'] } };

export function render({ collections: { newest } }) {
  const reviews = newest.map((item) => JSON.stringify(recordOf(item))).join(',\n');
  return `{"business":${JSON.stringify(business)},"count":${newest.length},"reviews":[\n${reviews}\n]}\n`;
}
