import { join } from 'node:path';
import type { Annotations, Vocabulary } from '#dataset/annotate.ts';
import { readRows } from '../labelled/labelled.ts';
import type { Reading } from './aspects.ts';
import { formatShare, type Section } from './sections.ts';

/** Texts of one kind: their subject, and in which file of either half they stand. */
const SETS = [
  { file: 'third-parties.tsv', name: 'what others did, and no word of the business' },
  { file: 'own-faults.tsv', name: 'faults of the business beside others' },
  { file: 'own-merits.tsv', name: 'merits of the business beside others' },
  { file: 'unreal.tsv', name: 'questions, wishes, conditions, advice, irony' },
] as const;
/** The rules were made with one half in sight; nobody looked at the other until they were done. */
export const HALVES = ['seen', 'unseen'] as const;
const NAMES = ['Linda', 'David', 'Mr. Okafor', 'Okafor', 'Ms. Munoz', 'Munoz', 'Dr. Hale'];

/** Counts which texts end up for or against the business, by their label or an aspect. */
export function measureConduct(
  texts: readonly string[],
  vocabulary: Omit<Vocabulary, 'names' | 'people'>,
  { createAnnotate }: Pick<Reading, 'createAnnotate'>,
) {
  const annotate = createAnnotate({ ...vocabulary, names: NAMES, people: NAMES });
  let [blamed, aspectBlamed, praised] = [0, 0, 0];
  for (const reviewBody of texts) {
    const annotations = annotate({ reviewBody, rating: 3, inLanguage: 'en' });
    if (isMentioned('negative', annotations)) aspectBlamed++;
    if (isSaid('negative', annotations)) blamed++;
    if (isSaid('positive', annotations)) praised++;
  }
  return { n: texts.length, blamed, aspectBlamed, praised };
}

type Side = 'positive' | 'negative';

function isMentioned(side: Side, { aspects = [] }: Annotations): boolean {
  return aspects.some(({ about, sentiment }) => about === 'business' && sentiment === side);
}

/** Whether a text is published as praise, or as blame, of the business: by its label or an aspect. */
export function isSaid(side: Side, annotations: Annotations): boolean {
  const label = annotations.sentiment?.label;
  return label === side || label === 'mixed' || isMentioned(side, annotations);
}

export function evaluateConduct(
  folder: string,
  vocabulary: Omit<Vocabulary, 'names' | 'people'>,
  reading: Reading,
): Section {
  const measured = SETS.flatMap(({ file, name }) =>
    HALVES.map((half) => {
      const texts = readRows(join(folder, half, file)).map(({ cells: [text = ''] }) => text);
      return { name, half, ...measureConduct(texts, vocabulary, reading) };
    }),
  );
  return {
    reports: [
      {
        title: 'Whose conduct: reviews of a law firm written for this project',
        columns: ['texts that tell of', 'n', 'an aspect blamed', 'blame at all', 'praise'],
        rows: measured.map(({ name, half, n, blamed, aspectBlamed, praised }) => [
          `${name}, ${half}`,
          n,
          formatShare(aspectBlamed / n),
          formatShare(blamed / n),
          formatShare(praised / n),
        ]),
        notes: [
          'The texts were written before the rules; the rules were made with the seen half in sight, and the unseen half was not looked at until the end.',
        ],
      },
    ],
    benchmarks: measured.flatMap(({ name, half, n, blamed, aspectBlamed, praised }) => {
      const dataset = `whose conduct, written for this project: ${name}, ${half}`;
      return [
        { dataset, metric: 'publishedAsBlameOfAspect', value: aspectBlamed / n, n },
        { dataset, metric: 'publishedAsBlame', value: blamed / n, n },
        { dataset, metric: 'publishedAsPraise', value: praised / n, n },
      ];
    }),
    peers: [],
    matrices: [],
  };
}
