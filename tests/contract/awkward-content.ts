import { AWKWARD_BUSINESS, AWKWARD_CONTENT } from '../rooms/artifacts/sample-datasets.ts';
import type { Files } from '../support/content-files.ts';
import { sampleReview } from '../support/sample-content.ts';

const {
  reviews = [],
  removals,
  questions,
  technicians = [],
  services,
  serviceAreas,
} = AWKWARD_CONTENT;

/** The fonts of images lack these letters. */
const SALMA = { id: 'salma', name: 'سلمى', jobTitle: 'Attorney' };

/** Characters that the checks of content refuse. */
const REFUSED = /[\u007f\u0085\u200b\u202c\u202e]/g;

/** Awkward content as its editors save it, of a business that speaks Spanish. JSON is YAML. */
export const AWKWARD_FILES: Files = {
  ...Object.fromEntries(
    Object.entries({
      business: { ...AWKWARD_BUSINESS, knowsLanguage: ['es', 'en'] },
      technicians: [...technicians, SALMA],
      services,
      'service-areas': serviceAreas,
      removed: removals,
      faq: questions,
    }).map(([name, value]) => [`${name}.yaml`, JSON.stringify(value)]),
  ),
  ...Object.assign(
    {},
    ...reviews.map(({ reviewBody, ...review }) =>
      sampleReview(
        review.id,
        review.datePublished,
        yamlOf(review),
        reviewBody.replaceAll(REFUSED, ''),
      ),
    ),
  ),
};

function yamlOf(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      JSON.stringify(value).replaceAll(REFUSED, ''),
    ]),
  );
}
