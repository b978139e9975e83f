import { takesQuery } from '#release/page-addresses.ts';
import { type ListQuestion, readListQuestion } from '#search/question/list-question.ts';

/** A page, and what is asked of it. */
export type AskedPage = {
  readonly path: string;
  /** Undefined where nothing is asked. */
  readonly question: ListQuestion | undefined;
  /** Names what is rendered: addresses that ask the same, with the same mistakes, share it. */
  readonly key: string;
};

/** Whether a page is asked something, right or wrong: that counts against the limit of the API. */
export function isQuestion(path: string, query: string): boolean {
  return query !== '' && takesQuery(path);
}

/** The page at a path. The query, as it was sent, is ignored where the page takes none. */
export function askPage(path: string, query = ''): AskedPage {
  if (!isQuestion(path, query)) return { path, question: undefined, key: path };
  const question = readListQuestion(query);
  const { parameters, problems } = question;
  // The page shows them.
  const mistakes = problems.map(({ message }) => message);
  const asks = parameters + (mistakes.length === 0 ? '' : `#${JSON.stringify(mistakes)}`);
  return asks === ''
    ? { path, question: undefined, key: path }
    : { path, question, key: `${path}?${asks}` };
}
