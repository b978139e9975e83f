import { type ColumnKey, type ColumnMap, isEmailColumn } from './column-map.ts';
import type { Row } from './table.ts';

/** A column for each key that one is clearly of; of the others those that it may be. */
export type Guess = {
  readonly map: Partial<ColumnMap>;
  readonly unclear: ReadonlyMap<ColumnKey, readonly string[]>;
};

// The likeliest name first. Headers are compared as lower-case letters and digits.
const WHOLE_NAMES = {
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
} as const satisfies Partial<Record<ColumnKey, string>>;

const REPLY = 'reply replies replied response responses responded answer answered';
const BUSINESS =
  'business company firm location branch store shop webshop product order invoice reference';

type Words = {
  /** One of these must be among the words of a header. */
  readonly heads: string;
  /** And one of these, where they are given. */
  readonly needs?: string;
  /** These fit in; any other word makes a column less likely. */
  readonly helps: string;
  /** The most other words; one unless it is given. */
  readonly strange?: number;
  /** With one of these it is something else. */
  readonly nots: string;
};

/** Ids are not among them: what is taken for one wrongly makes two reviews of one. */
const WORDS = {
  author: {
    heads:
      'author reviewer consumer customer client guest patient buyer shopper member username nickname by',
    helps: 'name display full first public user review posted written submitted reviewed',
    // The name of anything else would be published as that of a person.
    strange: 0,
    nots: `verified moderated approved id ids url link image photo picture avatar country location city state address phone count number age gender type level total ${BUSINESS} service technician employee staff attorney lawyer agent doctor file title date at on time utc email text language ip ${REPLY}`,
  },
  rating: {
    heads: 'rating ratings stars star score',
    helps: 'review overall consumer customer given value total',
    nots: `id count average avg mean max number url ${REPLY}`,
  },
  date: {
    heads: 'date created published posted submitted written timestamp datetime time',
    helps: 'review created published posted submitted written date time datetime at on utc gmt',
    nots: `by updated modified edited changed visit visited stay trip travel experience purchase birth moderated verified read zone status ${BUSINESS} ${REPLY}`,
  },
  title: {
    heads: 'title headline heading subject',
    helps: 'review',
    nots: `job page author user ${BUSINESS} ${REPLY}`,
  },
  text: {
    heads: 'text body content comment comments feedback message',
    helps: 'review full original customer consumer',
    nots: `id title date time url link count rating stars status type language private internal ${BUSINESS} ${REPLY}`,
  },
  reply: {
    heads: REPLY,
    helps: 'company business owner our content text body comment message review public from to',
    nots: 'date time utc gmt at on id url link by status rate count created updated author name user timestamp posted published',
  },
  replyDate: {
    heads: 'date time at on utc created timestamp posted published datetime',
    needs: REPLY,
    helps: `${REPLY} company business owner our review date time utc gmt from to`,
    nots: 'id url by updated modified',
  },
  url: {
    heads: 'url link permalink',
    helps: 'review public',
    nots: `profile user author reviewer consumer customer image photo picture avatar video logo website site ${BUSINESS} ${REPLY}`,
  },
  language: {
    heads: 'language locale',
    helps: 'review original code iso',
    nots: `user consumer ${REPLY}`,
  },
} as const satisfies Partial<Record<ColumnKey, Words>>;

/** What decides whose review it is, and of what: of two columns that say it differently, a person chooses. */
const DECISIVE: readonly string[] = ['author', 'rating', 'date'] satisfies ColumnKey[];

/**
 * Finds the columns by whole names and, for what none is called, by the words of the names. Columns that
 * fit equally well are unclear, and so are an author, a rating and a date of which the rows have two.
 */
