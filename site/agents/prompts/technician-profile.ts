import { z } from 'zod';
import { completeTechnician } from '../complete-entities.ts';
import { findNamed } from '../named-entities.ts';
import { layOutTask } from './lay-out-task.ts';
import { describeUnknown } from './named-entity.ts';
import { definePrompt } from './prompt.ts';
import { entityName } from './prompt-text.ts';
import { toolCall } from './tool-call.ts';

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
  write: async ({ technician }, { head, insights }) => {
    const { technicians } = (await insights()).entities;
    const person = findNamed(technician, technicians);
    if (!person) {
      const issue = describeUnknown('technician', technician, technicians, ({ name }) => name);
      return { ok: false, issues: [issue] };
    }
    const { id, name, jobTitle } = person;
    const { business } = await head();
    const task = `Write a profile of ${name} (${jobTitle}) of ${business.name}, as the verified reviews show them: how many reviews mention them and how these rate, what is praised, what is criticised, and for which services they are mentioned.`;
    const text = layOutTask(task, [
      `${toolCall('list_entities', { type: 'technician' })}: how often ${name} is mentioned, and the average rating, beside the others.`,
      `${toolCall('get_review_stats', { mentions_technician: id, group_by: 'year' })}: the counts and averages over the time. Take every figure from here.`,
      `${toolCall('get_review_stats', { mentions_technician: id, group_by: 'service' })}: for which services they are mentioned.`,
      `${toolCall('search_reviews', { mentions_technician: id, limit: 20 })}: what the newest of these reviews say.`,
      `${toolCall('search_reviews', { mentions_technician: id, rating: 1, limit: 10 })}, then the same with rating 2 and 3: the criticism, however rare.`,
    ]);
    return { ok: true, text };
  },
});
