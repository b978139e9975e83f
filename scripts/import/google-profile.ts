import { z } from 'zod';
import { PLACEHOLDER_NAME, PLACEHOLDER_TIME_ZONE } from '#dataset/check/check-starter.ts';
import { LanguageTag } from '#dataset/schema/scalars.ts';
import { StoredBusiness } from '#dataset/schema/stored-business.ts';
import { tradeOf, typeOf } from '../content/init/business-types.ts';
import type { Profile } from '../content/init/starter.ts';
import { withoutUndefined } from './plan/merge-review.ts';
import type { InputFile } from './read/input.ts';
import { cleanLine } from './rows/clean-text.ts';

/** Undefined where the file has something else. */
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const Text = lenient(z.string());

const Category = lenient(z.object({ displayName: z.string() }));

/** The description of a location in `data.json` of a Takeout (Business Profile API, Location). */
const Location = z.object({
  title: Text,
  websiteUri: Text,
  languageCode: Text,
  phoneNumbers: lenient(z.object({ primaryPhone: Text })),
  storefrontAddress: lenient(
    z.object({
      regionCode: Text,
      administrativeArea: Text,
      locality: Text,
      postalCode: Text,
      addressLines: z.array(z.string()).default([]),
    }),
  ),
  categories: lenient(z.object({ primaryCategory: Category })),
  primaryCategory: Category,
});
type Location = z.infer<typeof Location>;

/**
 * Returns the facts of the business in the files of an export, with placeholders for missing ones.
 * Each part is taken only if business.yaml accepts it. A Takeout names no time zone.
 */
export function readProfile(files: readonly InputFile[]): Profile {
  const location = files.flatMap((file) => readLocation(file) ?? [])[0] ?? {};
  const { title, websiteUri, languageCode, storefrontAddress } = location;
  const name = cleanLine(title ?? '', 200);
  const category = location.categories?.primaryCategory ?? location.primaryCategory;
  const type = typeOf(category?.displayName ?? name);
  const country = storefrontAddress?.regionCode;
  const { shape } = StoredBusiness;
  return withoutUndefined<Profile>({
    name: shape.name.safeParse(name).data ?? PLACEHOLDER_NAME,
    type,
    timeZone: onlyTimeZoneOf(country) ?? PLACEHOLDER_TIME_ZONE,
    trade: tradeOf(type),
    url: shape.url.safeParse(websiteUri).data,
    knowsLanguage: LanguageTag.safeParse(languageCode).success ? [languageCode ?? ''] : undefined,
    telephone: shape.telephone.safeParse(telephoneOf(location, country)).data,
    address: shape.address.safeParse(addressOf(location)).data,
  });
}

function readLocation({ name, bytes }: InputFile): Location | undefined {
  if (!/(?:^|\/)data\.json$/i.test(name)) return undefined;
  try {
    return Location.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    // The profile is a convenience; without it, the placeholders stay.
    return undefined;
  }
}

/** Known for a country with one time zone. */
function onlyTimeZoneOf(country: string | undefined): string | undefined {
  if (!/^[A-Z]{2}$/.test(country ?? '')) return undefined;
  const zones = new Intl.Locale(`und-${country}`).getTimeZones();
  return zones?.length === 1 ? zones[0] : undefined;
}

/** In the United States and Canada, a number of ten digits lacks only the code of the country. */
function telephoneOf({ phoneNumbers }: Location, country: string | undefined): string | undefined {
  const written = phoneNumbers?.primaryPhone?.replace(/[\s().-]/g, '');
  const isNational = /^[2-9]\d{9}$/.test(written ?? '');
  return isNational && (country === 'US' || country === 'CA') ? `+1${written}` : written;
}

function addressOf({ storefrontAddress }: Location): object | undefined {
  if (!storefrontAddress) return undefined;
  const { addressLines, locality, administrativeArea, postalCode, regionCode } = storefrontAddress;
  const line = (text: string | undefined) => cleanLine(text ?? '', 200) || undefined;
  return withoutUndefined<object>({
    streetAddress: line(addressLines.join(', ')),
    addressLocality: line(locality),
    addressRegion: line(administrativeArea),
    postalCode: line(postalCode),
    addressCountry: regionCode,
  });
}
