import type { AspectJudgment } from '#dataset/schema/stored-review.ts';
import type { Mention } from '#insights/mention.ts';
import { countOf, formatTable } from '../printed-text.ts';
import type { AspectReading, ClauseReading, ReviewReading } from './read-review.ts';
import words from './reading-words.json' with { type: 'json' };

const INDENT = '   ';

/** Returns the reading of a review, for people: a head, then clause by clause. */
export function formatReading(reading: ReviewReading): string {
  const added = reading.added.map(({ id, about, sentiment }) => {
    const extent = about === 'other' ? 'no words of its own' : 'the whole text';
    return `${INDENT}${id}: ${describeJudgment({ sentiment, about })}, with ${extent}`;
  });
  if (added.length > 0) added.unshift('Added by editors, without a matching clause:');
  const parts = [formatHead(reading), ...reading.clauses.map(formatClause), added.join('\n')];
  return parts.join('\n\n').trimEnd();
}

function formatHead(reading: ReviewReading): string {
  const { id, datePublished, rating, author, status, sentiment, clauses, inLanguage } = reading;
  const editors = describeEditors(reading.editors).join('; ');
  const unread = reading.isAnalyzed
    ? 'It has no words to read.'
    : `Its language (${inLanguage}) is not analyzed.`;
  return [
    `Review ${id}: ${countOf(rating, 'star')}, ${datePublished}, by ${author}`,
    status === 'verified' ? '' : `It is ${status}, and so not published.`,
    sentiment
      ? `Overall, it is ${sentiment.label} (score ${sentiment.score}).`
      : 'Overall, it contains nothing that could be judged.',
    editors === '' ? '' : `Editors say: ${editors}.`,
    clauses.length > 0 ? '' : unread,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function describeEditors({ aspects = {}, sentiment, quotes }: ReviewReading['editors']): string[] {
  const vetoed = quotes === 'never' ? 'it' : quotes?.map(quoted).join(', ');
  return [
    ...(sentiment ? [`overall, it is ${sentiment}`] : []),
    ...Object.entries(aspects).map(([id, judgment]) => `${id}: ${describeJudgment(judgment)}`),
    ...(vetoed ? [`never quote ${vetoed}`] : []),
  ];
}

function formatClause(clause: ClauseReading, index: number): string {
  const { text, about, other, mode, label, confidence, score, aspects, people } = clause;
  const others = other ? `someone else: ${quoted(other)}` : 'someone else';
  const places = clause.quoted.map(({ under }) => under).join(', ');
  const rows = [
    ['about', about === 'business' ? 'the business' : others],
    ['is', mode === 'fact' ? '' : words.modes[mode]],
    ['says', `${describeVerdict(label, confidence)} (score ${score.toFixed(2)})`],
    ...(aspects.length > 0 ? aspects.flatMap(rowsOf) : [['aspect', 'none']]),
    ['people', people.join(', ')],
    ['quoted', places && `under ${places}`],
  ];
  const lines = formatTable(rows.filter(([, value]) => value !== ''));
  return [`${index + 1}. ${quoted(text)}`, ...lines.map((line) => INDENT + line)].join('\n');
}

function rowsOf({ id, weight, terms, editors, mention, notQuoted }: AspectReading): string[][] {
  const byTerms = `by ${terms.map(quoted).join(', ')} (weight ${Number(weight.toFixed(2))})`;
  const without = editors === 'none' ? '' : 'result: none with these words';
  return [
    ['aspect', `${id}, ${terms.length > 0 ? byTerms : 'by the model'}`],
    ['', editors ? `editors: ${describeJudgment(editors)}` : ''],
    ['', mention ? `result: ${describeMention(mention)}` : without],
    ['', notQuoted ? `not quoted: ${notQuoted}` : ''],
  ];
}

function quoted(text: string): string {
  return `“${text.replaceAll(/\s+/g, ' ')}”`;
}

function describeMention({ about, sentiment, confidence }: Mention): string {
  return about === 'other' ? words.judgments.other : describeVerdict(sentiment, confidence);
}

/** Returns a sentiment with its confidence, except for neutrality, where it is of no interest. */
function describeVerdict(sentiment: Mention['sentiment'], confidence: number): string {
  const said = words.judgments[sentiment];
  if (confidence === 1) return `${said}, as editors say`;
  return sentiment === 'neutral' ? said : `${said}, ${describeConfidence(confidence)} sure`;
}

function describeJudgment(judgment: AspectJudgment): string {
  if (typeof judgment === 'string') return words.judgments[judgment];
  return words.judgments[judgment.about === 'other' ? 'other' : judgment.sentiment];
}

/** Returns the confidence in a verdict, rounded down: only editors are certain. */
export function describeConfidence(confidence: number): string {
  return `${Math.floor(100 * confidence)}%`;
}
