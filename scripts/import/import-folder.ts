import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createDayOf, type DayOf } from '#dataset/zoned-day.ts';
import type { Ask } from '../ask.ts';
import type { FileEdit } from '../content/edits/edit-folder.ts';
import { type Profile, renderStarter } from '../content/init/starter.ts';
import { completeProfile } from './dialog/dialog.ts';
import { readProfile } from './google-profile.ts';
import type { InputFile } from './read/input.ts';
import { refuseDemo, type StoredContent } from './write/stored-content.ts';

/** The folder that an import is about: its reviews, and the facts of its business. */
export type Folder = {
  readonly root: string;
  readonly stored: StoredContent;
  readonly business: Pick<Profile, 'name' | 'timeZone' | 'address'>;
  /** The facts of the business in the export. */
  readonly profile: Profile;
  readonly dayOf: DayOf;
};

/** Returns the folder. Of a new one, the export or a person states the facts of the business. */
export async function openFolder(
  root: string,
  stored: StoredContent,
  files: readonly InputFile[],
  ask: Ask | undefined,
): Promise<Folder> {
  refuseDemo(root, stored);
  const stated = readProfile(files);
  const profile = ask && !stored.business ? await completeProfile(stated, ask) : stated;
  const business = stored.business ?? profile;
  return { root, stored, business, profile, dayOf: createDayOf(business.timeZone) };
}

/** Returns the missing files of a new folder. */
export function planStarter({ root, stored, profile }: Folder, now: Date): FileEdit[] {
  if (stored.business) return [];
  return [...renderStarter(profile, String(now.getUTCFullYear()))]
    .filter(([file]) => !existsSync(join(root, file)))
    .map(([file, text]) => ({ file, before: undefined, text }));
}

/** Returns a line about the facts that are written into a new folder, for a person to check. */
export function describeStarter({ root, stored, profile }: Folder): string[] {
  if (stored.business) return [];
  const { name, timeZone, trade } = profile;
  return [
    '',
    `${root} has no business.yaml yet. A new one says: ${name}, time zone ${timeZone}, aspects for ${trade}. Check it before you publish; if the time zone is wrong, correct it and import again.`,
  ];
}
