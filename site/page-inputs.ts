import { hash } from 'node:crypto';
import { permalinkOf, type ReviewPage } from './components/review-pages.ts';
import type { SiteFacts } from './components/site-facts.ts';

/** What JSON writes down without losing anything; a Map, for one, is not. */
type Json =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Json[]
  | { readonly [member: string]: Json };

/** So much of a digest is enough to tell pages apart: 162 bits. */
const DIGEST_LENGTH = 27;

/** The digest of everything that a page is made of, by the path of the page. */
export type PageInputs = ReadonlyMap<string, string>;

/**
 * Digests what review pages are made of: all their properties, the program that renders them, and
 * the Node.js that writes their dates and numbers. Two pages with one digest have the same bytes.
 */
export function digestPages(pages: readonly ReviewPage[], code: string): PageInputs {
  const program = [code, process.version];
  const ofFacts = new Map<SiteFacts, string>();
  return new Map(
    pages.map(({ facts, ...own }) => {
      const shared = ofFacts.get(facts) ?? digestOf([...program, facts]);
      ofFacts.set(facts, shared);
      return [permalinkOf(own.review), digestOf([shared, own])];
    }),
  );
}

function digestOf(value: Json): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, DIGEST_LENGTH);
}
