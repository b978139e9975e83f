import type { Publication } from './publication.ts';

declare global {
  // Pages run from a bundle, which holds its own copy of every module; they share the process.
  var testimonyPublication: Publication | undefined;
}

/** Makes a publication the one that pages and endpoints of this process render. */
export function setPublication(publication: Publication): void {
  globalThis.testimonyPublication = publication;
}

export function hasPublication(): boolean {
  return globalThis.testimonyPublication !== undefined;
}

/** What is being published. Throws where the integration has not loaded it. */
export function currentPublication(): Publication {
  const publication = globalThis.testimonyPublication;
  if (!publication) throw new Error('Nothing is loaded; run the build with the integration.');
  return publication;
}
