import { REVIEWS_PAGE } from '#release/page-addresses.ts';
import { type ListQuestion, readListQuestion } from '#search/question/list-question.ts';

/** A page with a question. */
export type AskedPage = {
  readonly path: string;
  /** Undefined if there is no question. */
  readonly question: ListQuestion | undefined;
  /** The key of a rendering: addresses with the same question, mistakes included, share it. */
  readonly key: string;
};

/** True if a page is asked a question, valid or not: it counts against the limit of the API. */
export function isQuestion(path: string, query: string): boolean {
  return query !== '' && path === REVIEWS_PAGE;
}

/** Returns the page at a path. The query, as it was sent, is ignored if the page takes none. */
export function pageFor(path: string, query = ''): AskedPage {
  if (!isQuestion(path, query)) return { path, question: undefined, key: path };
  const question = readListQuestion(query);
  const { parameters, problems } = question;
  // The page shows them.
  const mistakes = problems.map(({ message }) => message);
  const asks = parameters + (mistakes.length === 0 ? '' : `#${JSON.stringify(mistakes)}`);
  return asks === '' ? pageFor(path) : { path, question, key: `${path}?${asks}` };
}
