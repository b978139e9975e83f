/** One word or several that are looked for together. */
export type Term = {
  readonly words: readonly string[];
  /** How far a word may stand from the one before: 1 is beside it. */
  readonly mostSteps: number;
};

/** Where a term stands among words: its first and its last word. */
export type TermMatch<Known extends Term> = {
  readonly term: Known;
  readonly start: number;
  readonly end: number;
};

/** The terms whose words so far are the same, and what may stand after these. Most end here. */
type Node<Known> = {
  readonly terms: Known[];
  /** By the word of the terms. */
  children: Map<string, Node<Known>> | undefined;
  /** By each form of it. */
  next: Map<string, Node<Known>[]> | undefined;
};

/**
 * Makes a search for terms, each word of which stands in any of the forms that `formsOf` gives. Every
 * match is found, in the order of where it starts; of several that start with one word the nearest.
 */
export function createTermSearch<Known extends Term>(
  terms: Iterable<Known>,
  formsOf: (word: string) => Iterable<string>,
): (words: readonly string[]) => readonly TermMatch<Known>[] {
  const roots = new Map<number, Node<Known>>();
  for (const term of terms) {
    const root = roots.get(term.mostSteps) ?? createNode();
    roots.set(term.mostSteps, root);
    addTerm(root, term, formsOf);
  }
  return (words) => {
    // Most clauses hold no term: nothing is allocated for them.
    let found: TermMatch<Known>[] | undefined;
    for (let start = 0; start < words.length; start++) {
      const word = words[start] ?? '';
      for (const [mostSteps, root] of roots) {
        const nodes = root.next?.get(word);
        if (!nodes) continue;
        found ??= [];
        const from = found.length;
        for (const node of nodes) collect(node, words, start, start, mostSteps, found, from);
      }
    }
    return found ?? NONE;
  };
}

const NONE: readonly never[] = [];

function createNode<Known>(): Node<Known> {
  return { terms: [], children: undefined, next: undefined };
}

function addTerm<Known extends Term>(
  root: Node<Known>,
  term: Known,
  formsOf: (word: string) => Iterable<string>,
): void {
  let node = root;
  for (const word of term.words) {
    node.children ??= new Map();
    let child = node.children.get(word);
    if (!child) {
      child = createNode();
      node.children.set(word, child);
      node.next ??= new Map();
      for (const form of formsOf(word)) {
        const known = node.next.get(form);
        if (known) known.push(child);
        else node.next.set(form, [child]);
      }
    }
    node = child;
  }
  node.terms.push(term);
}

/** Collects the terms that go on from a node whose word stands at a place, once for each start. */
function collect<Known extends Term>(
  { terms, next }: Node<Known>,
  words: readonly string[],
  start: number,
  place: number,
  mostSteps: number,
  found: TermMatch<Known>[],
  from: number,
): void {
  for (const term of terms) {
    if (!isFound(term, found, from)) found.push({ term, start, end: place });
  }
  if (!next) return;
  for (let step = 1; step <= mostSteps; step++) {
    const nodes = next.get(words[place + step] ?? '');
    if (!nodes) continue;
    for (const node of nodes) collect(node, words, start, place + step, mostSteps, found, from);
  }
}

function isFound<Known extends Term>(
  term: Known,
  found: readonly TermMatch<Known>[],
  from: number,
): boolean {
  for (let index = from; index < found.length; index++) {
    if (found[index]?.term === term) return true;
  }
  return false;
}
