import { fold } from '#dataset/fold.ts';
import { createMatcher } from '#search/scan-documents.ts';
import type { SearchDocument } from '#search/search.ts';
import { importPeer } from '../../../peers/peers.ts';
import type { OpenSubject } from './subject.ts';

const BUILD_SECONDS = 60;

/** MiniSearch finds by words and prefixes, so it finds other reviews: its time is all we take. */
export const openMiniSearch: OpenSubject = async (documents) => {
  const { default: MiniSearch } = await importPeer('minisearch');
  const index = new MiniSearch<{ id: number; body: string }>({ fields: ['body'] });
  const others: SearchDocument[] = [];
  const end = performance.now() + BUILD_SECONDS * 1000;
  for (const document of documents) {
    index.add({ id: others.length, body: fold(document.body) });
    others.push({ ...document, body: '' });
    if (performance.now() > end)
      throw new Error(`its index takes over ${BUILD_SECONDS} s to build`);
  }
  return {
    search: ({ query = '', ...filters }) => {
      const passes = createMatcher(filters);
      const found = index
        .search(fold(query), { prefix: true, combineWith: 'AND' })
        .map(({ id }) => Number(id))
        .filter((id) => {
          const other = others[id];
          return other !== undefined && passes(other);
        })
        .sort((a, b) => a - b);
      return { total: found.length, positions: found.slice(0, filters.limit) };
    },
  };
};
