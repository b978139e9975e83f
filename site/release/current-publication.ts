import type { Publication } from './publication.ts';

/** What pages and endpoints are rendered from. */
export type RenderedPublication = Pick<Publication, 'dataset' | 'key'> & {
  /** Whether the page at a path is taken over from a build before, so that nobody renders it. */
  readonly isReused?: (path: string) => boolean;
};

declare global {
  // Pages run from a bundle, which holds its own copy of every module; they share the process.
  var testimonyPublication: RenderedPublication | undefined;
}

/** Makes a publication the one that pages and endpoints of this process render. */
export function setPublication(publication: RenderedPublication): void {
  globalThis.testimonyPublication = publication;
}

export function hasPublication(): boolean {
  return globalThis.testimonyPublication !== undefined;
}

/** What is being published. Throws where the integration has not loaded it. */
export function currentPublication(): RenderedPublication {
  const publication = globalThis.testimonyPublication;
  if (!publication) throw new Error('Nothing is loaded; run the build with the integration.');
  return publication;
}
