import type { z } from 'zod';
import { Manifest } from '#artifacts/manifest.ts';

/** What a pack says of itself: the release that it holds the data of, or was made from. */
export const ReleaseHead = Manifest.pick({ ordinal: true, key: true });
export type ReleaseHead = z.infer<typeof ReleaseHead>;
