import { on } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { encodeVariants, type Variants } from '#artifacts/encode-variants.ts';
import { HTML_TYPE } from '#artifacts/media-types.ts';
import { makeFolder } from '#release/make-folder.ts';
import type { ManifestEntry } from '#release/manifest.ts';
import {
  fileOfPage,
  pagesBesideReviews,
  pathOfReview,
  shownReviews,
} from '#release/page-addresses.ts';
import { createPublishedSource } from '#release/published-source.ts';
import { type EncodedFile, toEncodedFile, writePublicFile } from '#release/release.ts';
import { idAt } from '#search/corpus/columns.ts';
import { createSearch } from '#search/run-search.ts';
import {
  type FormatFigures,
  isFormOfPage,
  type ViewTools,
  viewAt,
  viewPaths,
} from '#views/views.ts';
import { loadPageHandler } from '../../sidecar/render/page-handler.ts';
import { rasterizeSvg } from '../../sidecar/render/threads/rasterize-svg.ts';
import { encodeAnswer } from '../../sidecar/routes/answers/answer-codings.ts';
import { ERRORS_FOLDER } from './out-folder.ts';
import type { PageWork } from './page-threads.ts';

/** Neighbors show each other: one thread renders this many in a row, and reads each once. */
const BLOCK = 32;

/**
 * Renders pages until none is left: those of reviews first, then, with the data files, the others
 * and the views.
 */
if (!parentPort) throw new Error('This is a thread of a build; run scripts/build.ts.');
const messages = on(parentPort, 'message');
const render = await loadPageHandler(workerData);
const work: PageWork = await nextMessage();
const { baseUrl, sidecarUrl, corpus, index, removed, names } = work;
const { isHtmlOnly, previous, folder, now, next } = work;
let files: readonly EncodedFile[] | undefined;

const release = createPublishedSource({
  baseUrl,
  sidecarUrl,
  corpus,
  removed,
  names,
  ...createSearch({ index: Promise.resolve(index), corpus, names }),
  data: (path) => {
    const file = files?.find(({ entry }) => entry.path === path);
    if (!file) return undefined;
    const { mediaType, lastModified, variants } = file.entry;
    const { etag } = variants.identity;
    return { mediaType, etag, body: file.bodies.identity, lastModified: Date.parse(lastModified) };
  },
});

let figures: Promise<readonly FormatFigures[]> | undefined;
const tools: ViewTools = {
  rasterize: async (svg) => rasterizeSvg(svg),
  formats: async () => {
    figures ??= nextMessage();
    return figures;
  },
};

const reviews = Array.from({ length: corpus.count }, (_, at) => pathOfReview(idAt(corpus, at)));
const tombstones = removed.map(({ id }) => pathOfReview(id));
const views = [...viewPaths(release)].filter((path) => !isHtmlOnly || !isFormOfPage(path));
const ofReviews = inBlocks(reviews, build);
const tasks = [
  ...ofReviews,
  ...inBlocks(pagesBesideReviews(release), build, 1),
  ...inBlocks(tombstones, buildTombstone, 1),
  ...inBlocks(views, buildView),
];
const entries: (ManifestEntry | undefined)[] = [];
for (let at = Atomics.add(next, 0, 1); at < tasks.length; at = Atomics.add(next, 0, 1)) {
  if (at >= ofReviews.length) files ??= await nextMessage();
  for (const task of tasks[at] ?? []) entries.push(await task());
}
parentPort.postMessage(entries.filter((entry) => entry !== undefined));

/** Returns messages in order, including those that arrived before this was called. */
async function nextMessage() {
  const { value = [] } = await messages.next();
  return value[0];
}

/** Returns the tasks of paths, a few in a row. */
function inBlocks<Made>(paths: readonly string[], make: (path: string) => Made, size = BLOCK) {
  return Array.from({ length: Math.ceil(paths.length / size) }, (_, block) =>
    paths.slice(block * size, (block + 1) * size).map((path) => () => make(path)),
  );
}

async function build(path: string): Promise<ManifestEntry> {
  const { html } = await render(path, release);
  const shows = shownReviews(path, html.toString('latin1'));
  const entry = { path, file: fileOfPage(path), mediaType: HTML_TYPE, shows };
  return write(entry, await encodeVariants([html]));
}

/** Writes the body of a 410. No host may send it with 200, so it is not public. */
async function buildTombstone(path: string): Promise<undefined> {
  const file = join(folder, '..', ERRORS_FOLDER, `${path.slice(1, -1)}.html`);
  makeFolder(dirname(file));
  writeFileSync(file, (await render(path, release)).html);
}

async function buildView(path: string): Promise<ManifestEntry> {
  const view = viewAt(path, release);
  if (!view || view === 'gone') throw new Error(`There is no view at ${path}.`);
  const { mediaType, shows } = view;
  const body = await view.make(release, tools);
  return write(
    { path, file: fileOfPage(path), mediaType, shows: [...shows] },
    await encodeAnswer(body, mediaType),
  );
}

function write(names: Parameters<typeof toEncodedFile>[0], variants: Variants): ManifestEntry {
  return writePublicFile(folder, toEncodedFile(names, variants, previous.get(names.path), now));
}
