import { stringify } from 'yaml';
import { z } from 'zod';
import { nearestName } from '#dataset/check/nearest-name.ts';
import { formatProblem } from '#dataset/content-problem.ts';
import { parseYaml } from '#dataset/read/parse-yaml.ts';
import type { SourceField } from '#dataset/schema/source-digest.ts';
import { ImportRefusal } from '../import-refusal.ts';
import type { Note } from './incoming-review.ts';
import { decodeInput, type InputFile } from './input.ts';

const Column = z.string().trim().min(1, 'must name a column');

export const ColumnMap = z.strictObject({
  id: Column.optional(),
  author: Column.optional(),
  rating: Column,
  /** The highest rating that the source knows; without it, 5 is taken where all values fit. */
  ratingScale: z.union([z.literal(5), z.literal(10), z.literal(100)]).optional(),
  date: Column,
  /** Such as DD/MM/YYYY; without it, only dates that can be read in one way are taken. */
  dateFormat: Column.optional(),
  title: Column.optional(),
  text: Column.optional(),
  reply: Column.optional(),
  replyDate: Column.optional(),
  url: Column.optional(),
  language: Column.optional(),
  /** A column, or where no column has this name the name of the source itself. */
  source: Column.optional(),
});
export type ColumnMap = z.infer<typeof ColumnMap>;

/** The members of a map that name a column of the file. */
const ColumnKey = ColumnMap.keyof().exclude(['ratingScale', 'dateFormat']);
export type ColumnKey = z.infer<typeof ColumnKey>;

const FIELDS: readonly (readonly [ColumnKey, SourceField])[] = [
  ['author', 'author'],
  ['date', 'datePublished'],
  ['date', 'dateCreated'],
  ['rating', 'rating'],
  ['title', 'name'],
  ['language', 'inLanguage'],
  ['url', 'url'],
  ['reply', 'ownerReply'],
  ['text', 'reviewBody'],
];

/** The parts of a review of which a file with this map says something, if only that there is none. */
export function listFields(map: ColumnMap): ReadonlySet<SourceField> {
  return new Set(FIELDS.flatMap(([key, field]) => (map[key] === undefined ? [] : [field])));
}

export function readColumnMap(file: InputFile, header: readonly string[]): ColumnMap {
  const parsed = parseYaml({ file: file.name, text: decodeInput(file) }, ColumnMap);
  if (parsed.problems) {
    const problems = parsed.problems.map((problem) => formatProblem(problem)).join('\n');
    throw new ImportRefusal(`The map cannot be used; correct it and import again:\n${problems}`);
  }
  const map = parsed.value;
  for (const key of ColumnKey.options) {
    const column = map[key];
    if (column === undefined || (key === 'source' && !header.includes(column))) continue;
    checkColumn(`${file.name}: ${key}`, column, header);
  }
  return map;
}

function checkColumn(where: string, column: string, header: readonly string[]): void {
  const places = header.filter((name) => name === column).length;
  if (places === 0) {
    const nearest = nearestName(column, header);
    const hint = nearest === undefined ? '.' : `; did you mean "${nearest}"?`;
    throw new ImportRefusal(
      `${where} names the column "${column}", which the file does not have${hint} The columns are ${header.join(', ')}.`,
    );
  }
  if (places > 1) {
    throw new ImportRefusal(
      `${where} names the column "${column}", which the file has ${places} times; rename one of them`,
    );
  }
  if (isEmailColumn(column)) {
    throw new ImportRefusal(
      `${where} names the column "${column}", but e-mail addresses are never imported; name another column or leave it out`,
    );
  }
}

export function isEmailColumn(column: string): boolean {
  return /e-?mail/i.test(column);
}

// The likeliest name first. Headers are compared as lower-case letters and digits.
const SYNONYMS: Record<ColumnKey, string> = {
  id: 'id reviewid reviewuuid uuid reviewkey',
  author:
    'author authorname authortitle reviewer reviewername reviewauthor customer customername consumer consumername displayname user username nickname name fullname',
  rating:
    'rating starrating stars star reviewrating reviewscore score overallrating overall overallscore ratingvalue reviewstars',
  date: 'date datepublished publishedat publishedatdate publisheddate reviewdate dateofreview reviewdatetimeutc datecreated createdat created createdate timecreated reviewcreatedutc submittedat submissiondate timestamp time reviewtimestamp',
  title: 'title reviewtitle headline subject heading summary',
  text: 'text reviewtext reviewbody body content reviewcontent comment comments review message description feedback',
  reply:
    'reply replytext ownerreply ownerresponse owneranswer response responsetext responsefromownertext companyreply companyreplytext businessreply businessresponse replycontent replybody',
  replyDate:
    'replydate replyat repliedat replycreatedat ownerreplydate ownerresponsedate owneranswertimestampdatetimeutc responsedate responsefromownerdate companyreplydate businessreplydate',
  url: 'url reviewurl link reviewlink permalink',
  language: 'language lang inlanguage reviewlanguage originallanguage locale languagecode',
  source: 'source sourcename platform publisher site provider',
};

