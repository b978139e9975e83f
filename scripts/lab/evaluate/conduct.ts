import { join } from 'node:path';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import { readRows } from '../labeled/labeled.ts';
import { shareOf } from './measures.ts';
import { HALVES, vocabularyNaming } from './readings.ts';
import { describeShares, type Section } from './section.ts';

const FOLDER = join(import.meta.dirname, '../../../tests/fixtures/conduct');

/** Creates a reader that finds the praise and blame of the business published from a text. */
function createSideReader(createAnnotate: CreateAnnotate, names: readonly string[]) {
  const annotate = createAnnotate(vocabularyNaming('law', names));
  return (reviewBody: string, rating: number) => {
    const { sentiment, aspects = [] } = annotate({ reviewBody, rating, inLanguage: 'en' });
    const own = aspects.filter(({ about }) => about === 'business').map((each) => each.sentiment);
    const labels = [...own, sentiment?.label];
    const isMixed = sentiment?.label === 'mixed';
    return {
      isAspectBlamed: own.includes('negative'),
      isBlamed: isMixed || labels.includes('negative'),
      isPraised: isMixed || labels.includes('positive'),
    };
  };
}

const SETS = {
  'third-parties': 'what others did, and no word of the business',
  'own-faults': 'faults of the business beside others',
  'own-merits': 'merits of the business beside others',
  unreal: 'questions, wishes, conditions, advice, irony',
};
const NAMES = ['Linda', 'David', 'Mr. Okafor', 'Okafor', 'Ms. Munoz', 'Munoz', 'Dr. Hale'];

/**
 * Evaluates texts about the conduct of others, which must not be published against the business.
 */
export function evaluateConduct(createAnnotate: CreateAnnotate): Section {
  const readSides = createSideReader(createAnnotate, NAMES);
  const measured = Object.entries(SETS).flatMap(([file, subject]) =>
    HALVES.map((half) => {
      const rows = readRows(join(FOLDER, half, `${file}.tsv`));
      const texts = rows.map(({ cells: [text = ''] }) => readSides(text, 3));
      const shares = {
        publishedAsBlameOfAspect: shareOf(texts, ({ isAspectBlamed }) => isAspectBlamed),
        publishedAsBlame: shareOf(texts, ({ isBlamed }) => isBlamed),
        publishedAsPraise: shareOf(texts, ({ isPraised }) => isPraised),
      };
      const name = `${subject}, ${half}`;
      const dataset = `whose conduct, written for this project: ${name}`;
      return { name, cells: [rows.length], dataset, shares };
    }),
  );
  return describeShares(
    'Whose conduct: reviews of a law firm written for this project',
    ['texts that tell of', 'n', 'an aspect blamed', 'blame at all', 'praise'],
    [
      'The texts were written before the rules; the rules were made with the seen half in sight, and the unseen half was not looked at until the end.',
    ],
    measured,
  );
}

/**
 * Reads sentences that are easily misread (text, stars, names of people or “-”, kind, and the claim
 * about the business), and finds which are published as meant and which as the contrary.
 */
export function readFairClaims(half: string, createAnnotate: CreateAnnotate) {
  return readRows(join(FOLDER, half, 'fair-claims.tsv')).map(({ cells }) => {
    const [text = '', rating, people = '-', kind, claim] = cells;
    const readSides = createSideReader(createAnnotate, people.split(/; |^-$/).filter(Boolean));
    const { isPraised, isBlamed } = readSides(text, Number(rating));
    const [isPraise, isBlame] = [claim === 'praise', claim === 'blame'];
    const isMeant = isPraised === isPraise && isBlamed === isBlame;
    return { kind, claim, isMeant, isContrary: (isPraised && !isPraise) || (isBlamed && !isBlame) };
  });
}

export function evaluateFairness(createAnnotate: CreateAnnotate): Section {
  const measured = HALVES.flatMap((half) => {
    const claims = readFairClaims(half, createAnnotate);
    const dataset = `easily misread sentences, written for this project, ${half}`;
    return ['all', 'praise', 'blame', 'neither'].map((name) => {
      const own = claims.filter(({ claim }) => name === 'all' || claim === name);
      const shares = {
        publishedAsMeant: shareOf(own, ({ isMeant }) => isMeant),
        publishedAsContrary: shareOf(own, ({ isContrary }) => isContrary),
      };
      const isFigure = name === 'all';
      const row = { name: `${name}, ${half}`, cells: [own.length], shares };
      return { ...row, dataset: isFigure ? dataset : undefined };
    });
  });
  return describeShares(
    'Sentences that are easily misread, written for this project',
    ['statement about the business', 'n', 'published so', 'published as the contrary'],
    [
      'Sincere praise, irony, names that are words, staff that changes, other firms, wishes, reservations, things learned elsewhere. The sentences were written without knowledge of the rules, which were made with the seen half in sight.',
    ],
    measured,
  );
}
