import type { Trade } from '#dataset/schema/stored-aspects.ts';

/** A kind of business: its type of schema.org, its list of aspects, and its typical words. */
type Kind = { readonly type: string; readonly trade: Trade; readonly words: RegExp };

// The first match counts: a "dental law firm" is one of lawyers.
const KINDS: readonly Kind[] = [
  { type: 'LegalService', trade: 'law', words: /attorney|lawyer|\blaw\b|legal|notary/ },
  { type: 'Dentist', trade: 'health', words: /dentist|dental|orthodont/ },
  { type: 'Physician', trade: 'health', words: /doctor|physician|family practice/ },
  { type: 'MedicalClinic', trade: 'health', words: /clinic|medical|therap|chiropract|hospital/ },
  { type: 'VeterinaryCare', trade: 'health', words: /veterinar|animal hospital/ },
  { type: 'Hotel', trade: 'hospitality', words: /hotel|motel|lodging|hostel|resort/ },
  { type: 'Restaurant', trade: 'hospitality', words: /restaurant|diner|pizzeria|bistro/ },
  { type: 'CafeOrCoffeeShop', trade: 'hospitality', words: /cafe|café|coffee/ },
  { type: 'BarOrPub', trade: 'hospitality', words: /\bbar\b|\bpub\b|lounge/ },
  { type: 'Plumber', trade: 'home-services', words: /plumb/ },
  { type: 'Electrician', trade: 'home-services', words: /electric/ },
  { type: 'HVACBusiness', trade: 'home-services', words: /hvac|heating|air condition/ },
  { type: 'RoofingContractor', trade: 'home-services', words: /roof/ },
  { type: 'HousePainter', trade: 'home-services', words: /paint/ },
  { type: 'Locksmith', trade: 'home-services', words: /locksmith/ },
  { type: 'MovingCompany', trade: 'home-services', words: /moving|mover/ },
  { type: 'GeneralContractor', trade: 'home-services', words: /contractor|remodel|builder/ },
  { type: 'Store', trade: 'retail', words: /store|shop|retail|boutique/ },
  { type: 'AutoRepair', trade: 'general', words: /auto repair|mechanic|car repair/ },
  { type: 'BeautySalon', trade: 'general', words: /salon|spa\b|barber|hair/ },
  { type: 'RealEstateAgent', trade: 'general', words: /real estate|realtor/ },
  { type: 'AccountingService', trade: 'general', words: /account|bookkeep|tax/ },
  { type: 'InsuranceAgency', trade: 'general', words: /insurance/ },
];

/** Fits every business. */
const ANY_TYPE = 'LocalBusiness';

/** Types to choose from; there are more in schema.org. */
export const COMMON_TYPES: readonly string[] = [...KINDS.map(({ type }) => type), ANY_TYPE];

/** Returns the list of aspects for a type. */
export function tradeOf(type: string): Trade {
  return KINDS.find((kind) => kind.type === type)?.trade ?? 'general';
}

/**
 * Returns the type of a business that a directory describes, such as "Personal injury attorney".
 */
export function typeOf(category: string): string {
  const text = category.toLowerCase();
  return KINDS.find(({ words }) => words.test(text))?.type ?? ANY_TYPE;
}
