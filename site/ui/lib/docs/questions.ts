import type { Site } from '../site.ts';

type Named = { readonly name: string; readonly reviewCount: number };
type Entities = { readonly [kind in 'technicians' | 'services']: readonly Named[] };

/** Questions that people may put to an agent, made from the published reviews. */
export function agentQuestions(
  business: string,
  { technicians, services }: Entities,
  { t, formats }: Pick<Site, 't' | 'formats'>,
): string[] {
  const service = firstMentioned(services);
  const technician = firstMentioned(technicians);
  return [
    t('agents.ask.sides', { business: formats.name(business) }),
    ...(technician ? [t('agents.ask.person', { name: formats.name(technician.name) })] : []),
    ...(service ? [t('agents.ask.service', { name: formats.name(service.name) })] : []),
    t('agents.ask.critical'),
    t('agents.ask.quarters'),
  ];
}

function firstMentioned(entities: readonly Named[]): Named | undefined {
  return entities.find(({ reviewCount }) => reviewCount > 0);
}
