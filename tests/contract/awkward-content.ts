import {
  AWKWARD_BUSINESS,
  AWKWARD_CONTENT,
  SERVICE_AREAS,
  SERVICES,
  TECHNICIANS,
} from '../rooms/artifacts/sample-datasets.ts';
import type { Files } from '../support/content-files.ts';
import { sampleReview } from '../support/sample-content.ts';

const { reviews = [], removals, questions } = AWKWARD_CONTENT;

/** The fonts of images lack these letters. */
const SALMA = { id: 'salma', name: 'سلمى', jobTitle: 'Attorney' };

/** Characters that the checks of content refuse. */
const REFUSED = /[\u007f\u0085\u200b\u202c\u202e]/g;

/** Awkward content as its editors save it, of a business that speaks Spanish. JSON is YAML. */
export const AWKWARD_FILES: Files = {
  ...Object.fromEntries(
    Object.entries({
      business: {
        ...AWKWARD_BUSINESS,
        knowsLanguage: ['es', 'en'],
        reportUrl: 'https://harborlaw.example/report?form=2#top',
      },
      technicians: [...TECHNICIANS, SALMA],
      services: [...SERVICES, { id: 'wills', name: 'Wills & <trusts>' }],
      'service-areas': SERVICE_AREAS,
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
