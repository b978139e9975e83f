/** A part of MAMS-ACSA that holds one sentence, and what it says of each category. */
export function mamsOf(text: string, ...said: readonly string[]): string {
  const categories = said.map((one) => {
    const [category, polarity] = one.split(' ');
    return `<aspectCategory category="${category}" polarity="${polarity}"/>`;
  });
  return `<sentences><sentence>\n<text>${text}</text>
<aspectCategories>${categories.join('\n')}</aspectCategories></sentence></sentences>\n`;
}

const SENTENCES = `The place was good and I liked it.\t1
A great day with great people.\t1
It was bad and we hated it.\t0
An awful day, the worst of all.\t0
`;
const MAMS = mamsOf(
  'The food was good, but the staff was rude.',
  'food positive',
  'staff negative',
);

/** Folders of data as a training asks for them, each with a few sentences. */
export const SMALL_DATA = {
  'uci/yelp_labelled.txt': SENTENCES,
  'uci/amazon_cells_labelled.txt': SENTENCES.replaceAll('day', 'phone'),
  'uci/imdb_labelled.txt': SENTENCES.replaceAll('day', 'film'),
  'mams/acsa_train.xml': MAMS,
  'mams/acsa_val.xml': MAMS,
} as const;

/** A folder of materials: a few sentences and terms. */
export const SMALL_MATERIALS = {
  'materials/sentences/law-a.tsv': 'They won my case\tpositive\toutcome=positive\n',
  'materials/sentences/other.tsv': 'It is on the second floor\tneutral\n',
  'materials/lexicon/law.tsv': 'won case\t3\n',
  'materials/lexicon/general.tsv': 'good\t2\nbad\t-2\n',
} as const;
