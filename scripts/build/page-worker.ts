import { on } from 'node:events';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { encodeVariants } from '#artifacts/encode-variants.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { makeFolder } from '#release/make-folder.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import { FIXED_PAGES, fileOfPage, pathOfReview, shownReviews } from '#release/page-addresses.ts';
import { createPublishedSource } from '#release/published-source.ts';
import { type EncodedFile, toEncodedFile, writePublicFile } from '#release/release.ts';
import { idAt } from '#search/corpus/corpus.ts';
import { loadPageHandler } from '../../sidecar/render/page-handler.ts';
import { OTHERS, type PageWork, REVIEWS } from './page-threads.ts';

/** Neighbours show each other: one thread renders this many in a row, and reads each once. */
const BLOCK = 32;

/** Renders pages until none is left: of reviews first, then, with the data files, the others. */
if (!parentPort) throw new Error('This is a thread of a build; run scripts/build.ts.');
const messages = on(parentPort, 'message');
const render = await loadPageHandler(workerData);
const work: PageWork = await nextMessage();
const { baseUrl, corpus, removed, previous, folder, now, next } = work;
let data: readonly EncodedFile[] = [];

const ask = () => Promise.reject(new Error('Pages without a query ask nothing.'));
const release = createPublishedSource({
  baseUrl,
  corpus,
  removed,
  names: { technicians: [], services: [], serviceAreas: [], aspects: [] },
  search: ask,
  count: ask,
  explain: ask,
  data: (path) => {
    const file = data.find(({ entry }) => entry.path === path);
    if (!file) return undefined;
    const { mediaType, lastModified, variants } = file.entry;
    const { etag } = variants.identity;
    return { mediaType, etag, body: file.bodies.identity, lastModified: Date.parse(lastModified) };
  },
});

const entries: ManifestEntry[] = [];
for (let block = take(REVIEWS); block * BLOCK < corpus.count; block = take(REVIEWS)) {
  const end = Math.min((block + 1) * BLOCK, corpus.count);
  for (let position = block * BLOCK; position < end; position++) {
    entries.push(await build(pathOfReview(idAt(corpus, position))));
  }
}
data = await nextMessage();
for (let path = FIXED_PAGES[take(OTHERS)]; path; path = FIXED_PAGES[take(OTHERS)]) {
  entries.push(await build(path));
}
parentPort.postMessage(entries);

/** What is sent, in its order, also what came before somebody asked. */
async function nextMessage() {
  const { value = [] } = await messages.next();
  return value[0];
}

/** The number of the next block of reviews, or of the next other page, that no thread has taken. */
function take(kind: number): number {
  return Atomics.add(next, kind, 1);
}

async function build(path: string): Promise<ManifestEntry> {
  const { html } = await render(path, release);
  const file = fileOfPage(path);
  const shows = shownReviews(path, html.toString('utf8'));
  const names = { path, file, mediaType: HTML_TYPE, shows };
  const encoded = toEncodedFile(names, await encodeVariants([html]), previous.get(path), now);
  makeFolder(dirname(join(folder, file)));
  return writePublicFile(folder, encoded);
}
