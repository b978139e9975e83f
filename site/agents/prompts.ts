import { z } from 'zod';
import { CalendarDate } from '#dataset/schema/scalars.ts';
import type { Named } from '#dataset/text/mentions.ts';
import { quote } from '#dataset/text/shorten.ts';
import { findNamed } from '#search/question/names.ts';
import { checkRanges, ON_RANGES } from '#search/question/search-query.ts';
import { describeValues, suggest } from '#search/question/suggest.ts';
import { completeDate, completeService, completeTechnician } from './completers.ts';
import { definePrompt, entityName, layOutTask, requiredText } from './prompt.ts';
import { toolCall } from './tool.ts';

const Arguments = z
  .strictObject({
    since: CalendarDate.optional().meta({
      title: 'From',
      description:
        'The first day of the period, written YYYY-MM-DD. Without it, from the beginning.',
    }),
    until: CalendarDate.optional().meta({
      title: 'To',
      description: 'The last day of the period, written YYYY-MM-DD. Without it, to this day.',
    }),
  })
  .superRefine(checkRanges, ON_RANGES);

export const reviewDigest = definePrompt({
  name: 'review_digest',
  title: 'Digest of the reviews',
  description: 'Sums up the reviews of a period: ratings, praise, criticism, and changes.',
  Arguments,
  completers: { since: completeDate, until: completeDate },
  write: ({ since, until }, _, business) => {
    const period = { since, until };
    const task = `Write a digest of the verified reviews of ${business} ${describe(period)}: their number and ratings, their praise, their criticism, and changes over time.`;
    const text = layOutTask(task, [
      `${toolCall('get_review_stats', { ...period, group_by: 'month,rating,aspect' })}: the counts and averages, their development, and the subjects. Take every figure from here.`,
      `${toolCall('search_reviews', { ...period, limit: 50 })}: the newest reviews of the period.`,
      `${toolCall('search_reviews', { ...period, max_rating: 3, sort: 'lowest', include: ['text'] })}: the criticism, however rare.`,
      `${toolCall('get_insights', {})}: the reviews of all dates, for comparison. These are not figures of the period. With aspect and trend it returns the development of one aspect.`,
      '`get_review` with the id of each review that you quote and know only as an excerpt.',
    ]);
    return { ok: true, text };
  },
});

function describe({ since, until }: z.output<typeof Arguments>): string {
  if (since === undefined && until === undefined) return 'of all dates';
  if (until === undefined) return `dated ${since} or later`;
  if (since === undefined) return `dated ${until} or earlier`;
  return `dated from ${since} to ${until}`;
}

export const technicianProfile = definePrompt({
  name: 'technician_profile',
  title: 'Profile of a technician',
  description: 'Describes one person of the business from the reviews that mention them.',
  Arguments: z.strictObject({
    technician: entityName.meta({
      title: 'Technician',
      description: 'The person: full name, another name, or id.',
    }),
  }),
  completers: { technician: completeTechnician },
  write: ({ technician }, { technicians }, business) => {
    const person = findNamed(technicians, technician);
    if (!person) {
      const issue = describeUnknown('technician', technician, technicians, ({ name }) => name);
      return { ok: false, issues: [issue] };
    }
    const { id, name, jobTitle } = person;
    const task = `Write a profile of ${name} (${jobTitle}) of ${business}, as the verified reviews show them: the number of reviews that mention them and their ratings, praise, criticism, and the services for which they are mentioned.`;
    const text = layOutTask(task, [
      `${toolCall('get_insights', { entity: id })}: how often ${name} is mentioned, the average rating, and quotes.`,
      `${toolCall('get_review_stats', { mentions_technician: id, group_by: 'year,service' })}: the counts and averages over time, and the services for which they are mentioned. Take every figure from here.`,
      `${toolCall('search_reviews', { mentions_technician: id, include: ['text'] })}: the newest of these reviews.`,
      `${toolCall('search_reviews', { mentions_technician: id, max_rating: 3, sort: 'lowest', include: ['text'] })}: the criticism, however rare.`,
    ]);
    return { ok: true, text };
  },
});

/** A question, not a document. */
const MAX_QUESTION_LENGTH = 1_000;

const tooLong = `must be at most ${MAX_QUESTION_LENGTH} characters`;

export const answerProspectQuestion = definePrompt({
  name: 'answer_prospect_question',
  title: 'Answer a prospect’s question',
  description: 'Answers a question from a prospective customer, from reviews.',
  Arguments: z.strictObject({
    question: requiredText
      .refine((text) => [...text].length <= MAX_QUESTION_LENGTH, tooLong)
      .meta({
        title: 'Question',
        description: `The prospect’s question, in at most ${MAX_QUESTION_LENGTH} characters.`,
      }),
    service: entityName.optional().meta({
      title: 'Service',
      description: 'The id of the service that the question is about, if it is about one.',
    }),
  }),
  completers: { service: completeService },
  write: ({ question, service }, { services }, business) => {
    const about = findNamed(services, service);
    if (service !== undefined && !about) {
      const issue = describeUnknown('service', service, services, ({ id }) => id);
      return { ok: false, issues: [issue] };
    }
    const filter = { mentions_service: about?.id };
    const task = `Answer a question from a prospective customer of ${business}, from its verified reviews${about ? `, with regard to the service ${about.name}` : ''}. The question, as a JSON string: ${JSON.stringify(question)}`;
    const text = layOutTask(task, [
      `${toolCall('get_insights', { section: 'faq' })}: the questions already answered.`,
      `${toolCall('get_insights', {})}: the reviews as a whole. With aspect it returns praise and criticism of one aspect.`,
      `${toolCall('get_review_stats', { group_by: 'technician,service,service_area' })}: the people, services and places that reviews mention, one of which the question may name.`,
      `${toolCall('get_review_stats', { ...filter, group_by: 'rating' })}: the number of reviews, and their ratings. Add mentions_technician if the question is about one person.`,
      `${toolCall('search_reviews', { ...filter, limit: 20 })}, with words that customers would use for it, which match in any form. Try others if little is found.`,
      '`get_review` with the id of each relevant review, for its full text.',
      'Answer in a few sentences, the unfavorable reviews as well as the favorable ones.',
    ]);
    return { ok: true, text };
  },
});

/** Says that a name is unknown, with the likely meanings or the possible values. */
function describeUnknown<Entity extends Named>(
  argument: string,
  asked: string,
  entities: readonly Entity[],
  valueFor: (entity: Entity) => string,
): string {
  const meant = suggest(asked, entities).map(valueFor);
  const all = entities.map((one) => quote(valueFor(one)));
  return `${argument} ${quote(asked)} is not known here.${describeValues(meant, all)}`;
}
