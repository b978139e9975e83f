import type { Dataset } from '#dataset/dataset.ts';

/** A question to the interface, ready to be followed. */
export type Example = { readonly path: string; readonly title: string };

/** So many of the newest reviews does the example of `since` fetch, about. */
const RECENT = 5;

/** Questions that the search and since answer, made from what this dataset holds. */
export function exampleQuestions({ services, technicians, reviews }: Dataset): Example[] {
  const service = services.find(({ id }) =>
    reviews.some(({ mentionedServices }) => mentionedServices.includes(id)),
  );
  const technician = technicians.find(({ name }) =>
    reviews.some(({ mentionedTechnicians }) => mentionedTechnicians.includes(name)),
  );
  const recent = reviews[Math.min(RECENT, reviews.length) - 1];
  return [
    {
      path: '/api/reviews/search?query=called&limit=5',
      title: 'Up to five reviews whose text holds “called”',
    },
    ...(service
      ? [
          {
            path: `/api/reviews/search?mentions_service=${service.id}&min_rating=4`,
            title: `Four stars and more that mention “${service.name}”`,
          },
        ]
      : []),
    ...(technician
      ? [
          {
            path: `/api/reviews/search?mentions_technician=${technician.id}`,
            title: `Reviews that mention ${technician.name}`,
          },
        ]
      : []),
    ...(recent
      ? [
          {
            path: `/api/reviews/since/${recent.datePublished}`,
            title: `All reviews since ${recent.datePublished}, and those removed since`,
          },
        ]
      : []),
  ];
}
