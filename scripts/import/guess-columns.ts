import { stringify } from 'yaml';
import { COLUMN_KEYS, type ColumnKey, type ColumnMap, isEmailColumn } from './column-map.ts';
import { ImportRefusal } from './import-refusal.ts';

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

/** Finds the columns by the names that exports commonly use; refuses where rating or date is missing. */
export function guessColumns(file: string, header: readonly string[]): ColumnMap {
  const guess: Partial<Record<ColumnKey, string>> = {};
  const taken = new Set<string>();
  for (const key of COLUMN_KEYS) {
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

/** The map as lines of a map.yaml, to be looked at, saved and corrected. */
export function formatColumnMap(map: ColumnMap): string {
  return stringify(map, { lineWidth: 0 }).trimEnd();
}

function bareName(column: string): string {
  return column.toLowerCase().replace(/[^a-z0-9]/g, '');
}
