import fs from 'node:fs';

export type { Stats } from 'node:fs';

/** The file system from which content is read and watched: the disk, or one that fails in a test. */
export type FileSystem = typeof fs;

export const DISK: FileSystem = fs;
