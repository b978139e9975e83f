import type { Analysis, Reading } from '../../../../scripts/lab/evaluate/aspects.ts';
import type { AspectLine } from '../../../../scripts/lab/labelled/aspect-files.ts';
import type { Label } from '../../../../scripts/lab/labelled/labelled.ts';

/** Two aspects, each found by its name alone. */
export const ASPECTS = ['food', 'staff'].map((id) => ({
  id,
  name: id,
  description: id,
  terms: [id],
}));

/** The list of these, which names nobody else. */
export const LIST = { aspects: ASPECTS, others: [] };

/** A line that says so of an aspect. */
export function says(text: string, aspect: string, label: Label): AspectLine {
  return { text, says: { aspect, label } };
}

/** A judge of "good" and "bad"; other words say nothing. */
export function judge(text: string) {
  if (text.includes('good')) return { positive: 0.8, neutral: 0.1, negative: 0.1, mixed: 0 };
  if (text.includes('bad')) return { positive: 0.1, neutral: 0.3, negative: 0.6, mixed: 0 };
  return { positive: 0.1, neutral: 0.8, negative: 0.1, mixed: 0 };
}

/** An analysis of texts whose aspects have one word before them that says what they are like. */
const reading: Reading = {
  judge,
  labelText: (text) => {
    if (text.includes('good')) return { label: 'positive', confidence: 0.8 };
    return { label: text.includes('bad') ? 'negative' : 'neutral', confidence: 0.6 };
  },
  createAnnotate:
    ({ aspects }) =>
    ({ reviewBody }) => ({
      aspects: [...reviewBody.matchAll(/(good|bad|nice) (\w+)/g)].flatMap(
        ([quote, word, id = '']) =>
          aspects.some((aspect) => aspect.id === id)
            ? [
                {
                  ...{ id, about: 'business' as const, sentiment: sideOf(word), score: 0 },
                  ...{ confidence: 0.9, quote, start: 0, end: 0 },
                },
              ]
            : [],
      ),
    }),
};

/** As it is published, blame is too unsure. */
export const analysis: Analysis = {
  ...reading,
  published: {
    ...reading,
    labelText: (text) => ({
      label: text.includes('good') ? 'positive' : 'neutral',
      confidence: 0.8,
    }),
  },
};

function sideOf(word: string | undefined) {
  if (word === 'good') return 'positive';
  return word === 'bad' ? 'negative' : 'neutral';
}
