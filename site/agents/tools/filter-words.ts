import type { FilterQuery } from '#search/question/search-query.ts';
import { type ReleaseFacts, such } from '../release-facts.ts';
import type { ArgumentWords } from '../tool.ts';

/** What the filters of reviews are, as short as a model still understands them. */
export function filterWords(facts: ReleaseFacts): ArgumentWords<FilterQuery> {
  const { staff, technician, service, serviceArea, aspects, source } = facts;
  const titles = staff === '' ? '' : ` (technicians are the staff: ${staff})`;
  return {
    rating: 'Exact star rating, whole number, 1 to 5.',
    min_rating: 'Minimum star rating, 1 to 5.',
    max_rating: 'Maximum star rating, 1 to 5; 2 finds critical reviews.',
    since: 'Dated on or after this day, YYYY-MM-DD.',
    until: 'Dated on or before this day, YYYY-MM-DD.',
    query:
      'One phrase that stands in the text as it is, not keywords. It is found inside words too: fee finds feel.',
    words:
      'Keywords or a question, in any form and order, in text, title or author: all or, if no review has all, most. A "quoted part" is a phrase.',
    mentions_technician: `Name or id of a person${such(technician)}${titles}. Job titles find nobody.`,
    mentions_service: `Name or id of a service${such(service)}.`,
    service_area: `Name or id of a place${such(serviceArea)}.`,
    aspect:
      aspects.length === 0
        ? 'Id of an aspect of the business.'
        : `What is praised or criticized: ${aspects.join(', ')}.`,
    sentiment: 'Of the whole review or, with aspect, of what it says about that aspect.',
    source: `Where it was first published${such(source)}.`,
    language: 'Language tag, such as es; finds es-MX too.',
    has_reply: 'Whether the owner replied.',
    relationship: 'The reviewer’s tie to the business; none is no tie.',
  };
}
