import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAspectFinder } from '#insights/aspects/find-aspects.ts';
import type { Weights } from '#insights/polarity/model-file.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { listWords } from '#insights/text/tokenize.ts';
import {
  type AspectText,
  type LabeledText,
  MAMS_ASPECTS_FILE,
  readAspects,
  readMams,
  readRows,
  readTexts,
  refuseLine,
} from '../labeled/labeled.ts';

/** `counts`: the weight of a text in each of the regressions. */
export type WeighedText = LabeledText & { readonly counts: Weights };

/** The texts that a model learns from, by their source, and a lexicon. */
export type TrainingData = {
  /** In the order of DOMAINS. */
  readonly uci: readonly (readonly WeighedText[])[];
  readonly mams: readonly WeighedText[];
  readonly own: readonly WeighedText[];
  /** Our own texts about law practices, with their aspects. */
  readonly law: readonly AspectText[];
  readonly lexicon: ReadonlyMap<string, number>;
};

/** The domains of the UCI sentences (Kotzias et al. 2015). */
export const DOMAINS = ['yelp', 'amazon', 'imdb'];

/** The folder of our sentences and lexicon. */
export const MATERIALS = import.meta.dirname;

/** The folders of the UCI sentences, of MAMS-ACSA, and of materials. */
export type Folders = { readonly uci: string; readonly mams: string; readonly materials: string };

/**
 * The weights of our own sentences in the regressions that learn from the texts of others as well.
 */
const OWN_COUNTS = { polarity: 0.2, opinion: 0.3 };

/**
 * The texts of others come first. The weights of our own were chosen by cross-validation on
 * the texts of others. All UCI sentences are positive or negative, so they teach little about
 * neutral ones; clauses of MAMS are labeled by inference. Only our sentences about law practices
 * have the label mixed.
 */
const COUNTS = {
  uci: { polarity: 1, opinion: 0.2, mixture: 0 },
  mams: { polarity: 0.2, opinion: 0.5, mixture: 0 },
  own: { ...OWN_COUNTS, mixture: 0 },
  law: { ...OWN_COUNTS, mixture: 1 },
} satisfies Readonly<Record<string, Weights>>;

export function readTrainingData({ uci, mams, materials }: Folders): TrainingData {
  const sentences = join(materials, 'sentences');
  const files = readdirSync(sentences)
    .filter((name) => name.endsWith('.tsv'))
    .sort();
  return {
    uci: ['yelp', 'amazon_cells', 'imdb'].map((name) =>
      weigh(readTexts(join(uci, `${name}_labelled.txt`)), COUNTS.uci),
    ),
    mams: weigh(readMams(mams, 'train').flatMap(cutClauses), COUNTS.mams),
    own: files.flatMap((name) => {
      const counts = name.startsWith('law-') ? COUNTS.law : COUNTS.own;
      return weigh(readTexts(join(sentences, name)), counts);
    }),
    law: files
      .filter((name) => name.startsWith('law-'))
      .flatMap((name) => readTexts(join(sentences, name))),
    lexicon: readLexicon(materials),
  };
}

function weigh(texts: readonly LabeledText[], counts: Weights): readonly WeighedText[] {
  return texts.map((text) => ({ ...text, counts }));
}

const findAspects = createAspectFinder(readAspects(MAMS_ASPECTS_FILE).aspects);

/**
 * The clauses of a sentence whose aspects have different labels. The labels are not of clauses, so
 * a clause is taken only if all labeled aspects in it have the same polarity.
 */
function cutClauses({ text, says }: AspectText): readonly LabeledText[] {
  const labelOf = new Map(says.map(({ aspect, label }) => [aspect, label]));
  const clauses = segmentText(text).flatMap((sentence) => sentence.clauses);
  return clauses.flatMap(({ start, end, tokens }) => {
    const found = findAspects(listWords(tokens));
    const [label, ...others] = new Set(found.flatMap(({ id }) => labelOf.get(id) ?? []));
    if (label === undefined || others.length > 0) return [];
    return [{ text: text.slice(start, end), label }];
  });
}

/** Reads lines of `term TAB valence`, from −4 to 4. A valence for law replaces a general one. */
export function readLexicon(materials: string): ReadonlyMap<string, number> {
  const files = ['general.tsv', 'law.tsv'].map((name) => join(materials, 'lexicon', name));
  const terms = files.flatMap((file) =>
    readRows(file).map(({ line, cells: [term = '', cell = ''] }) => {
      const valence = Number(cell);
      if (term !== '' && cell !== '' && Math.abs(valence) <= 4) return [term, valence] as const;
      return refuseLine(file, line, 'is not a term, a tab and a valence from -4 to 4');
    }),
  );
  return new Map(terms);
}
