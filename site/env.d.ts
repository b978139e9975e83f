declare namespace App {
  /** The only data that a page may read: the release as published, and the visitor's question. */
  interface Locals {
    readonly release: import('#search/review-source.ts').ReviewSource;
    /** Of a page that takes no query it is the empty one. */
    readonly question: import('#search/question/list-question.ts').ListQuestion;
    /** The facts of the site that every page needs, made by the middleware. */
    site: import('./ui/lib/site.ts').Site;
    /** Receives the error that a page throws, for the log; without it the dev server shows it. */
    readonly onError?: (error: unknown) => void;
  }
}
