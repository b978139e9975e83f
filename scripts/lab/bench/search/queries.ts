import type { SearchFilters } from '#search/search.ts';
import { ADJECTIVES, NOUNS, SERVICES, TECHNICIANS, VERBS } from './texts.ts';

const [, technician = ''] = TECHNICIANS;
const [, , service = ''] = SERVICES;
const YEAR = { since: '2023-01-01', until: '2023-12-31' };
const MONTH = { since: '2024-05-01', until: '2024-05-31' };

export const QUERIES: readonly SearchFilters[] = [
  // Rare words.
  { query: at(NOUNS, 1500) },
  { query: at(NOUNS, 3900), ...YEAR },
  { query: at(ADJECTIVES, 900) },
  { query: at(VERBS, 800), min_rating: 4 },
  { query: 'chimney', technician },
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
  { query: 'the', service },
  { query: 'ous', ...YEAR },
  { query: 'ech' },
  // Five letters.
  { query: 'servi' },
  { query: 'iendl', rating: 5 },
  { query: 'ommen' },
  { query: 'ician', technician },
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
].map((filters) => ({ ...filters, limit: 20 }));

function at(words: readonly string[], rank: number): string {
  return words[rank] ?? '';
}
