import { join } from 'node:path';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import { fold } from '#dataset/text/fold.ts';
import { readRows } from '../labeled/labeled.ts';
import { shareOf } from './measures.ts';
import { HALVES, nameOfHalf, READINGS, vocabularyNaming } from './readings.ts';
import { describeShares, type Section } from './section.ts';

const NAME = 'sentences about people of a law firm, marked by a reader';

/**
 * Evaluates rows of id, stars, the name of a person, the verdict on them that a reader sees in the
 * text (positive, negative or none), and the text. Only published statements about that person
 * count.
 */
export function evaluatePeople(createAnnotate: CreateAnnotate): Section {
  const measured = HALVES.map((half) => {
    const rows = readRows(join(READINGS, half, 'people.tsv')).map(({ cells }) => cells);
    // “hope” and “Hope” are one.
    const names = new Map(rows.map(([, , name = '']) => [fold(name), name])).values();
    const vocabulary = vocabularyNaming('law', names);
    const annotate = createAnnotate(vocabulary);
    const read = rows.map(([, rating, name = '', side, reviewBody = '']) => {
      const { people = [] } = annotate({ reviewBody, rating: Number(rating), inLanguage: 'en' });
      const id = vocabulary.technicians.find((one) => fold(one.name) === fold(name))?.id;
      const said = people.filter((one) => one.id === id).map(({ sentiment }) => sentiment);
      return {
        side,
        isFound: said.some((one) => one === side),
        isWrong: said.some((one) => one !== side),
      };
    });
    const only = (side: string) => read.filter((one) => one.side === side);
    const shares = {
      peoplePraised: shareOf(only('positive'), ({ isFound }) => isFound),
      peopleBlamed: shareOf(only('negative'), ({ isFound }) => isFound),
      peopleWronged: shareOf(read, ({ isWrong }) => isWrong),
    };
    const name = nameOfHalf(NAME, half);
    return { name, dataset: name, shares };
  });
  return describeShares(
    'Sentences that praise, blame or only name a person, as a reader marked them',
    ['sentences', 'praise found', 'blame found', 'wrong side or person'],
    [],
    measured,
  );
}