export function guessColumns(
  header: readonly string[],
  rows: readonly Pick<Row, 'cells'>[],
): Guess {
  const map: Partial<Record<ColumnKey, string>> = {};
  const taken = new Set<string>();
  const keys = keysOf(WHOLE_NAMES);
  for (const key of keys) {
    for (const name of WHOLE_NAMES[key].split(' ')) {
      const column = header.find((one) => bareName(one) === name && !taken.has(one));
      if (column === undefined || isEmailColumn(column)) continue;
      map[key] = column;
      taken.add(column);
      break;
    }
  }
  const unclear = new Map<ColumnKey, readonly string[]>();
  for (const key of keys) {
    const column = map[key];
    if (column === undefined || !DECISIVE.includes(key)) continue;
    const names = WHOLE_NAMES[key].split(' ');
    const rivals = header.filter(
      (one) =>
        names.includes(bareName(one)) &&
        !taken.has(one) &&
        !isEmailColumn(one) &&
        differs(rows, header.indexOf(column), header.indexOf(one)),
    );
    if (rivals.length === 0) continue;
    unclear.set(key, [column, ...rivals]);
    delete map[key];
  }
  for (const key of keysOf(WORDS)) {
    if (map[key] !== undefined || unclear.has(key)) continue;
    const [column, ...others] = findLikeliest(
      header.filter((one) => !taken.has(one) && !isEmailColumn(one)),
      WORDS[key],
    );
    if (column === undefined) continue;
    if (others.length > 0) unclear.set(key, [column, ...others]);
    else {
      map[key] = column;
      taken.add(column);
    }
  }
  return { map: Object.fromEntries(keys.flatMap((key) => entryOf(map, key))), unclear };
}

function entryOf(map: Partial<Record<ColumnKey, string>>, key: ColumnKey): [ColumnKey, string][] {
  return map[key] === undefined ? [] : [[key, map[key]]];
}

function keysOf<Key extends ColumnKey>(record: Readonly<Record<Key, unknown>>): Key[];
function keysOf(record: object): string[] {
  return Object.keys(record);
}

/** Whether two columns say different things of any row that has both. */
function differs(rows: readonly Pick<Row, 'cells'>[], one: number, other: number): boolean {
  return rows.some(({ cells }) => {
    const [a = '', b = ''] = [cells[one]?.trim(), cells[other]?.trim()];
    return a !== '' && b !== '' && a !== b && !isSameDay(a, b);
  });
}

/** Whether two cells are the same day, however it is written: exports have a timestamp beside a date. */
function isSameDay(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => {
    const unix = /^\d{10}(?:\d{3})?$/.test(text) ? Number(text.padEnd(13, '0')) : undefined;
    const time = unix ?? Date.parse(text);
    return Number.isNaN(time) ? undefined : Math.floor(time / DAY_MS);
  });
  return a !== undefined && b !== undefined && Math.abs(a - b) <= 1;
}

const DAY_MS = 86_400_000;

/** The columns with the fewest words that say something else. */
function findLikeliest(columns: readonly string[], words: Words): string[] {
  const [heads, helps, nots] = [words.heads, words.helps, words.nots].map(
    (list) => new Set(list.split(' ')),
  );
  const needs = words.needs?.split(' ');
  const scored = columns.flatMap((column) => {
    const found = wordsOf(column);
    const isMeant =
      found.some((word) => heads?.has(word)) &&
      !found.some((word) => nots?.has(word)) &&
      (needs === undefined || found.some((word) => needs.includes(word)));
    const strange = found.filter((word) => !heads?.has(word) && !helps?.has(word)).length;
    return isMeant && strange <= (words.strange ?? 1) ? [{ column, strange }] : [];
  });
  const least = Math.min(...scored.map(({ strange }) => strange));
  return scored.filter(({ strange }) => strange === least).map(({ column }) => column);
}

/** "reviewerName", "reviewer.name" and "Reviewer Name" have the same words. */
function wordsOf(column: string): string[] {
  return column
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !['', 'of', 'the'].includes(word));
}

function bareName(column: string): string {
  return column.toLowerCase().replace(/[^a-z0-9]/g, '');
}
