/** The people, services, places and aspects of the fictional firm, as in its files. */
export const TECHNICIANS = [
  {
    id: 'maria-lopez',
    name: 'María López',
    jobTitle: 'Partner',
    aliases: ['Ms. Lopez', 'attorney Lopez'],
    unambiguous: true,
  },
  { id: 'daniel-okafor', name: 'Daniel Okafor', jobTitle: 'Partner', aliases: ['Mr. Okafor'] },
  { id: 'daniel-reyes', name: 'Daniel Reyes', jobTitle: 'Associate', aliases: ['Danny Reyes'] },
  { id: 'siobhan-kelly', name: 'Siobhán Kelly', jobTitle: 'Associate', unambiguous: true },
  { id: 'wei-zhang', name: 'Wei Zhang', jobTitle: 'Associate' },
  { id: 'grace-thompson', name: 'Grace Thompson', jobTitle: 'Of Counsel' },
  { id: 'anders-nygard', name: 'Anders Nygård', jobTitle: 'Associate', unambiguous: true },
  { id: 'priya-raman', name: 'Priya Raman', jobTitle: 'Senior Paralegal', unambiguous: true },
  { id: 'tomas-novak', name: 'Tomáš Novák', jobTitle: 'Investigator' },
  { id: 'helen-price', name: 'Helen Price', jobTitle: 'Paralegal' },
  { id: 'rosa-delgado', name: 'Rosa Delgado', jobTitle: 'Client Coordinator' },
  { id: 'will-garner', name: 'Will Garner', jobTitle: 'Associate', aliases: ['William Garner'] },
] as const;

export const SERVICES = [
  {
    id: 'car-accident',
    name: 'Car accident',
    aliases: ['car crash', 'auto accident', 'car wreck'],
  },
  { id: 'truck-accident', name: 'Truck accident', aliases: ['18-wheeler accident'] },
  { id: 'motorcycle-accident', name: 'Motorcycle accident', aliases: ['motorcycle crash'] },
  { id: 'slip-and-fall', name: 'Slip and fall', aliases: ['premises liability'] },
  { id: 'workers-compensation', name: 'Workers’ compensation', aliases: ['workers comp'] },
  { id: 'wrongful-death', name: 'Wrongful death' },
  { id: 'medical-malpractice', name: 'Medical malpractice', aliases: ['malpractice'] },
  { id: 'divorce', name: 'Divorce' },
  { id: 'child-custody', name: 'Child custody', aliases: ['custody case'] },
  { id: 'estate-planning', name: 'Estate planning', aliases: ['living trust'] },
  { id: 'immigration', name: 'Immigration', aliases: ['green card', 'citizenship'] },
  { id: 'employment-law', name: 'Employment law', aliases: ['wrongful termination'] },
] as const;

export const SERVICE_AREAS = [
  { id: 'fairhaven', name: 'Fairhaven' },
  { id: 'port-ellery', name: 'Port Ellery' },
  { id: 'canon-springs', name: 'Cañon Springs' },
  { id: 'millbrook', name: 'Millbrook' },
  { id: 'st-augustin', name: 'St. Augustin', aliases: ['Saint Augustin'] },
  { id: 'lake-verity', name: 'Lake Verity' },
  { id: 'north-harbor', name: 'North Harbor' },
  { id: 'el-encinal', name: 'El Encinal' },
  { id: 'greywater', name: 'Greywater' },
  { id: 'ottery-county', name: 'Ottery County' },
] as const;

export const ASPECTS = [
  aspect('communication', 'Communication', 'explained', 'kept me informed', 'updates'),
  aspect('responsiveness', 'Responsiveness', 'returned my call', 'prompt', 'voicemail'),
  aspect('professionalism', 'Professionalism', 'professional', 'courteous', 'respectful'),
  aspect('expertise', 'Expertise', 'knowledgeable', 'experienced', 'strategy'),
  aspect('outcome', 'Outcome', 'settlement', 'result', 'verdict', 'won'),
  aspect('compassion', 'Compassion', 'caring', 'kind', 'patient', 'listened'),
  aspect('honesty', 'Honesty', 'honest', 'transparent', 'straight answer'),
  aspect('value-and-fees', 'Value and fees', 'fee', 'invoice', 'expensive', 'affordable'),
  aspect('staff', 'Staff', 'staff', 'paralegal', 'receptionist', 'front desk'),
  aspect('process-ease', 'Ease of the process', 'paperwork', 'easy', 'stress'),
] as const;

function aspect(id: string, name: string, ...terms: string[]) {
  return { id, name, description: `What reviews say about ${name.toLowerCase()}.`, terms };
}
