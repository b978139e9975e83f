import { workerData } from 'node:worker_threads';
import { followContent } from './follow-content.ts';
import { followRelease } from './follow-release.ts';
import { runRebuilding } from './hand-over.ts';
import type { RebuildSettings } from './messages.ts';

/** The rebuild thread: everything between an edit and what readers get, off their event loop. */
const settings: RebuildSettings = workerData;
await runRebuilding(settings, settings.watch === 'release' ? followRelease : followContent);
