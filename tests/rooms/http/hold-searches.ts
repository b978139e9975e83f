import type { Release } from '../../../sidecar/release/release.ts';

/** A release whose searches wait until they may go on, and how many have begun. */
export function holdSearches(release: Release) {
  const asked = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const search: Release['search'] = async (query) => {
    searches.begun++;
    asked.resolve();
    await goOn.promise;
    return release.search(query);
  };
  const searches = {
    begun: 0,
    asked: asked.promise,
    goOn: goOn.resolve,
    release: { ...release, search },
  };
  return searches;
}
