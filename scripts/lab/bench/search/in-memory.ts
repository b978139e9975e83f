import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { fold } from '#dataset/text/fold.ts';
import { firstWhere } from '#search/binary-search.ts';
import { buildSearchIndex } from '#search/index/build-search-index.ts';
import { listBuffers } from '#search/index/index-data.ts';
import { SearchIndex } from '#search/index/search-index.ts';
import { comparePlaces, placeOf } from '#search/question/order.ts';
import {
  createMatcher,
  type PageQuery,
  type SearchDocument,
  type SearchHits,
} from '#search/search.ts';
import { TimeSlicer } from '#search/time-slicer.ts';
import { importPeer } from '../../../peers/peers.ts';
import { QUERIES } from './queries.ts';
import type { OpenSubject } from './subject.ts';

/** A look at each document, its text folded beforehand: what every other subject has to equal. */
export const openNaive: OpenSubject = (documents) => {
  const folded: SearchDocument[] = [];
  for (const document of documents) folded.push({ ...document, body: fold(document.body) });
  return {
    search: (query) => {
      const matches = createMatcher(query, (body) => body);
      const found: number[] = [];
      for (let position = 0; position < folded.length; position++) {
        const document = folded[position];
        if (document !== undefined && matches(document)) found.push(position);
      }
      return pageOf(found, folded, query);
    },
  };
};

/** The page of all documents found, whose positions ascend. */
function pageOf(
  found: readonly number[],
  documents: readonly Omit<SearchDocument, 'body'>[],
  { sort = 'newest', after, limit }: PageQuery,
): SearchHits {
  const total = found.length;
  if (sort === 'newest' && after === undefined) return { total, positions: found.slice(0, limit) };
  const placed = found.flatMap((position) => {
    const document = documents[position];
    return document ? [{ position, place: placeOf(document, sort) }] : [];
  });
  const rest =
    after === undefined
      ? placed
      : placed.filter(({ place }) => comparePlaces(place, after, sort) > 0);
  // Dates descend already.
  if (sort !== 'newest') rest.sort((a, b) => comparePlaces(a.place, b.place, sort));
  return { total, positions: rest.slice(0, limit).map(({ position }) => position) };
}

const END = 0xff;

/** One folded buffer of all texts: Buffer.indexOf goes from match to match. */
export const openBuffer: OpenSubject = (documents) => {
  const others: SearchDocument[] = [];
  const starts: number[] = [0];
  let buffer = Buffer.allocUnsafe(1 << 20);
  let length = 0;
  for (const { body, ...other } of documents) {
    const text = Buffer.from(fold(body));
    while (length + text.length + 1 > buffer.length) {
      buffer = Buffer.concat([buffer], buffer.length * 2);
    }
    length += text.copy(buffer, length);
    buffer[length++] = END;
    starts.push(length);
    others.push({ ...other, body: '' });
  }
  const texts = buffer.subarray(0, length);
  return {
    bytes: buffer.length + starts.length * 8,
    search: (asked): SearchHits => {
      const { query = '', ...filters } = asked;
      const passes = createMatcher(filters);
      const needle = Buffer.from(fold(query));
      const found: number[] = [];
      // Dates descend, so a span of time is a span of the buffer.
      const { since = '', until = '9' } = filters;
      const end = firstWhere(0, others.length, (i) => (others[i]?.date ?? '') < since);
      const span = texts.subarray(0, starts[end]);
      let position = firstWhere(0, others.length, (i) => (others[i]?.date ?? '') <= until);
      while (position < end) {
        const at = span.indexOf(needle, starts[position]);
        if (at < 0) break;
        position = textAt(starts, position, at);
        const other = others[position];
        if (other !== undefined && passes(other)) found.push(position);
        position++;
      }
      return pageOf(found, others, asked);
    },
  };
};

/** The text that holds a byte, at or after `from`: a few steps, then by halves. */
function textAt(starts: readonly number[], from: number, byte: number): number {
  let low = from;
  let step = 1;
  while ((starts[low + step] ?? Number.POSITIVE_INFINITY) <= byte) {
    low += step;
    step *= 2;
  }
  return (
    low + firstWhere(0, step - 1, (i) => (starts[low + i + 1] ?? Number.POSITIVE_INFINITY) > byte)
  );
}

const SEARCHES_AT_ONCE = 8;
const DELAY_MILLISECONDS = 5000;

export const openOurs: OpenSubject = (documents) => {
  const data = buildSearchIndex(documents);
  const index = new SearchIndex(data);
  return {
    bytes: listBuffers(data).reduce((sum, buffer) => sum + buffer.byteLength, 0),
    search: (query) => index.search(query),
    measureDelay: () => measureDelay(index),
  };
};

/** Keeps some searches in flight, as a server does, and watches how late timers are. */
async function measureDelay(index: SearchIndex): Promise<number> {
  const slicer = new TimeSlicer({ now: () => performance.now(), pause: () => setImmediate() });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const end = performance.now() + DELAY_MILLISECONDS;
  let next = 0;
  const client = async () => {
    while (performance.now() < end) {
      const filters = QUERIES[next++ % QUERIES.length];
      if (filters !== undefined) await slicer.run(index.searchInSteps(filters));
    }
  };
  delay.enable();
  await Promise.all(Array.from({ length: SEARCHES_AT_ONCE }, client));
  delay.disable();
  return delay.percentile(99) / 1e6;
}

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
    search: (asked) => {
      const { query = '', ...filters } = asked;
      const passes = createMatcher(filters);
      const hits =
        query === ''
          ? others.map((_, id) => ({ id }))
          : index.search(fold(query), { prefix: true, combineWith: 'AND' });
      const found = hits
        .map(({ id }) => Number(id))
        .filter((id) => {
          const other = others[id];
          return other !== undefined && passes(other);
        })
        .sort((a, b) => a - b);
      return pageOf(found, others, asked);
    },
  };
};
