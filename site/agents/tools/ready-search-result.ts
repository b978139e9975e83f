import { type Corpus, reviewBytes } from '#search/corpus.ts';
import type { SearchHits } from '#search/search.ts';
import type { SearchQuery } from '#search/search-query.ts';
import { searchResultHead } from '#search/search-result.ts';
import { escapeJson, type ReadyJson } from '../ready-json.ts';
import { escapedReview } from './escaped-reviews.ts';

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/** The answer to a search, byte for byte that of REST, put together from ready-made reviews. */
export function readySearchResult(corpus: Corpus, query: SearchQuery, hits: SearchHits): ReadyJson {
  const head = searchResultHead(query, hits);
  const { positions } = hits;
  const plain = positions.map((position) => reviewBytes(corpus, position));
  const escaped = positions.map((position) => escapedReview(corpus, position));
  return {
    plain: [Buffer.from(head), ...separate(plain), END],
    escaped: [escapeJson(head), ...separate(escaped), END],
  };
}

function separate(pieces: readonly Uint8Array[]): Uint8Array[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [COMMA, piece]));
}
