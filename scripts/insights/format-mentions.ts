import { describeConfidence, describeSentiment } from './insight-words.ts';
import type { AspectMentions, ListedMention } from './list-mentions.ts';

const HEADINGS = ['DATE', 'REVIEW', 'STARS', 'SAYS', 'SURE', 'ABOUT', 'TERMS', 'WORDS'];
const GAP = '  ';

/** The mentions of an aspect in columns, for people, with the counts below. */
export function formatMentions({ id, name, mentions, counts }: AspectMentions): string {
  const closing = `${name} (${id}): ${describe(counts)}.`;
  if (mentions.length === 0) return `${closing}\n`;
  return `${alignColumns([HEADINGS, ...mentions.map(rowOf)])}\n\n${closing}\n`;
}

function rowOf(mention: ListedMention): string[] {
  const { datePublished, reviewId, rating, sentiment, about, terms, quote } = mention;
  return [
    datePublished,
    reviewId,
    String(rating),
    describeSentiment(sentiment),
    surenessOf(mention),
    about === 'business' ? 'business' : 'others',
    terms.join(', ') || '-',
    quote.replaceAll(/\s+/g, ' '),
  ];
}

function surenessOf({ sentiment, confidence }: ListedMention): string {
  if (confidence === 1) return 'editors';
  return sentiment === 'neutral' ? '-' : describeConfidence(confidence);
}

function describe({
  reviews,
  positive,
  neutral,
  negative,
  mixed,
  other,
}: AspectMentions['counts']) {
  const all = positive + neutral + negative + mixed;
  const parts = [
    `${positive} praise`,
    `${negative} criticise`,
    ...(mixed > 0 ? [`${mixed} do both`] : []),
    `${neutral} take no side`,
  ];
  const others = other > 0 ? `; not counted: ${other} about somebody else` : '';
  return `${countOf(all, 'mention')} in ${countOf(reviews, 'review')}: ${parts.join(', ')}${others}`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Rows whose columns stand below each other; the last column is as long as it is. */
function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0),
        )
        .join(GAP),
    )
    .join('\n');
}
