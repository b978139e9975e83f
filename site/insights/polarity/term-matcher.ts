import { type Token, tokenize } from '#insights/text/tokenize.ts';

/** A term of a lexicon that stands in a text, from one token up to (not with) another. */
export type TermMatch = { readonly value: number; readonly from: number; readonly to: number };

/** Finds the terms among tokens, from left to right; none overlaps another. */
export type MatchTerms = (tokens: readonly Token[]) => TermMatch[];

/** What may follow the words of a term so far. Most are the last word of a term, and hold no map. */
type Node = {
  next: Map<string, Node> | undefined;
  /** What follows after some words that are no part of the term. */
  gap: Node | undefined;
  value: number | undefined;
};

/** A star in a term stands for up to so many words. */
const GAP_WORDS = 3;

/** A match so far: the term's own words decide which one is the best. */
type Found = { readonly value: number; readonly to: number; readonly words: number };

/**
 * Makes a finder of terms (one or more words, a star for up to three words between them), each
 * with its value. At each place the term with most words of its own wins; no term reaches over a
 * mark.
 */
export function createTermMatcher(terms: Iterable<readonly [string, number]>): MatchTerms {
  const root = createNode();
  for (const [term, value] of terms) addTerm(root, term, value);
  return (tokens) => {
    const matches: TermMatch[] = [];
    for (let from = 0; from < tokens.length; from++) {
      const found = findLongest(root, tokens, from, 0);
      if (!found) continue;
      matches.push({ value: found.value, from, to: found.to });
      from = found.to - 1;
    }
    return matches;
  };
}

function addTerm(root: Node, term: string, value: number): void {
  let node = root;
  for (const part of term.split(' ')) {
    if (part === '*') {
      node.gap ??= createNode();
      node = node.gap;
      continue;
    }
    for (const text of wordsOf(part)) {
      node.next ??= new Map();
      const next = node.next.get(text) ?? createNode();
      node.next.set(text, next);
      node = next;
    }
  }
  node.value ??= value;
}

function wordsOf(part: string): readonly string[] {
  // Nearly all are plain words, and there are thousands of terms.
  return PLAIN.test(part) ? [part] : tokenize(part).map(({ text }) => text);
}

const PLAIN = /^[a-z]+(?:'[a-z]+)?$/;

function createNode(): Node {
  return { next: undefined, gap: undefined, value: undefined };
}

function findLongest(
  node: Node,
  tokens: readonly Token[],
  place: number,
  words: number,
): Found | undefined {
  let best: Found | undefined =
    node.value === undefined ? undefined : { value: node.value, to: place, words };
  const token = tokens[place];
  const next = token && node.next?.get(token.text);
  if (next) best = better(best, findLongest(next, tokens, place + 1, words + 1));
  if (!node.gap) return best;
  for (let skipped = 0; skipped <= GAP_WORDS; skipped++) {
    best = better(best, findLongest(node.gap, tokens, place + skipped, words));
    if (!tokens[place + skipped]?.isWord) break;
  }
  return best;
}

function better(a: Found | undefined, b: Found | undefined): Found | undefined {
  if (!a || !b) return a ?? b;
  return b.words > a.words ? b : a;
}
