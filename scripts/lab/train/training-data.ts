import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Aspect } from '#dataset/schema/stored-entities.ts';
import { createAspectFinder } from '#insights/aspects/find-aspects.ts';
import type { Polarity } from '#insights/polarity/judgement.ts';
import type { Weights } from '#insights/polarity/model-file.ts';
import { segmentText } from '#insights/text/segment-text.ts';
import { listWords } from '#insights/text/tokenize.ts';
import { type AspectLine, readAspects } from '../labelled/aspect-files.ts';
import {
  type Domain,
  type FoundData,
  MAMS_ASPECTS_FILE,
  readMamsFile,
} from '../labelled/find-data.ts';
import { readLabel, readPolarityFile, readRows, refuseRow } from '../labelled/labelled.ts';
import type { LabelledText } from './model.ts';

/** What a model learns from, by where it comes from. */
export type TrainingData = {
  readonly uci: ReadonlyMap<Domain, readonly LabelledText[]>;
  readonly mams: readonly LabelledText[];
  readonly own: readonly LabelledText[];
};

/** What our own sentences count in each of the regressions that others teach as well. */
export const OWN_COUNTS = { polarity: 0.2, opinion: 0.3 };

/**
 * What each text counts. Texts of others teach first; what ours count beside them was chosen by
 * `npm run train -- --choose`. The sentences of UCI all say something good or bad, so that they show
 * little of what says neither; clauses of MAMS are labelled by inference. Mixed is labelled in our
 * sentences about law practices alone.
 */
const COUNTS = {
  uci: { polarity: 1, opinion: 0.2, mixture: 0 },
  mams: { polarity: 0.2, opinion: 0.5, mixture: 0 },
  own: { ...OWN_COUNTS, mixture: 0 },
  law: { ...OWN_COUNTS, mixture: 1 },
} satisfies Readonly<Record<string, Weights>>;

/** Reads the labelled data that were found, and those of a folder of materials. */
export function readTrainingData({ uci, mams }: FoundData, materials: string): TrainingData {
  return {
    uci: new Map([...uci].map(([domain, file]) => [domain, readTexts(file, COUNTS.uci)])),
    mams: mams ? readMams(mams.training) : [],
    own: listOwn(materials).flatMap(readOwn),
  };
}

/** All texts of some training data. */
export function listTexts({ uci, mams, own }: TrainingData): readonly LabelledText[] {
  return [...[...uci.values()].flat(), ...mams, ...own];
}

function listOwn(materials: string): readonly string[] {
  const folder = join(materials, 'sentences');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
    .map((name) => join(folder, name));
}

function readTexts(file: string, counts: Weights): readonly LabelledText[] {
  return readPolarityFile(file).map((line) => ({ ...line, counts }));
}

/** A line is a text, its label and, in some files, the aspects that it speaks of. */
function readOwn(file: string): readonly LabelledText[] {
  const counts = basename(file).startsWith('law-') ? COUNTS.law : COUNTS.own;
  return readRows(file).map((row) => {
    const [text = '', label = ''] = row.cells;
    return { text, label: readLabel(file, row, label), counts };
  });
}

function readMams(file: string): readonly LabelledText[] {
  const clauses = cutMamsClauses(readMamsFile(file), readAspects(MAMS_ASPECTS_FILE).aspects);
  return clauses.map((clause) => ({ ...clause, counts: COUNTS.mams }));
}

/**
 * Clauses of sentences that say different things of several aspects. Which clause says what is not
 * labelled: a clause is taken where it speaks of labelled aspects of one polarity only.
 */
function cutMamsClauses(
  lines: readonly AspectLine[],
  aspects: readonly Aspect[],
): { readonly text: string; readonly label: Polarity }[] {
  const findAspects = createAspectFinder(aspects);
  return [...Map.groupBy(lines, ({ text }) => text)].flatMap(([text, own]) => {
    const labelOf = new Map(own.flatMap(({ says }) => (says ? [[says.aspect, says.label]] : [])));
    return segmentText(text).flatMap(({ clauses }) =>
      clauses.flatMap(({ start, end, tokens }) => {
        const found = findAspects(listWords(tokens));
        const labels = new Set(found.flatMap(({ id }) => labelOf.get(id) ?? []));
        const [label] = labels;
        if (labels.size !== 1 || label === undefined || label === 'mixed') return [];
        return [{ text: text.slice(start, end), label }];
      }),
    );
  });
}

/** A term, a tab, and its valence from −4 to 4. Of two valences the first file's counts. */
const FILES = ['law.tsv', 'general.tsv'];

/** Reads the lexicon of a folder of materials. Throws a ContentError that names the first faulty line. */
export function readLexicon(materials: string): ReadonlyMap<string, number> {
  const lexicon = new Map<string, number>();
  for (const file of FILES.map((name) => join(materials, 'lexicon', name))) {
    for (const row of readRows(file)) {
      const [term = '', cell = ''] = row.cells;
      const valence = Number(cell);
      if (term === '' || cell === '' || !(Math.abs(valence) <= 4)) {
        refuseRow(file, row, 'is not a term, a tab and a valence from -4 to 4');
      }
      if (!lexicon.has(term)) lexicon.set(term, valence);
    }
  }
  return lexicon;
}
