import type { StoredFile } from '../../content/stored-folder.ts';
import type { StoredContent } from '../write/stored-content.ts';
import { isOfOtherSource, type Known, KnownReviews, type Row } from './review-index.ts';
import { isMark, type Memory, NOTHING } from './source-memory.ts';

export type Match =
  | { readonly kind: 'stored'; readonly file: StoredFile }
  /** With the review that it may be a version of: a person decides then. */
  | { readonly kind: 'new'; readonly doubt?: string }
  | {
      readonly kind: 'skip';
      readonly reason: string;
      /** The review that it is, or may be, and that was taken down. */
      readonly removedId?: string | undefined;
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
  const pass = (match: (row: Row) => Match | undefined) => {
    for (const row of rows) {
      const found = matches.has(row) ? undefined : match(row);
      if (found) matches.set(row, found);
    }
    return matches.size < rows.length;
  };
  const byId = (row: Row) => matchId(row, known);
  const settled = (row: Row, one: Known | undefined) => one && settle(row, one, known);
  if (!pass((row) => (bySource(row) ? byId(row) : settled(row, known.sameRow(row)))))
    return matches;
  known.indexTraits();
  pass((row) => {
    const isFree = (one: Known) => one.file && !known.claims.has(one) && !isOfOtherSource(row, one);
    return settled(row, known.sameAs(row).find(isFree));
  });
  if (!pass(byId)) return matches;
  known.indexDoubtful();
  // Another row or source may have the review.
  pass((row) => {
    const same = [...known.byId(row), ...known.sameAs(row)];
    const one = same.find(({ barrier }) => barrier) ?? same.find(({ file }) => file) ?? same[0];
    return settled(row, one) ?? matchDoubt(row, known);
  });
  return matches;
}

const bySource = ({ said }: Row) => isMark(said.get('sourceId'));

function matchId(row: Row, known: KnownReviews): Match | undefined {
  const { id, incoming } = row;
  const found = known.byId(row);
  const files = found.filter(({ file }) => file);
  const [one = found.find(({ barrier }) => barrier) ?? found[0], other] = files;
  if (other) {
    for (const each of files) known.claims.set(each, incoming.place);
    return { kind: 'skip', reason: `is stored twice, in ${files.map(placeOf).join(' and ')}` };
  }
  if (one) return settle(row, one, known);
  const barrier = known.barrierOf(id) ?? known.barrierOf(incoming.sourceId ?? id);
  return barrier === undefined ? undefined : skip(barrier, id, known);
}

function matchDoubt(row: Row, known: KnownReviews): Match {
  const one = known.doubtOf(row);
  if (one?.barrier) {
    const { id, removedId = id } = one;
    const reason = `may be a new version of ${removedId}, which ${one.barrier}; if it is another review, add it with npm run new`;
    return skip(reason, removedId, known);
  }
  // Another row may be the same review.
  const added = { id: row.id, said: row.said };
  known.claims.set(added, row.incoming.place);
  known.add(added);
  return one ? { kind: 'new', doubt: placeOf(one) } : { kind: 'new' };
}

/** Returns the outcome for a row that is a known review. */
function settle(row: Row, one: Known, known: KnownReviews): Match {
  const { file, barrier, id, removedId = id } = one;
  const claim = known.claims.get(one);
  const hasItsId = known.byId(row).includes(one);
  const otherSource = !hasItsId && isOfOtherSource(row, one) ? file?.review.source.name : undefined;
  if (!otherSource && claim === undefined) known.claims.set(one, row.incoming.place);
  if (barrier) return skip(barrier, removedId, known);
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

/** Skips a row; one of a review that was taken down is remembered as that. */
function skip(reason: string, id: string, { removedIds }: KnownReviews): Match {
  return { kind: 'skip', reason, removedId: removedIds.has(id) ? id : undefined };
}

function placeOf({ file, id }: Known): string {
  return file?.file ?? `${id}, whose file was deleted`;
}
