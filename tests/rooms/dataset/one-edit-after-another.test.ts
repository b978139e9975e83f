import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { renderArtifact } from '#artifacts/artifacts.ts';
import { CATALOG } from '#artifacts/catalog.ts';
import type { CreateAnnotate } from '#dataset/annotate.ts';
import { checkContent } from '#dataset/check/check-content.ts';
import type { Content } from '#dataset/content.ts';
import { ContentError, formatProblem } from '#dataset/content-problem.ts';
import { createDataset, type Dataset, takeDown } from '#dataset/dataset.ts';
import type { ContentFile } from '#dataset/read/content-file.ts';
import { readTombstones } from '#dataset/read/read-tombstones.ts';
import { newestOf } from '#dataset/review.ts';
import { rememberNoted } from '#insights/noted-review.ts';
import { type Build, build } from '#release/build.ts';
import { corpusOf } from '#search/corpus/corpus.ts';
import { joinPieces, strongEtag } from '#search/corpus/pieces.ts';
import { readParts } from '#search/corpus/review-records.ts';
import { atLength } from '../../support/at-length.ts';
import { anyHistory, type FolderState } from './any-edits.ts';

const BASE_URL = 'https://reviews.example';
const DAYS = [undefined, new Date('2026-10-05T12:00:00Z'), new Date('2026-10-29T12:00:00Z')];

/** Finds in a text a score of all that an analysis may go by; each one has a memory of its own. */
const annotateByAll = (): CreateAnnotate => (vocabulary) => {
  const { aspects, ...words } = vocabulary;
  const listed = JSON.stringify([words, aspects.map(({ id, terms }) => [id, terms])]);
  return (text) => {
    const digest = hash('sha256', listed + JSON.stringify(text)).slice(0, 6);
    return { sentiment: { label: 'neutral', score: Number.parseInt(digest, 16) / 2 ** 24 } };
  };
};

/** Nothing is remembered of these. */
const copyFiles = (files: readonly ContentFile[]) =>
  files.map(({ path, bytes }): ContentFile => ({ path, bytes }));

type Outcome = { readonly problems: readonly string[]; readonly content?: Content };

function outcomeOf({ files, problems }: FolderState, now: Date | undefined): Outcome {
  try {
    const { content, warnings } = checkContent(files, problems, now);
    return { content, problems: warnings.map((problem) => formatProblem(problem)) };
  } catch (error) {
    assert.ok(error instanceof ContentError);
    return { problems: error.problems.map((problem) => formatProblem(problem)) };
  }
}

/** What is published of a state: of refused content what was published before, without some reviews. */
function publishedOf(
  { files }: FolderState,
  said: Content | undefined,
  last: Dataset | undefined,
): Content | Dataset | undefined {
  if (said || !last) return said;
  const { removals, ids } = readTombstones(files);
  return removals.length + ids.length > 0 ? takeDown(last, { removals, ids }) : undefined;
}

function assertMadeOf({ dataset, files, corpus }: Build, expected: Dataset): void {
  assert.deepEqual(dataset, expected);
  for (const [index, { path }] of CATALOG.entries()) {
    const { entry, bodies } = files[index] ?? assert.fail();
    const body = renderArtifact(path, expected);
    assert.ok(joinPieces(bodies.identity).equals(body), path);
    assert.equal(entry.variants.identity.etag, strongEtag(body));
  }
  const { body } = corpus;
  assert.deepEqual(corpus, { ...corpusOf(readParts(body)), body });
}

type Said = Pick<Dataset, 'reviews' | 'removed'>;

