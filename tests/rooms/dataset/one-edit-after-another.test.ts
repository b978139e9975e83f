import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LaidOutReviews, renderReviews, renderReviewsJson } from '#artifacts/reviews-json.ts';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import { ContentChecker, checkContent, type LoadedContent } from '#dataset/check/check-content.ts';
import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import {
  createDataset,
  type Dataset,
  Datasets,
  type EditedDataset,
  type ReviewEdit,
  takeDown,
} from '#dataset/dataset.ts';
import { addAll, applyEdit, joinEdits, NO_EDIT, type Placed } from '#dataset/edits/list-edit.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import type { Review } from '#dataset/review.ts';
import { deriveInsights, Insights } from '#insights/insights.ts';
import { CorpusKeeper, readCorpus } from '#search/corpus/corpus.ts';
import { joinPieces } from '#search/corpus/pieces.ts';
import { atLength } from '../../support/at-length.ts';
import { editBetween } from '../../support/reviews.ts';
import { anyHistory, type FolderState } from './any-edits.ts';

const BASE_URL = 'https://reviews.example';

/** Finds in a text a score of all that an analysis may go by. */
const annotateByAll: CreateAnnotate = ({ aspects, ...words }) => {
  const listed = JSON.stringify([words, aspects.map(({ id, terms }) => [id, terms])]);
  return (text) => {
    const digest = hash('sha256', listed + JSON.stringify(text)).slice(0, 6);
    return { sentiment: { label: 'neutral', score: Number.parseInt(digest, 16) / 2 ** 24 } };
  };
};

type Outcome<Loaded> = { readonly problems: readonly string[]; readonly loaded?: Loaded };

function outcomeOf<Loaded extends LoadedContent>(check: () => Loaded): Outcome<Loaded> {
  try {
    const loaded = check();
    return { loaded, problems: loaded.warnings.map((problem) => formatProblem(problem)) };
  } catch (error) {
    assert.ok(error instanceof ContentError);
    return { problems: error.problems.map((problem) => formatProblem(problem)) };
  }
}

const itemsOf = <Item>(placed: readonly Placed<Item>[]) => placed.map(({ item }) => item);

/** Follows a history as the service does: refused content may have reviews taken down, no more. */
class Follower {
  readonly #checker = new ContentChecker();
  readonly #datasets = new Datasets(BASE_URL, annotateByAll);
  #files: readonly ContentFile[] = [];
  #last: Dataset | undefined;

  next({ files, problems }: FolderState): EditedDataset | undefined {
    const { removed, added } = editBetween(this.#files, files);
    this.#files = files;
    this.#checker.update({ removed: itemsOf(removed), added: itemsOf(added) });
    const outcome = outcomeOf(() => this.#checker.check(problems));
    const expected = outcomeOf(() => checkContent(files, problems));
    assert.deepEqual(outcome.problems, expected.problems);
    if (!outcome.loaded) return this.#takeDown({ files, problems });
    const { edit: stored, content } = outcome.loaded;
    assert.deepEqual(content, expected.loaded?.content);
    const made = this.#datasets.update(content, stored);
    assert.deepEqual(made.dataset, createDataset(content, BASE_URL, annotateByAll));
    this.#last = made.dataset;
    return made;
  }

  #takeDown({ files }: FolderState): EditedDataset | undefined {
    const { removals, ids } = readTombstones(files);
    if (removals.length + ids.length === 0) return undefined;
    const made = this.#datasets.takeDown({ removals, ids });
    if (!made || !this.#last) return undefined;
    assert.deepEqual(made.dataset, takeDown(this.#last, { removals, ids }));
    this.#last = made.dataset;
    return made;
  }
}

/** What is made of the reviews, some edits at a time. */
class Derived {
  readonly #insights = new Insights();
  readonly #corpora = new CorpusKeeper();
  #rendered: LaidOutReviews | undefined;

  apply(dataset: Dataset, edit: ReviewEdit): void {
    assert.deepEqual(this.#insights.update(dataset, edit), deriveInsights(dataset));
    this.#rendered = renderReviews(dataset, this.#rendered, edit);
    const bytes = renderReviewsJson(dataset);
    assert.deepEqual(joinPieces(this.#rendered.body), Buffer.from(bytes));
    assert.deepEqual(this.#corpora.update(this.#rendered, edit), readCorpus(this.#rendered.body));
  }
}

test('after any edits, refused or not, all is as if it were made from nothing', () => {
  let [published, refused, joined] = [0, 0, 0];
  fc.assert(
    fc.property(anyHistory, fc.infiniteStream(fc.boolean()), (states, isBehind) => {
      const follower = new Follower();
      const derived = new Derived();
      let before: readonly Review[] = [];
      let waiting: ReviewEdit = NO_EDIT;
      for (const state of states) {
        const made = follower.next(state);
        if (!made) {
          refused++;
          continue;
        }
        const { dataset } = made;
        const edit = made.edit === 'everything' ? addAll(dataset.reviews) : made.edit;
        assert.deepEqual(
          applyEdit(before, edit, (review) => review),
          dataset.reviews,
        );
        assertOnlyChanged(edit);
        before = dataset.reviews;
        const both = joinEdits(waiting, edit);
        assert.ok(both !== 'everything');
        waiting = both;
        if (isBehind.next().value) {
          joined++;
          continue;
        }
        derived.apply(dataset, waiting);
        waiting = NO_EDIT;
        published++;
      }
    }),
    { numRuns: atLength(200, 60) },
  );
  const counts = `${published} ${refused} ${joined}`;
  assert.ok(published > 0 && refused > 0 && joined > 0, `each happens: ${counts}`);
});

/** A review is another object only where something about it changed. */
function assertOnlyChanged({ removed, added }: ReviewEdit): void {
  const texts = new Set(removed.map(({ item }) => JSON.stringify(item)));
  for (const { item } of added) assert.ok(!texts.has(JSON.stringify(item)));
}
