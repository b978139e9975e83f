import {
  aspectFacet,
  facet,
  languageFacet,
  relationshipFacet,
  sourceFacet,
} from '#search/question/facets.ts';
import type { PageQuery } from '#search/search.ts';
import { ASPECTS, SERVICE_AREAS, SERVICES, TECHNICIANS } from './made-up-facets.ts';
import { ADJECTIVES, NOUNS, VERBS } from './word-lists.ts';

const technician = borne(facet('technician', at(TECHNICIANS, 1)));
const service = borne(facet('service', at(SERVICES, 2)));
const YEAR = { since: '2023-01-01', until: '2023-12-31' };
const MONTH = { since: '2024-05-01', until: '2024-05-31' };
const UNANSWERED = facet('has_reply', 'false');
/** The place of a page far behind the first, by date and by stars. */
const IN_2022 = { key: '2022-02-02', date: '2022-02-02', id: 'google-k' };
const AMONG_FIVES = { key: 5, date: '2022-02-02', id: 'google-s' };
const AMONG_ONES = { key: 1, date: '2021-03-03', id: 'google-c' };

const FILTERS: readonly Omit<PageQuery, 'limit'>[] = [
  // Rare words.
  { query: at(NOUNS, 1500) },
  { query: at(NOUNS, 3900), ...YEAR },
  { query: at(ADJECTIVES, 900) },
  { query: at(VERBS, 800), min_rating: 4 },
  { query: 'chimney', ...technician },
  // Common words.
  { query: 'service' },
  { query: 'Friendly', min_rating: 4.5 },
  { query: 'technician', ...MONTH },
  { query: 'time', rating: 1 },
  { query: 'recommend' },
  // Two letters.
  { query: 'th' },
  { query: 'ux', ...YEAR },
  { query: 'in', rating: 2 },
  { query: 'qu' },
  { query: 'zo', min_rating: 3 },
  // Three letters.
  { query: 'ing' },
  { query: 'the', ...service },
  { query: 'ous', ...YEAR },
  { query: 'ech' },
  // Five letters.
  { query: 'servi' },
  { query: 'iendl', rating: 5 },
  { query: 'ommen' },
  { query: 'ician', ...technician },
  // Common phrases.
  { query: 'one of the' },
  { query: 'of the', ...MONTH },
  { query: 'there was a' },
  { query: 'I would recommend', min_rating: 4 },
  { query: 'on time' },
  // Rare phrases.
  { query: `the ${at(ADJECTIVES, 120)} ${at(NOUNS, 60)}` },
  { query: `${at(VERBS, 60)} the ${at(NOUNS, 250)}` },
  { query: `was very ${at(ADJECTIVES, 300)}`, ...YEAR },
  { query: `${at(NOUNS, 90)} of the ${at(NOUNS, 80)} was` },
  // Punctuation.
  { query: '. the' },
  { query: 'time. the', rating: 1 },
  { query: ', but' },
  { query: '!!' },
  { query: 'It’s a good' },
  // In no text.
  { query: 'zqxjk' },
  { query: 'the zqxjk' },
  { query: 'on the of of' },
  // Without a text, as lists of a website ask.
  {},
  { max_rating: 2 },
  { max_rating: 2.5, ...borne(aspectFacet(at(ASPECTS, 4), 'negative')), ...YEAR },
  { ...borne(facet('technician', at(TECHNICIANS, 3)), facet('sentiment', 'positive')) },
  { ...borne(languageFacet('es'), sourceFacet('Google')) },
  { ...borne(facet('aspect', at(ASPECTS, 11)), facet('service_area', at(SERVICE_AREAS, 5))) },
  { ...borne(relationshipFacet('employee')) },
  // Other orders.
  { sort: 'oldest' },
  { sort: 'highest', ...borne(facet('aspect', at(ASPECTS, 0))) },
  { sort: 'lowest', ...borne(UNANSWERED) },
  { sort: 'lowest', min_rating: 4 },
  { sort: 'highest', ...borne(aspectFacet(at(ASPECTS, 1), 'negative')), ...YEAR },
  { sort: 'highest', query: 'service' },
  { sort: 'lowest', query: 'there was a', max_rating: 3 },
  { sort: 'oldest', query: 'technician', ...borne(facet('service', at(SERVICES, 0))) },
  { sort: 'oldest', query: at(NOUNS, 200), ...borne(languageFacet('en')) },
  // Text with what reviews bear.
  { query: 'the', max_rating: 2, ...borne(UNANSWERED, facet('sentiment', 'negative')) },
  { query: 'time', ...borne(aspectFacet(at(ASPECTS, 0), 'positive'), sourceFacet('Yelp')) },
  { query: 'was', ...borne(languageFacet('es-MX')), ...MONTH },
  // Pages far behind the first.
  { after: IN_2022 },
  { after: IN_2022, query: 'recommend', min_rating: 4 },
  { after: IN_2022, sort: 'oldest', ...borne(facet('service', at(SERVICES, 1))) },
  { after: AMONG_FIVES, sort: 'highest' },
  { after: AMONG_ONES, sort: 'lowest', query: 'ing', ...borne(UNANSWERED) },
  { after: AMONG_FIVES, sort: 'highest', ...borne(facet('technician', at(TECHNICIANS, 7))) },
];

export const QUERIES: readonly PageQuery[] = FILTERS.map((filters) => ({ ...filters, limit: 20 }));

function borne(...facets: readonly string[]) {
  return { facets };
}

function at(words: readonly string[], rank: number): string {
  return words[rank] ?? '';
}
