import type { StoredFile } from '../../content/stored-folder.ts';
import type { StoredContent } from '../write/stored-content.ts';
import { isOfOtherSource, type Known, KnownReviews, preferred, type Row } from './review-index.ts';
import { isMark, type Memory, NOTHING } from './source-memory.ts';

export type Match =
  | { readonly kind: 'stored'; readonly file: StoredFile }
  /** With the review that it may be a version of: a person decides then. */
  | { readonly kind: 'new'; readonly doubt?: string }
  | {
      readonly kind: 'skip';
      readonly reason: string;
      /** The review that it is, or may be, and that was taken down. */
      readonly removedId?: string;
      /** Another source, which has it already. */
      readonly otherSource?: string;
    };

/** Decides for all rows of an export which stored review each is, by the rules in plan.ts. */
export function matchReviews(
  rows: readonly Row[],
  stored: StoredContent,
  memory: Memory,
): ReadonlyMap<Row, Match> {
  const known = new KnownReviews(stored, memory);
  const matches = new Map<Row, Match>();
  const pass = (find: (row: Row) => Known | undefined) => {
    for (const row of rows) {
      const one = matches.has(row) ? undefined : find(row);
      if (one) matches.set(row, settle(row, one, known));
    }
  };
  const byId = (row: Row) => preferred(known.byId(row));
  pass((row) => (bySource(row) ? byId(row) : known.sameRow(row)));
  pass((row) => {
    const isFree = (one: Known) => one.file && !known.claims.has(one) && !isOfOtherSource(row, one);
    return known.sameAs(row).find(isFree);
  });
  pass(byId);
  if (matches.size === rows.length) return matches;
  known.indexDoubtful();
  for (const row of rows.filter((one) => !matches.has(one))) {
    // Another row or source may have the review.
    const same = preferred([...known.byId(row), ...known.sameAs(row)]);
    matches.set(row, same ? settle(row, same, known) : matchDoubt(row, known));
  }
  return matches;
}

const bySource = ({ said }: Row) => isMark(said.get('sourceId'));

const REMOVED = 'is in removed.yaml';

function matchDoubt(row: Row, known: KnownReviews): Match {
  const one = known.doubtOf(row);
  if (one?.removedId !== undefined) {
    const { removedId } = one;
    const reason = `may be a new version of ${removedId}, which ${REMOVED}; if it is another review, add it with npm run new`;
    return { kind: 'skip', reason, removedId };
  }
  // Another row may be the same review.
  const added = { id: row.id, said: row.said };
  known.claims.set(added, row.incoming.place);
  known.add(added);
  return one ? { kind: 'new', doubt: placeOf(one) } : { kind: 'new' };
}

/** Returns the outcome for a row that is a known review. */
function settle(row: Row, one: Known, known: KnownReviews): Match {
  const { file, removedId } = one;
  const claim = known.claims.get(one);
  const hasItsId = known.byId(row).includes(one);
  const otherSource = !hasItsId && isOfOtherSource(row, one) ? file?.review.source.name : undefined;
  if (!otherSource && claim === undefined) known.claims.set(one, row.incoming.place);
  if (removedId !== undefined) return { kind: 'skip', reason: REMOVED, removedId };
  if (otherSource) {
    const reason = `is stored already, from ${otherSource}, in ${placeOf(one)}`;
    return { kind: 'skip', reason, otherSource };
  }
  if (claim !== undefined) {
    const [words, others] = [row.said, one.said].map((said) => said.get('words'));
    const what = words === others && words !== NOTHING ? 'text' : 'stars';
    const alike = hasItsId && bySource(row) ? 'id' : `author, date and ${what}`;
    return { kind: 'skip', reason: `has the same ${alike} as ${claim}` };
  }
  return file ? { kind: 'stored', file } : { kind: 'new', doubt: placeOf(one) };
}

function placeOf({ file, id }: Known): string {
  return file?.file ?? `${id}, whose file was deleted`;
}
