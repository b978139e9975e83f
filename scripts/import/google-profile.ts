import { z } from 'zod';
import { PLACEHOLDER_NAME, PLACEHOLDER_TIME_ZONE } from '#dataset/check/check-starter.ts';
import { CalendarDate, LanguageTag } from '#dataset/schema/scalars.ts';
import { OpeningHours, StoredBusiness } from '#dataset/schema/stored-business.ts';
import type { Profile } from '../content/init/starter.ts';
import { tradeOf, typeOf } from '../content/init/trades.ts';
import { cleanLine } from './read/clean-text.ts';
import type { Note } from './read/incoming-review.ts';
import type { InputFile } from './read/input.ts';

const Text = z.string().optional().catch(undefined);

/** A time of the Business Profile API: TimeOfDay of v1 leaves zeros out, v4 writes "08:30". */
const Time = z
  .union([
    z.string(),
    z
      .object({ hours: z.number().default(0), minutes: z.number().default(0) })
      .transform(({ hours, minutes }) => `${two(hours)}:${two(minutes)}`),
  ])
  .transform((time) => (/^\d:/.test(time) ? `0${time}` : time));

const Period = z.object({
  openDay: z.string(),
  openTime: Time,
  closeDay: z.string(),
  closeTime: Time,
});

const Category = z.object({ displayName: z.string() });
const DatePart = z.number().int().optional();

/** The description of a location in `data.json` of a Takeout (Business Profile API, Location). */
const Location = z.object({
  title: Text,
  websiteUri: Text,
  languageCode: Text,
  phoneNumbers: z.object({ primaryPhone: Text }).optional().catch(undefined),
  storefrontAddress: z
    .object({
      regionCode: Text,
      administrativeArea: Text,
      locality: Text,
      postalCode: Text,
      addressLines: z.array(z.string()).default([]),
    })
    .optional()
    .catch(undefined),
  regularHours: z
    .object({ periods: z.array(Period) })
    .optional()
    .catch(undefined),
  latlng: z.object({ latitude: z.number(), longitude: z.number() }).optional().catch(undefined),
  categories: z.object({ primaryCategory: Category }).optional().catch(undefined),
  primaryCategory: Category.optional().catch(undefined),
  profile: z.object({ description: Text }).optional().catch(undefined),
  openInfo: z
    .object({ openingDate: z.object({ year: DatePart, month: DatePart, day: DatePart }) })
    .optional()
    .catch(undefined),
});
type Location = z.infer<typeof Location>;

/**
 * Returns the facts of the business in the files of an export, with placeholders for missing ones.
 * Each part is taken only if business.yaml accepts it. A Takeout names no time zone.
 */
export function readProfile(files: readonly InputFile[]): {
  readonly profile: Profile;
  readonly notes: readonly Note[];
} {
  const location = files.flatMap((file) => readLocation(file) ?? [])[0] ?? {};
  const { title, websiteUri, languageCode, storefrontAddress, latlng } = location;
  const { text: name, notes } = cleanLine(title ?? '', 200);
  const category = location.categories?.primaryCategory ?? location.primaryCategory;
  const type = typeOf(category?.displayName ?? name);
  const country = storefrontAddress?.regionCode;
  const { shape } = StoredBusiness;
  const known = {
    url: shape.url.safeParse(websiteUri).data,
    knowsLanguage: LanguageTag.safeParse(languageCode).success ? [languageCode ?? ''] : undefined,
    telephone: shape.telephone.safeParse(telephoneOf(location, country)).data,
    address: shape.address.safeParse(addressOf(location)).data,
    geo: shape.geo.safeParse(latlng).data,
    openingHours: hoursOf(location),
    foundingDate: dateOf(location),
    description: shape.description.safeParse(
      cleanLine(location.profile?.description ?? '', 750).text,
    ).data,
  };
  const profile: Profile = {
    name: shape.name.safeParse(name).data ?? PLACEHOLDER_NAME,
    type,
    timeZone: onlyTimeZoneOf(country) ?? PLACEHOLDER_TIME_ZONE,
    trade: tradeOf(type),
    ...dropUndefined(known),
  };
  return { profile, notes };
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
  const line = (text: string | undefined) => cleanLine(text ?? '', 200).text || undefined;
  return dropUndefined({
    streetAddress: line(addressLines.join(', ')),
    addressLocality: line(locality),
    addressRegion: line(administrativeArea),
    postalCode: line(postalCode),
    addressCountry: regionCode,
  });
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Days with equal hours together; hours over midnight are omitted. */
function hoursOf({ regularHours }: Location): z.infer<typeof OpeningHours>[] | undefined {
  const periods = regularHours?.periods.filter(({ openDay, closeDay }) => openDay === closeDay);
  const byHours = Map.groupBy(periods ?? [], (one) => `${one.openTime} ${one.closeTime}`);
  const hours = [...byHours].flatMap(([times, same]) => {
    const [opens, closes] = times.split(' ');
    const open = new Set(same.map(({ openDay }) => openDay.toUpperCase()));
    const dayOfWeek = DAYS.filter((day) => open.has(day.toUpperCase()));
    return OpeningHours.safeParse({ dayOfWeek, opens, closes }).data ?? [];
  });
  return hours.length > 0 ? hours : undefined;
}

function dateOf({ openInfo }: Location): string | undefined {
  const { year, month, day } = openInfo?.openingDate ?? {};
  return CalendarDate.safeParse(`${year}-${two(month)}-${two(day)}`).data;
}

function two(number: number | undefined): string {
  return String(number).padStart(2, '0');
}

type Known<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

function dropUndefined<Value extends object>(value: Value): Known<Value>;
function dropUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
