import type { AspectJudgment, AspectSentiment } from '#dataset/schema/stored-review.ts';
import type { AspectReading, ClauseReading, ReviewReading } from './read-review.ts';

const MODES = {
  regret: 'a regret, and so not praise',
  question: 'a question, and so neutral',
  wish: 'a wish, and so neutral',
  condition: 'a condition or advice, and so neutral',
  story: 'about the reviewer, and so neutral',
  irony: 'irony, and so not praise',
} as const;

const INDENT = '   ';
const LABEL_WIDTH = 10;

/** Returns the reading of a review, for people: a head, then clause by clause. */
export function formatReading(reading: ReviewReading): string {
  const parts = [head(reading), ...reading.clauses.map(formatClause)];
  if (reading.added.length > 0) {
    const lines = reading.added.map(
      ({ id, about, sentiment }) =>
        `${INDENT}${id}: ${describeJudgment({ sentiment, about })}, with ${about === 'other' ? 'no words of its own' : 'the whole text'}`,
    );
    parts.push(['Added by editors, without a matching clause:', ...lines].join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

function head(reading: ReviewReading): string {
  const { id, datePublished, rating, author, status, sentiment, clauses } = reading;
  const editors = wordsOfEditors(reading.editors);
  const lines = [
    `Review ${id}: ${rating} ${rating === 1 ? 'star' : 'stars'}, ${datePublished}, by ${author}`,
    ...(status === 'verified' ? [] : [`It is ${status}, and so not published.`]),
    ...(sentiment
      ? [`Overall, it is ${sentiment.label} (score ${sentiment.score}).`]
      : ['Overall, it contains nothing that could be judged.']),
    ...(editors.length > 0 ? [`Editors say: ${editors.join('; ')}.`] : []),
  ];
  if (!reading.isAnalyzed) lines.push(`Its language (${reading.inLanguage}) is not analyzed.`);
  else if (clauses.length === 0) lines.push('It has no words to read.');
  return lines.join('\n');
}

function wordsOfEditors({ aspects = {}, sentiment, quotes }: ReviewReading['editors']): string[] {
  return [
    ...(sentiment === undefined ? [] : [`overall, it is ${sentiment}`]),
    ...Object.entries(aspects).map(([id, words]) => `${id}: ${describeJudgment(words)}`),
    ...(quotes === 'never' ? ['never quote it'] : []),
    ...(Array.isArray(quotes) ? [`never quote ${quotes.map(quoted).join(', ')}`] : []),
  ];
}

function formatClause(clause: ClauseReading, index: number): string {
  const { text, about, other, mode, label, confidence, score, aspects, people } = clause;
  const rows: [string, string][] = [];
  rows.push(['about', whom(about, other)]);
  if (mode !== 'fact') rows.push(['is', MODES[mode]]);
  rows.push(['says', `${describeSaid(label, confidence)} (score ${score.toFixed(2)})`]);
  for (const aspect of aspects) rows.push(...rowsOf(aspect));
  if (aspects.length === 0) rows.push(['aspects', 'none']);
  if (people.length > 0) rows.push(['people', people.join(', ')]);
  const places = clause.quoted.map(({ under }) => under);
  if (places.length > 0) rows.push(['quoted', `under ${places.join(', ')}`]);
  const lines = rows.map(([name, value]) => `${INDENT}${name.padEnd(LABEL_WIDTH)}${value}`);
  return [`${index + 1}. ${quoted(text)}`, ...lines].join('\n');
}

function whom(about: ClauseReading['about'], other: string | undefined): string {
  if (about === 'business') return 'the business';
  return other === undefined ? 'someone else' : `someone else: ${quoted(other)}`;
}

function rowsOf({
  id,
  weight,
  terms,
  editors,
  mention,
  notQuoted,
}: AspectReading): [string, string][] {
  const byTerms = `by ${terms.map(quoted).join(', ')} (weight ${Number(weight.toFixed(2))})`;
  const found = `${id}, ${terms.length > 0 ? byTerms : 'as the model has learned'}`;
  const rows: [string, string][] = [['aspect', found]];
  if (editors !== undefined) rows.push(['', `editors: ${describeJudgment(editors)}`]);
  if (!mention) {
    if (editors !== 'none') rows.push(['', 'not published with these words']);
  } else {
    const { sentiment, about, confidence } = mention;
    const words = about === 'other' ? 'about someone else' : describeSaid(sentiment, confidence);
    rows.push(['', `published: ${words}`]);
    if (notQuoted !== undefined) rows.push(['', `not quoted: ${notQuoted}`]);
  }
  return rows;
}

function quoted(text: string): string {
  return `“${text.replaceAll(/\s+/g, ' ')}”`;
}

const WORDS = {
  positive: 'praise',
  neutral: 'neutral',
  negative: 'criticism',
  mixed: 'both sides',
};

export function describeSentiment(sentiment: AspectSentiment): string {
  return WORDS[sentiment];
}

/** Returns a sentiment with its confidence. The probability of neutrality is of no interest. */
function describeSaid(sentiment: AspectSentiment, confidence: number): string {
  const words = describeSentiment(sentiment);
  return sentiment === 'neutral' ? words : `${words}, ${describeConfidence(confidence)} sure`;
}

function describeJudgment(judgment: AspectJudgment): string {
  if (judgment === 'none') return 'none, so it is not published';
  const { sentiment, about } =
    typeof judgment === 'string' ? { sentiment: judgment, about: 'business' } : judgment;
  return about === 'other' ? 'about someone else' : describeSentiment(sentiment);
}

/**
 * Returns the confidence in a verdict. Only editors' verdicts are certain: others are rounded down.
 */
export function describeConfidence(confidence: number): string {
  return `${Math.floor(100 * confidence)} %`;
}