/** What two datasets say in different ways, found by comparing all of both. */
function differencesOf(before: Said, after: Said): string[] {
  const all = [before, after].flatMap(({ reviews, removed }) => [...reviews, ...removed]);
  return [...new Set(all.map(({ id }) => id))].flatMap((one) => {
    const find = <Item extends { id: string }>(items: readonly Item[]) =>
      items.find(({ id }) => id === one);
    const reviews = [find(before.reviews), find(after.reviews)] as const;
    const removals = [find(before.removed), find(after.removed)] as const;
    const dates = [
      ...(isDeepStrictEqual(...reviews) ? [] : reviews.map((review) => review?.datePublished)),
      ...(isDeepStrictEqual(...removals) ? [] : removals.map((removal) => removal?.dateRemoved)),
    ].filter((date) => date !== undefined);
    const present = reviews[0] ? 'edited' : 'added';
    const kind = reviews[1] ? present : 'removed';
    return dates.length === 0 ? [] : [`${kind} ${one} ${newestOf(dates)}`];
  });
}

function assertLogged({ changes, log, dataset }: Build, last: Build | undefined): void {
  const found = changes.map(({ kind, id, newest }) => `${kind} ${id} ${newest}`).sort();
  const before = last?.dataset ?? { reviews: [], removed: [] };
  assert.deepEqual(found, differencesOf(before, dataset).sort());
  if (!last) return;
  const rows = log.rows.slice(last.log.rows.length);
  const { position } = last.log.rows.at(-1) ?? last.log.floor;
  const expected = changes.map((change, index) => ({ ...change, position: position + 1 + index }));
  assert.deepEqual(
    rows.map(({ time: _, ...row }) => row),
    expected,
  );
}

/** A review is another object only where its file or a name changed. */
function assertKept(last: Made, { said, built }: Made): void {
  const namesOf = ({ reviews, removals, questions, summary, ...names }: Content) => names;
  if (!isDeepStrictEqual(namesOf(last.said), namesOf(said))) return;
  const kept = new Set(last.said.reviews).intersection(new Set(said.reviews));
  const ids = new Set([...kept].map(({ id }) => id));
  const before = new Map(last.built.dataset.reviews.map((review) => [review.id, review]));
  for (const review of built.dataset.reviews) {
    if (ids.has(review.id)) assert.equal(review, before.get(review.id) ?? review);
  }
}

/** A build, and the content that was right last. */
type Made = { readonly said: Content; readonly built: Build };

test('after any edits, refused or not, all is as if it were made from nothing', async () => {
  const found = { published: 0, takenDown: 0, refused: 0 };
  const now = new Date('2026-11-20T08:00:00Z');
  const days = fc.infiniteStream(fc.constantFrom(...DAYS));
  await fc.assert(
    fc.asyncProperty(anyHistory, days, async (states, today) => {
      const reader = {
        createAnnotate: annotateByAll(),
        createNoter: rememberNoted(),
        known: undefined,
      };
      let last: Made | undefined;
      let lastFromNothing: Dataset | undefined;
      for (const state of states) {
        const day: Date | undefined = today.next().value;
        const copy = { ...state, files: copyFiles(state.files) };
        const [{ content, problems }, fresh] = [outcomeOf(state, day), outcomeOf(copy, day)];
        assert.deepEqual({ content, problems }, { content: undefined, ...fresh });
        const said = publishedOf(state, content, last?.built.dataset);
        const other = publishedOf(copy, fresh.content, lastFromNothing);
        if (!said || !other) {
          found.refused++;
          continue;
        }
        const built = await build(said, last?.built, {
          baseUrl: BASE_URL,
          sidecarUrl: BASE_URL,
          reader,
          after: 0,
          now,
        });
        lastFromNothing =
          'baseUrl' in other ? other : createDataset(other, BASE_URL, annotateByAll());
        assertMadeOf(built, lastFromNothing);
        assertLogged(built, last?.built);
        const made = { said: content ?? last?.said ?? assert.fail(), built };
        if (last) assertKept(last, made);
        last = made;
        found[content ? 'published' : 'takenDown']++;
      }
    }),
    { numRuns: atLength(200, 30) },
  );
  const { published, takenDown, refused } = found;
  assert.ok(published > 0 && takenDown > 0 && refused > 0, JSON.stringify(found));
});
