import { hash } from 'node:crypto';
import type { ModelCard } from '#insights/methodology.ts';
import { CONFIDENT } from '#insights/polarity/judgement.ts';
import { formatSections, type Section } from '../evaluate/sections.ts';
import type { TrainingData } from './training-data.ts';

export type Source = {
  readonly name: string;
  readonly count: number;
  readonly license: string;
  readonly attribution: string;
};

/** Summary of a model: what insights.json has of it, and what it was made of. */
type FullModelCard = ModelCard & {
  readonly sources: readonly Source[];
  /** Rebuilds the same bytes from the same data. */
  readonly command: string;
};

/** Makes the card of a model that is stored as some bytes, with what was measured of it. */
export function makeModelCard(
  stored: string,
  { uci, mams, own }: TrainingData,
  lexicon: ReadonlyMap<string, number>,
  sections: readonly Section[],
): FullModelCard {
  return {
    name: 'Aspects by terms, polarity by a linear model',
    version: '1.0.0',
    modelSha256: hash('sha256', stored),
    command: 'npm run train -- UCI-FOLDER MAMS-FOLDER',
    sources: [
      {
        name: 'Sentiment Labelled Sentences',
        count: [...uci.values()].flat().length,
        license: 'CC BY 4.0',
        attribution:
          'Kotzias, Denil, de Freitas, Smyth: From Group to Individual Labels using Deep Features, KDD 2015; UCI Machine Learning Repository, dataset 331',
      },
      {
        name: 'MAMS-ACSA, clauses of the training part',
        count: mams.length,
        license: 'Apache-2.0',
        attribution:
          'Jiang, Chen, Xu, Ao, Yang: A Challenge Dataset and Effective Models for Aspect-Based Sentiment Analysis, EMNLP-IJCNLP 2019',
      },
      {
        name: 'Sentences of this project (scripts/lab/train/sentences)',
        count: own.length,
        license: 'MIT',
        attribution: 'Testimony',
      },
      {
        name: 'Lexicon of this project (scripts/lab/train/lexicon)',
        count: lexicon.size,
        license: 'MIT',
        attribution: 'Testimony',
      },
    ],
    limitations: LIMITATIONS,
    benchmarks: sections.flatMap(({ benchmarks }) =>
      benchmarks.flatMap(({ value, ...benchmark }) =>
        value === null ? [] : [{ ...benchmark, value }],
      ),
    ),
  };
}

const LIMITATIONS = [
  'English only; a review in another language is not analysed, and one that mixes languages is read as English.',
  'Common patterns of sarcasm are taken as neutral, other sarcasm at its word. Facts that imply a judgement without any word of praise or blame are often taken as neutral or wrongly.',
  'Neutral and mixed are the weak labels. That somebody else than the business is judged is recognised by words for others (a list that editors extend) and imperfectly: where none of them is named, it counts for the business.',
  `A side that is less sure than ${CONFIDENT} is published as neutral.`,
  'A confidence in a side is that of the side against the other; how likely the clause takes none is not in it.',
  'On sentences that set several things against each other (MAMS) about half of the labels are wrong.',
  'The legal clauses were written and labelled for this project, as its training sentences and lexicon were: they are no sample of published reviews, they are easier, and no figure on them tells how well texts of others are judged.',
].join(' ');

export function formatModelCard(card: FullModelCard, sections: readonly Section[]): string {
  const { name, version, modelSha256, command, sources, limitations } = card;
  const rows = sources.map(({ name, count, license, attribution }) => [
    name,
    String(count),
    license,
    attribution,
  ]);
  return `# ${name}, ${version}

\`polarity-model.json\`, SHA-256 \`${modelSha256}\`. Written by \`${command}\`: same data, same bytes.
This card is written by the same command; \`npm run evaluate\` prints its figures again.

## What it is

Three logistic regressions over the words and the pairs of neighbouring words of a text (negated words
marked, idioms read as plain words) and a few figures of it, most of them from the valences of the terms of a lexicon: whether a text
says anything good or bad, which of both, and whether both. Sides below a confidence of ${CONFIDENT} are not
published as such; the figures below take the likelier side and tell apart how sure it was, unless they say that they
are of labels as published.

VADER and AFINN are measured beside it and are no part of it.

What the sentences of this project count beside those of others was chosen by cross-validation on the
texts of others alone: \`npm run train -- --choose UCI-FOLDER MAMS-FOLDER\` prints the table again.

## What it was made of

${formatTable(['data', 'texts or terms', 'licence', 'attribution'], rows)}

The weights are published under the licence of the project, with these attributions.

## Limits

${limitations}

## Figures

\`\`\`
${formatSections(sections).trim()}
\`\`\`
`;
}

function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [columns, rule, ...rows]
    .map((row) => `| ${widths.map((width, index) => row[index]?.padEnd(width)).join(' | ')} |`)
    .join('\n');
}
