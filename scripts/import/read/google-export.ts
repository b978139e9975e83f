import { z } from 'zod';
import type { DayOf } from '#dataset/zoned-day.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { type GoogleEntry, mapGoogleReviews } from './google-takeout.ts';
import type { IncomingReview, ReviewExport } from './incoming-review.ts';
import { decodeInput, type InputFile, parseJson } from './input.ts';

/** One page of accounts.locations.reviews.list; Takeout writes it without the totals. */
const Page = z.object({
  reviews: z.array(z.unknown()).optional(),
  averageRating: z.number().optional(),
  totalReviewCount: z.number().optional(),
  nextPageToken: z.string().optional(),
});
type Page = z.infer<typeof Page>;

type Contents = { readonly entries: readonly unknown[]; readonly page: Page };

/** True for files of a Takeout that may contain reviews, or name their business. */
export function isTakeoutFile(name: string): boolean {
  return /(?:^|\/)(?:reviews[^/]*|data)\.json$/i.test(name);
}

export function isJsonFile(name: string): boolean {
  return /\.json$/i.test(name);
}

/** Reads the owner's side of a Google Takeout, or pages saved from the v4 API. */
export function readGoogleExport(files: readonly InputFile[], dayOf: DayOf): ReviewExport {
  const entries: GoogleEntry[] = [];
  const pages: Page[] = [];
  const reviewerSide: string[] = [];
  const ours = files.filter(({ name }) => files.length === 1 || !isProfile(name));
  for (const file of ours) {
    const input = parseJson(file.name, decodeInput(file));
    if (isGeoJson(input)) {
      reviewerSide.push(file.name);
      continue;
    }
    const { entries: own, page } = contentsOf(file.name, input);
    pages.push(page);
    entries.push(
      ...own.map((value, index) => ({ place: `${shortName(file)}, review ${index + 1}`, value })),
    );
  }
  if (pages.length === 0) throw new ImportRefusal(nothingToImport(reviewerSide));
  const mapped = mapGoogleReviews(entries, dayOf);
  return {
    ...mapped,
    remarks: [
      ...reviewerSide.map(
        (name) => `${name} contains one person's own reviews of many places and was skipped.`,
      ),
      ...remarkOnLocations(ours),
      ...crossCheck(pages, entries.length, mapped.reviews),
    ],
    isPartial: pages.some(isUnfinished(pages, entries.length)),
  };
}

/** Returns the file and its folder, which differ between locations and still fit on a line. */
function shortName({ name }: InputFile): string {
  return name.split('/').slice(-2).join('/');
}

function isProfile(name: string): boolean {
  return /(?:^|\/)data\.json$/i.test(name);
}

function contentsOf(name: string, input: unknown): Contents {
  if (Array.isArray(input)) {
    const pages = input.map((one) => (isPage(one) ? contentsOf(name, one) : { entries: [one] }));
    const stated = pages.flatMap((one) => ('page' in one ? [one.page] : [])).at(-1);
    return { entries: pages.flatMap(({ entries }) => entries), page: stated ?? {} };
  }
  const page = Page.safeParse(input);
  if (page.success && isPage(input)) return { entries: page.data.reviews ?? [], page: page.data };
  if (typeof input === 'object' && input !== null && 'starRating' in input) {
    return { entries: [input], page: {} };
  }
  throw new ImportRefusal(
    `${name} is JSON but contains no Google reviews; pass reviews.json from the folder "Google Business Profile" of a Takeout, or a page of the v4 API`,
  );
}

function isPage(input: unknown): boolean {
  return (
    typeof input === 'object' &&
    input !== null &&
    ('reviews' in input || 'totalReviewCount' in input)
  );
}

/** Reviewers get their own reviews, of many places, as a GeoJSON FeatureCollection (RFC 7946). */
function isGeoJson(input: unknown): boolean {
  return (
    typeof input === 'object' &&
    input !== null &&
    'type' in input &&
    (input.type === 'FeatureCollection' || input.type === 'Feature')
  );
}

function nothingToImport(reviewerSide: readonly string[]): string {
  const [name] = reviewerSide;
  return name === undefined
    ? 'No reviews*.json was found; pass the folder or zip of a Google Takeout that contains "Google Business Profile"'
    : `${name} is the reviewer's side of a Takeout: one person's reviews of many places, not the reviews of this business; ask the owner's account for a Takeout of "Google Business Profile"`;
}

function remarkOnLocations(files: readonly InputFile[]): string[] {
  const folders = new Set(
    files.flatMap(({ name }) => /(?:^|\/)(location-[^/]+)\//.exec(name)?.[1] ?? []),
  );
  if (folders.size < 2) return [];
  return [
    `The export contains ${folders.size} locations (${[...folders].join(', ')}) and all are imported as one business; to import a single location, pass its folder.`,
  ];
}

function isUnfinished(pages: readonly Page[], count: number) {
  return ({ nextPageToken, totalReviewCount }: Page): boolean =>
    (nextPageToken !== undefined && pages.length === 1) || (totalReviewCount ?? 0) > count;
}

/** Compares Google's totals with these reviews. */
function crossCheck(
  pages: readonly Page[],
  count: number,
  reviews: readonly IncomingReview[],
): string[] {
  const remarks: string[] = [];
  const total = pages.findLast(({ totalReviewCount }) => totalReviewCount !== undefined);
  if (total?.totalReviewCount !== undefined && total.totalReviewCount !== count) {
    remarks.push(
      `Google states ${total.totalReviewCount} reviews and this export contains ${count}: pages are missing, or reviews were not listed.`,
    );
  }
  const stated = pages.findLast(({ averageRating }) => averageRating !== undefined)?.averageRating;
  const sum = reviews.reduce((stars, { rating }) => stars + rating, 0);
  const mean = sum / reviews.length;
  const isWhole = (total?.totalReviewCount ?? count) === count;
  if (isWhole && stated !== undefined && reviews.length > 0 && Math.abs(stated - mean) > 0.05) {
    remarks.push(
      `Google states an average of ${stated} and these reviews have ${mean.toFixed(2)}.`,
    );
  }
  return remarks;
}
