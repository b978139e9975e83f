import { stringify } from 'yaml';
import { z } from 'zod';
import { parseBusinessFile } from '#dataset/read/parse-content-file.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import { slugOf } from './plan/decide-review.ts';
import { cleanLine } from './read/clean-text.ts';
import type { Note } from './read/incoming-review.ts';
import type { InputFile } from './read/input.ts';

/** What `data.json` of a Takeout says about the location. */
const Profile = z.object({
  title: z.string().optional().catch(undefined),
  websiteUri: z.string().optional().catch(undefined),
  languageCode: z.string().optional().catch(undefined),
  phoneNumbers: z.object({ primaryPhone: z.string().optional() }).optional().catch(undefined),
});

const COMMENT = `# STARTER FILE, written by "npm run import" because there was no business.yaml.
# Check every value before you publish. feedAuthority must never change afterwards. The dates of
# reviews are days in timeZone: set it, then import again, and they follow.
`;

/** The least business.yaml that lets a site be built, from the export's profile where it has one. */
export function renderStarterBusiness(
  files: readonly InputFile[],
  today: string,
): { readonly text: string; readonly notes: readonly Note[] } {
  const profile = files.flatMap((file) => readProfile(file) ?? [])[0] ?? {};
  const { text: title, notes } = cleanLine(profile.title ?? '', 200);
  const url = StoredBusiness.shape.url.safeParse(profile.websiteUri).data ?? 'https://example.com/';
  const name = StoredBusiness.shape.name.safeParse(title).data ?? 'Example Business';
  const telephone = profile.phoneNumbers?.primaryPhone?.replace(/[\s().-]/g, '');
  const language = StoredBusiness.shape.knowsLanguage.safeParse([profile.languageCode]).data;
  const business = {
    id: slugOf(name, 'business').slice(0, 64).replace(/-$/, ''),
    type: 'LocalBusiness',
    name,
    description: `Reviews of ${name}.`,
    url,
    ...(StoredBusiness.shape.telephone.safeParse(telephone).data && { telephone }),
    timeZone: 'UTC',
    knowsLanguage: language ?? ['en'],
    feedAuthority: `${new URL(url).hostname},${today.slice(0, 4)}`,
  };
  const text = `${COMMENT}${stringify(business, { lineWidth: 0 })}`;
  // A file that the next import refuses would lock the folder; the placeholders can be read.
  const { located } = parseBusinessFile({ path: 'business.yaml', bytes: Buffer.from(text) });
  return located ? { text, notes } : renderStarterBusiness([], today);
}

function readProfile({ name, bytes }: InputFile): z.infer<typeof Profile> | undefined {
  if (!/(?:^|\/)data\.json$/i.test(name)) return undefined;
  try {
    return Profile.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    // The profile is a convenience; without it the placeholders stand.
    return undefined;
  }
}
