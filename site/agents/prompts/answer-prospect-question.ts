import { z } from 'zod';
import { completeService } from '../complete-entities.ts';
import { findNamed } from '../named-entities.ts';
import { layOutTask } from './lay-out-task.ts';
import { describeUnknown } from './named-entity.ts';
import { definePrompt } from './prompt.ts';
import { entityName, requiredText } from './prompt-text.ts';
import { toolCall } from './tool-call.ts';

/** A question, not a document. */
export const MAX_QUESTION_LENGTH = 1_000;

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
  write: async ({ question, service }, { head, insights }) => {
    const { services } = (await insights()).entities;
    const about = service === undefined ? undefined : findNamed(service, services);
    if (service !== undefined && !about) {
      const issue = describeUnknown('service', service, services, ({ id }) => id);
      return { ok: false, issues: [issue] };
    }
    const { business } = await head();
    const filter = { mentions_service: about?.id };
    const task = `Answer a question of somebody who thinks of becoming a customer of ${business.name}, from its verified reviews${about ? `, with regard to the service ${about.name}` : ''}. The question, as a JSON string: ${JSON.stringify(question)}`;
    const text = layOutTask(task, [
      `${toolCall('get_insights', { sections: ['faq', 'summary'] })}: whether the question was answered already, and what the reviews say as a whole. Add the section aspects where it asks what is good or bad, topics where it asks what is common.`,
      `${toolCall('list_entities')}: whether the question names a person, a service or a place that reviews mention.`,
      `${toolCall('get_review_stats', { ...filter, group_by: 'rating' })}: how many reviews there are, and how they rate. Add mentions_technician where the question is about one person.`,
      `${toolCall('search_reviews', { ...filter, response_format: 'concise', limit: 20 })}, with a query of one or two words that customers would use. Try other words where little is found.`,
      '`get_review` with the id of each review that bears on the question, for its whole text.',
      'Answer in a few sentences, the unfavourable reviews as well as the favourable ones.',
    ]);
    return { ok: true, text };
  },
});
