import type { AspectJudgement, AspectSentiment } from '#dataset/schema/stored-review.ts';
import type { AspectReading, ClauseReading, ReviewReading } from './read-review.ts';

const MODES = {
  regret: 'a regret, and so no praise',
  question: 'a question, and so takes no side',
  wish: 'a wish, and so takes no side',
  condition: 'a condition or advice, and so takes no side',
  story: 'about the reviewer, and so takes no side',
  irony: 'irony, and so no praise',
} as const;

const INDENT = '   ';
const LABEL_WIDTH = 10;

/** How a review was read, for people: a head, then clause by clause. */
export function formatReading(reading: ReviewReading): string {
  const parts = [head(reading), ...reading.clauses.map(formatClause)];
  if (reading.added.length > 0) {
    const lines = reading.added.map(
      ({ id, about, sentiment }) =>
        `${INDENT}${id}: ${describeJudgement({ sentiment, about })}, with ${about === 'other' ? 'no words of its own' : 'the whole text'}`,
    );
    parts.push(['Put by editors, where nothing was found:', ...lines].join('\n'));
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
      ? [`On the whole it is ${sentiment.label} (score ${sentiment.score}).`]
      : ['On the whole it says nothing that could be judged.']),
    ...(editors.length > 0 ? [`Editors say: ${editors.join('; ')}.`] : []),
  ];
  if (!reading.isAnalysed) lines.push(`Its language (${reading.inLanguage}) is not analysed.`);
  else if (clauses.length === 0) lines.push('It has no words to read.');
  return lines.join('\n');
}

function wordsOfEditors({ aspects = {}, sentiment, quotes }: ReviewReading['editors']): string[] {
  return [
    ...(sentiment === undefined ? [] : [`on the whole it is ${sentiment}`]),
    ...Object.entries(aspects).map(([id, said]) => `${id}: ${describeJudgement(said)}`),
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
  return other === undefined ? 'somebody else' : `somebody else: ${quoted(other)}`;
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
  if (editors !== undefined) rows.push(['', `editors: ${describeJudgement(editors)}`]);
  if (!mention) {
    if (editors !== 'none') rows.push(['', 'not published with these words']);
  } else {
    const { sentiment, about, confidence } = mention;
    const said = about === 'other' ? 'about somebody else' : describeSaid(sentiment, confidence);
    rows.push(['', `published: ${said}`]);
    if (notQuoted !== undefined) rows.push(['', `not quoted: ${notQuoted}`]);
  }
  return rows;
}

function quoted(text: string): string {
  return `“${text.replaceAll(/\s+/g, ' ')}”`;
}

const WORDS = {
  positive: 'praise',
  neutral: 'no side',
  negative: 'criticism',
  mixed: 'both sides',
};

export function describeSentiment(sentiment: AspectSentiment): string {
  return WORDS[sentiment];
}

/** A sentiment and how surely it is said. How likely no side is, nobody asks. */
function describeSaid(sentiment: AspectSentiment, confidence: number): string {
  const said = describeSentiment(sentiment);
  return sentiment === 'neutral' ? said : `${said}, ${describeConfidence(confidence)} sure`;
}

function describeJudgement(judgement: AspectJudgement): string {
  if (judgement === 'none') return 'none, so it is not published';
  const { sentiment, about } =
    typeof judgement === 'string' ? { sentiment: judgement, about: 'business' } : judgement;
  return about === 'other' ? 'about somebody else' : describeSentiment(sentiment);
}

/** How sure a side is. Only what editors judge is sure wholly: what is found is rounded down. */
export function describeConfidence(confidence: number): string {
  return `${Math.floor(100 * confidence)} %`;
}
