import { Review } from '#dataset/review.ts';

/** A row as readers of typed tables give it: absent values are null or undefined, days are dates. */
export type TypedRow = Readonly<Record<string, unknown>>;

const RATING = { '@type': 'Rating', bestRating: 5, worstRating: 1 };

/** The record that a row was made of, from its columns alone; what is the same in all stands here. */
export function rebuildReview(row: TypedRow): Review {
  const some = (name: string) => row[name] ?? undefined;
  const label = some('sentiment');
  const text = some('ownerReply');
  return Review.parse(
    present({
      '@type': 'Review',
      '@id': row.url,
      id: row.id,
      url: row.url,
      itemReviewed: { '@id': new URL('/#business', String(row.url)).href },
      author: { '@type': 'Person', name: row.author },
      datePublished: dayOf(row.datePublished),
      dateCreated: some('dateCreatedText'),
      dateModified: dayOf(row.dateModified),
      reviewRating: { ...RATING, ratingValue: row.ratingValue },
      name: some('name'),
      reviewBody: row.reviewBody,
      inLanguage: row.inLanguage,
      publisher: { '@type': 'Organization', name: row.publisher },
      isBasedOn: some('isBasedOn'),
      verification: {
        status: 'verified',
        method: row.verificationMethod,
        date: dayOf(row.verificationDate),
      },
      mentionedTechnicians: row.mentionedTechnicians,
      mentionedTechnicianIds: row.mentionedTechnicianIds,
      mentionedServices: row.mentionedServices,
      mentionedServiceAreas: row.mentionedServiceAreas,
      sentiment: label && { label, score: row.sentimentScore },
      aspects: Array.isArray(row.aspects) ? row.aspects.map(present) : undefined,
      people: Array.isArray(row.people) ? row.people.map(present) : undefined,
      ownerReply:
        text &&
        present({
          text,
          datePublished: dayOf(row.ownerReplyDatePublished),
          dateModified: dayOf(row.ownerReplyDateModified),
        }),
      relationship: some('relationship'),
    }),
  );
}

function dayOf(value: unknown): unknown {
  return value instanceof Date ? value.toISOString().slice(0, 10) : (value ?? undefined);
}

/** Without members that a row has no value for. */
function present(members: object): object {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null),
  );
}
