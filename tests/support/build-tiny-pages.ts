import { sealFile } from '#release/seal-file.ts';
import { writePack } from '#release/write-pack.ts';
import { parsePagesOptions } from '../../scripts/build-pages/options.ts';
import { readRelease } from '../../scripts/build-pages/read-release.ts';

/** Builds pages as scripts/build-pages.ts does, called in the same way, but small ones at once. */
const { release, out } = parsePagesOptions(process.argv.slice(2));
const { head, dataset } = readRelease(release);
const { business, reviews } = dataset;

const page = (title: string, lines: readonly string[]) =>
  Buffer.from(
    `<!doctype html><html><title>${title} ${business.name}</title>${lines.join('\n')}</html>\n`,
  );
const link = ({ id, reviewBody }: (typeof reviews)[number]) =>
  `<p><a href="/reviews/${id}/">${reviewBody}</a></p>`;
const pages: [string, Buffer][] = [
  ['index.html', page('Home', reviews.slice(0, 12).map(link))],
  ['feeds/index.html', page('Feeds', reviews.slice(0, 3).map(link))],
  ['404.html', page('Not found', [])],
  ...reviews.map((review, index): [string, Buffer] => {
    const shown = reviews.slice(Math.max(0, index - 1), index + 2);
    return [`reviews/${review.id}/index.html`, page(review.id, shown.map(link))];
  }),
];
const sealing = { previous: new Map(), now: new Date() };
const files = await Promise.all(pages.map(([file, bytes]) => sealFile(file, bytes, sealing)));
await writePack(out, { meta: head, files });
console.log(JSON.stringify({ rendered: reviews.length, reused: 0 }));