export function guessColumns(file: string, header: readonly string[]): ColumnMap {
  const guess: Partial<Record<ColumnKey, string>> = {};
  const taken = new Set<string>();
  for (const key of ColumnKey.options) {
    for (const synonym of SYNONYMS[key].split(' ')) {
      const column = header.find((name) => bareName(name) === synonym && !taken.has(name));
      if (column === undefined || isEmailColumn(column)) continue;
      guess[key] = column;
      taken.add(column);
      break;
    }
  }
  const { rating, date } = guess;
  if (rating === undefined || date === undefined) {
    const missing = rating === undefined ? 'the rating' : 'the date';
    throw new ImportRefusal(
      `${file} has no column that is clearly ${missing}; write a map.yaml that names it and pass --map map.yaml. The columns are ${header.join(', ')}.`,
    );
  }
  return { ...guess, rating, date };
}

export function formatColumnMap(map: ColumnMap): string {
  return stringify(map, { lineWidth: 0 }).trimEnd();
}

function bareName(column: string): string {
  return column.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A rating as written: "4,5", "8/10", "★★★★☆" or "3 stars". */
export type WrittenRating = { readonly value: number; readonly outOf?: number };

export type RatingScale = 5 | 10 | 100;

const WRITTEN =
  /^(?<value>\d+(?:[.,]\d+)?)\s*(?:(?:\/|out of|of)\s*(?<outOf>\d+)|%|stars?)?(?:\s+stars?)?$/i;
const GLYPHS = /^(?<full>[★⭐]+)(?<empty>☆*)$/u;

/** No rating is longer in any notation; blanks between its parts would take long to part. */
const MAX_RATING_LENGTH = 100;

export function parseRating(text: string): WrittenRating | undefined {
  const bare = text.replaceAll('\ufe0f', '').trim();
  if (bare.length > MAX_RATING_LENGTH) return undefined;
  const glyphs = GLYPHS.exec(bare)?.groups;
  if (glyphs) {
    const full = [...(glyphs.full ?? '')].length;
    const empty = glyphs.empty?.length ?? 0;
    return { value: full, ...(empty > 0 && { outOf: full + empty }) };
  }
  const groups = WRITTEN.exec(bare)?.groups;
  if (groups?.value === undefined) return undefined;
  const value = Number(groups.value.replace(',', '.'));
  const outOf = bare.endsWith('%') ? 100 : groups.outOf && Number(groups.outOf);
  return { value, ...(outOf && { outOf }) };
}

/** The scale that ratings state ("8/10"), else 5. Refuses where one exceeds it: what would a 4 mean? */
export function findScale(
  column: string,
  ratings: readonly { readonly line: number; readonly rating: WrittenRating }[],
): RatingScale {
  const stated = new Set(ratings.map(({ rating }) => rating.outOf ?? 0));
  const [only] = stated;
  if (stated.size === 1 && (only === 5 || only === 10 || only === 100)) return only;
  const tooHigh = ratings.filter(({ rating }) => (rating.outOf ?? rating.value) > 5);
  const [first] = tooHigh;
  if (first === undefined) return 5;
  const highest = Math.max(...new Set(tooHigh.map(({ rating }) => rating.outOf ?? rating.value)));
  throw new ImportRefusal(
    `The column "${column}" holds ${tooHigh.length} ratings above 5 (up to ${highest}, first at line ${first.line}) and ${ratings.length - tooHigh.length} up to 5, so that its scale is not clear; state ratingScale: 5, 10 or 100 in a map.yaml and pass --map map.yaml`,
  );
}

/** The rating in stars, a whole or a half one from 1 to 5, or why it has none on this scale. */
export function toStars(
  { value, outOf }: WrittenRating,
  scale: RatingScale,
): { readonly rating: number; readonly notes: readonly Note[] } | { readonly fault: string } {
  if (outOf !== undefined && outOf !== scale) {
    return { fault: `the rating ${value}/${outOf} is on another scale than ${scale}` };
  }
  // A percentage may be 0; on the other scales 0 means that nobody rated.
  const lowest = scale === 100 ? 0 : 1;
  if (value < lowest || value > scale) {
    return { fault: `the rating ${value} lies outside the scale ${lowest} to ${scale}` };
  }
  const stars = (value / scale) * 5;
  if (stars < 1) return { rating: 1, notes: ['rating-raised'] };
  const rating = Math.round(stars * 2) / 2;
  return { rating, notes: rating === stars ? [] : ['rating-rounded'] };
}
