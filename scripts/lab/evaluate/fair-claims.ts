import { join } from 'node:path';
import type { Vocabulary } from '#dataset/annotate.ts';
import { readRows } from '../labelled/labelled.ts';
import type { Reading } from './aspects.ts';
import { HALVES, isSaid } from './conduct.ts';
import { formatShare, type Section } from './sections.ts';

/** What a careful reader takes a sentence to say of the business. */
const CLAIMS = ['praise', 'blame', 'neither'] as const;
type Claim = (typeof CLAIMS)[number];

/** A sentence that is easily misread, with the stars and the people of its business. */
export type FairClaim = {
  readonly text: string;
  readonly rating: number;
  readonly people: readonly string[];
  readonly kind: string;
  readonly claim: Claim;
};

/** Reads sentences: text, stars, names of people or “-”, kind, and what it says of the business. */
export function readFairClaims(file: string): readonly FairClaim[] {
  return readRows(file).map(({ line, cells }) => {
    const [text = '', rating, people = '-', kind = '', said] = cells;
    const claim = CLAIMS.find((known) => known === said);
    if (!claim) throw new Error(`${file}:${line}: write one of ${CLAIMS.join(', ')}`);
    return {
      text,
      rating: Number(rating),
      people: people.split(/; |^-$/).filter(Boolean),
      kind,
      claim,
    };
  });
}

/** Counts the sentences that are published as they are meant, and those that are published as the contrary. */
export function measureFairness(
  claims: readonly FairClaim[],
  vocabulary: Omit<Vocabulary, 'names' | 'people'>,
  { createAnnotate }: Pick<Reading, 'createAnnotate'>,
) {
  let [right, contrary] = [0, 0];
  for (const { text: reviewBody, rating, people, claim } of claims) {
    const annotate = createAnnotate({ ...vocabulary, names: people, people });
    const annotations = annotate({ reviewBody, rating, inLanguage: 'en' });
    const [praised, blamed] = [isSaid('positive', annotations), isSaid('negative', annotations)];
    if (praised === (claim === 'praise') && blamed === (claim === 'blame')) right++;
    if ((praised && claim !== 'praise') || (blamed && claim !== 'blame')) contrary++;
  }
  return { n: claims.length, right, contrary };
}

export function evaluateFairness(
  folder: string,
  vocabulary: Omit<Vocabulary, 'names' | 'people'>,
  reading: Reading,
): Section {
  const halves = HALVES.map((half) => {
    const claims = readFairClaims(join(folder, half, 'fair-claims.tsv'));
    return { half, claims, ...measureFairness(claims, vocabulary, reading) };
  });
  return {
    reports: [
      {
        title: 'Sentences that are easily misread, written for this project',
        columns: ['what is said of the business', 'n', 'published so', 'published as the contrary'],
        rows: halves.flatMap(({ half, claims, ...all }) => [
          rowOf(`all, ${half}`, all),
          ...CLAIMS.map((claim) => {
            const own = claims.filter((one) => one.claim === claim);
            return rowOf(`${claim}, ${half}`, measureFairness(own, vocabulary, reading));
          }),
        ]),
        notes: [
          'Sincere praise, irony, names that are words, staff that changes, other firms, wishes, reservations, things learned elsewhere. The sentences were written without knowledge of the rules, which were made with the seen half in sight.',
        ],
      },
    ],
    benchmarks: halves.flatMap(({ half, n, right, contrary }) => {
      const dataset = `easily misread sentences, written for this project, ${half}`;
      return [
        { dataset, metric: 'publishedAsMeant', value: right / n, n },
        { dataset, metric: 'publishedAsContrary', value: contrary / n, n },
      ];
    }),
    peers: [],
    matrices: [],
  };
}

function rowOf(name: string, { n, right, contrary }: ReturnType<typeof measureFairness>) {
  return [name, n, formatShare(right / n), formatShare(contrary / n)];
}
