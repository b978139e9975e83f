import fs from 'node:fs';

export type { Stats } from 'node:fs';

/** The file system with the content: the disk, or in tests one that fails. */
export type FileSystem = typeof fs;

export const DISK: FileSystem = fs;
