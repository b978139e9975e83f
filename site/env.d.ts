declare namespace App {
  /** What a page may read: the served release as it is published, and nothing else. */
  interface Locals {
    readonly release: import('#search/review-source.ts').ReviewSource;
    /** Receives what a page throws, for the log; without it the dev server shows it. */
    readonly onError?: (error: unknown) => void;
  }
}
