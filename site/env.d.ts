declare namespace App {
  /** What a page may read: the served release as it is published, what is asked, and nothing else. */
  interface Locals {
    readonly release: import('#search/review-source.ts').ReviewSource;
    /** Of a page that takes no query it is the empty one. */
    readonly question: import('#search/question/list-question.ts').ListQuestion;
    /** What every page needs to know of the site, made by the middleware. */
    site: import('./ui/lib/site.ts').Site;
    /** Receives what a page throws, for the log; without it the dev server shows it. */
    readonly onError?: (error: unknown) => void;
  }
}
