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
  description: 'Sums up the reviews of a period: ratings, praise, criticism, and what changed.',
  Arguments,
  completers: { since: completeDate, until: completeDate },
  write: async ({ since, until }, { head }) => {
    const { business } = await head();
    const period = { since, until };
    const task = `Write a digest of the verified reviews of ${business.name} ${describe(period)}: how many there are and how they rate, what they praise, what they criticize, and what changed over the time.`;
    const text = layOutTask(task, [
      `${toolCall('get_review_stats', { ...period, group_by: 'month,rating,aspect' })}: the counts and averages, how they developed, and what is spoken of. Take every figure from here.`,
      `${toolCall('search_reviews', { ...period, limit: 50 })}: the newest reviews of the period.`,
      `${toolCall('search_reviews', { ...period, max_rating: 3, sort: 'lowest', include: ['text'] })}: the criticism, however rare.`,
      `${toolCall('get_insights', {})}: what the reviews of all dates say, to compare with. These are no figures of the period. With aspect and trend it answers how one aspect developed.`,
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
  description: 'Describes one person of the business by the reviews that mention them.',
  Arguments: z.strictObject({
    technician: entityName.meta({
      title: 'Technician',
      description: 'Whom the profile is about: full name, another name, or id.',
    }),
  }),
  completers: { technician: completeTechnician },
  write: async ({ technician }, { head, names: { technicians } }) => {
    const person = findNamed(technicians, technician);
    if (!person) {
      const issue = describeUnknown('technician', technician, technicians, ({ name }) => name);
      return { ok: false, issues: [issue] };
    }
    const { id, name, jobTitle } = person;
    const { business } = await head();
    const task = `Write a profile of ${name} (${jobTitle}) of ${business.name}, as the verified reviews show them: how many reviews mention them and how these rate, what is praised, what is criticized, and for which services they are mentioned.`;
    const text = layOutTask(task, [
      `${toolCall('get_insights', { entity: id })}: how often ${name} is mentioned, the average rating, and quotes.`,
      `${toolCall('get_review_stats', { mentions_technician: id, group_by: 'year,service' })}: the counts and averages over the time, and for which services they are mentioned. Take every figure from here.`,
      `${toolCall('search_reviews', { mentions_technician: id, include: ['text'] })}: what the newest of these reviews say.`,
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
  title: 'Answer a question of a prospect',
  description: 'Answers what somebody wants to know before they become a customer, from reviews.',
  Arguments: z.strictObject({
    question: requiredText
      .refine((text) => [...text].length <= MAX_QUESTION_LENGTH, tooLong)
      .meta({
        title: 'Question',
        description: `What the prospect wants to know, in at most ${MAX_QUESTION_LENGTH} characters.`,
      }),
    service: entityName.optional().meta({
      title: 'Service',
      description: 'The id of the service that the question is about, if it is about one.',
    }),
  }),
  completers: { service: completeService },
  write: async ({ question, service }, { head, names: { services } }) => {
    const about = findNamed(services, service);
    if (service !== undefined && !about) {
      const issue = describeUnknown('service', service, services, ({ id }) => id);
      return { ok: false, issues: [issue] };
    }
    const { business } = await head();
    const filter = { mentions_service: about?.id };
    const task = `Answer a question of somebody who thinks of becoming a customer of ${business.name}, from its verified reviews${about ? `, with regard to the service ${about.name}` : ''}. The question, as a JSON string: ${JSON.stringify(question)}`;
    const text = layOutTask(task, [
      `${toolCall('get_insights', { section: 'faq' })}: whether the question was answered already.`,
      `${toolCall('get_insights', {})}: what the reviews say as a whole. With aspect it answers what is good or bad of one.`,
      `${toolCall('get_review_stats', { group_by: 'technician,service,service_area' })}: whether the question names a person, a service or a place that reviews mention.`,
      `${toolCall('get_review_stats', { ...filter, group_by: 'rating' })}: how many reviews there are, and how they rate. Add mentions_technician where the question is about one person.`,
      `${toolCall('search_reviews', { ...filter, limit: 20 })}, with words that customers would use for it, which are found in any form. Try others where little is found.`,
      '`get_review` with the id of each review that bears on the question, for its whole text.',
      'Answer in a few sentences, the unfavorable reviews as well as the favorable ones.',
    ]);
    return { ok: true, text };
  },
});

/** Says that nothing has the name, and how it may have been meant or which values there are. */
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
