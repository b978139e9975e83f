import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markedHtml, markedParagraphs } from '../../../../site/ui/lib/marked-text.ts';
import { paragraphsOf } from '../../../../site/ui/lib/plain-text.ts';
import { anyAnnotated } from '../../insights/any-annotated.ts';
import { mentionOf } from '../../insights/mention-of.ts';

const BODY = 'They called.\n\nThe bill was high, but fair. Slow!';

/** A mention of a part of the text. */
function mentionIn(part: string, changes: Parameters<typeof mentionOf>[0] = {}) {
  const start = BODY.indexOf(part);
  return mentionOf({ quote: part, start, end: start + part.length, ...changes });
}

const negative = { sentiment: 'negative', id: 'fees' } as const;

test('a text marks what goes over the end of a paragraph in both, and contrary sides as mixed', () => {
  const mark = (side: string, text: string) => `<mark class="mark-${side}">${text}</mark>`;
  const bill = 'The bill was high, but fair.';
  const aspects = [mentionIn(`called.\n\n${bill}`), mentionIn('The bill was high', negative)];
  assert.deepEqual(markedParagraphs({ reviewBody: BODY, aspects }).map(markedHtml), [
    `They ${mark('mixed', 'called.')}`,
    `${mark('mixed', bill)} Slow!`,
  ]);
});

test('whatever is counted, the pieces of each paragraph are its text', () => {
  fc.assert(
    fc.property(anyAnnotated, ({ reviews }) => {
      for (const review of reviews) {
        const shown = markedParagraphs(review).map((pieces) =>
          pieces.map(({ text }) => text).join(''),
        );
        assert.deepEqual(shown, paragraphsOf(review.reviewBody));
      }
    }),
  );
});

test('what is marked is what was counted as praise or criticism', () => {
  fc.assert(
    fc.property(anyAnnotated, ({ reviews }) => {
      for (const review of reviews) {
        const marked = markedParagraphs(review)
          .flat()
          .flatMap(({ text, mark: side }) => (side === undefined ? [] : text.replaceAll(/\s/g, '')))
          .join('').length;
        const counted = new Set(
          (review.aspects ?? [])
            .filter(({ about, sentiment }) => about === 'business' && sentiment !== 'neutral')
            .flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at))
            .filter((at) => /\S/.test(review.reviewBody[at] ?? '')),
        );
        assert.equal(marked, counted.size);
      }
    }),
  );
});
