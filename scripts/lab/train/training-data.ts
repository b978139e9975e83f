import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Weights } from '#insights/polarity/polarity-model.ts';
import { readAspectList } from '../labelled/aspect-list.ts';
import type { Domain, FoundData } from '../labelled/find-data.ts';
import { MAMS_ASPECTS_FILE, readMamsFile } from '../labelled/mams-file.ts';
import { readLabel, readPolarityFile } from '../labelled/polarity-file.ts';
import { readRows } from '../labelled/read-rows.ts';
import { cutMamsClauses } from './mams-clauses.ts';
import type { LabelledText } from './train-model.ts';

/** What a model learns from, by where it comes from. */
export type TrainingData = {
  readonly uci: ReadonlyMap<Domain, readonly LabelledText[]>;
  readonly mams: readonly LabelledText[];
  readonly own: readonly LabelledText[];
};

/** The folder, of the materials, of sentences that were written for this project. */
const OWN_SENTENCES = 'sentences';

/** What our own sentences count in each of the regressions that others teach as well. */
export const OWN_COUNTS = { polarity: 0.2, opinion: 0.3 };

/**
 * What each text counts. Texts of others teach first; what ours count beside them was chosen by
 * `npm run train -- --choose`. The sentences of UCI all say something good or bad, so that they tell
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

function isAboutLaw(file: string): boolean {
  return basename(file).startsWith('law-');
}

function listOwn(materials: string): readonly string[] {
  const folder = join(materials, OWN_SENTENCES);
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
  const counts = isAboutLaw(file) ? COUNTS.law : COUNTS.own;
  return readRows(file).map((row) => {
    const [text = '', label = ''] = row.cells;
    return { text, label: readLabel(file, row, label), counts };
  });
}

function readMams(file: string): readonly LabelledText[] {
  return cutMamsClauses(readMamsFile(file), readAspectList(MAMS_ASPECTS_FILE)).map((clause) => ({
    ...clause,
    counts: COUNTS.mams,
  }));
}
