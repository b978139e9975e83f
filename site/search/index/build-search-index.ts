import { fold } from '#dataset/fold.ts';
import type { SearchDocument } from '../search-document.ts';
import { buildTextIndex } from './build-text-index.ts';
import { rowLength } from './hit-set.ts';
import { buildPostings } from './posting-lists.ts';
import {
  dateNumber,
  type MentionData,
  RATING_STEPS,
  type SearchIndexData,
} from './search-index-data.ts';
import { TermCollector } from './term-collector.ts';

/**
 * Builds the index of documents that stand newest first. They are read once and not kept, so they
 * may be made on the way. It runs for seconds where there are many: call it in a worker thread.
 */
export function buildSearchIndex(documents: Iterable<SearchDocument>): SearchIndexData {
  const collector = new TermCollector();
  const dates: number[] = [];
  const steps: number[] = [];
  const technicians = new Map<string, number[]>();
  const services = new Map<string, number[]>();
  for (const document of documents) {
    const position = dates.length;
    const date = dateNumber(document.date);
    const step = (document.rating - 1) * 2;
    if (date > (dates[position - 1] ?? date)) {
      throw new RangeError(`Document ${position} is newer than the one before; sort newest first.`);
    }
    if (!Number.isInteger(step) || step < 0 || step >= RATING_STEPS) {
      throw new RangeError(`Document ${position} has the rating ${document.rating}, not 1 to 5.`);
    }
    dates.push(date);
    steps.push(step);
    for (const name of document.technicians) mention(technicians, name, position);
    for (const name of document.services) mention(services, name, position);
    collector.collect(fold(document.body));
  }
  return {
    size: dates.length,
    text: buildTextIndex(collector),
    dates: Uint32Array.from(dates),
    ratings: buildRatingRows(steps),
    technicians: listMentions(technicians),
    services: listMentions(services),
  };
}

function mention(mentions: Map<string, number[]>, name: string, position: number): void {
  const positions = mentions.get(name);
  if (positions === undefined) mentions.set(name, [position]);
  else positions.push(position);
}

function buildRatingRows(steps: readonly number[]): Int32Array<ArrayBuffer> {
  const length = rowLength(steps.length);
  const rows = new Int32Array(2 * RATING_STEPS * length);
  const add = (row: number, document: number) => {
    const word = row * length + (document >>> 5);
    rows[word] = (rows[word] ?? 0) | (1 << (document & 31));
  };
  for (const [document, step] of steps.entries()) {
    add(step, document);
    for (let below = 0; below <= step; below++) add(RATING_STEPS + below, document);
  }
  return rows;
}

function listMentions(mentions: ReadonlyMap<string, readonly number[]>): MentionData {
  const names = [...mentions.keys()];
  const lists = [...mentions.values()];
  const postings = buildPostings(names.length, Number.POSITIVE_INFINITY, (visit) => {
    for (const [list, documents] of lists.entries()) {
      for (const document of documents) visit(list, document);
    }
  });
  return { names, postings };
}
