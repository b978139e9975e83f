import type { Evaluation } from '../evaluation.ts';

/** What people ask of the business itself. No review needs to be read for it. */
export const BUSINESS_FACTS: readonly Evaluation[] = [
  {
    question: 'Is it open on Friday at five in the afternoon?',
    ask: async ({ get_business }) =>
      (await get_business({ parts: ['contact'] })).business?.openingHoursSpecification,
    right: ({ business }) => business.openingHoursSpecification,
    tokens: 200,
  },
  {
    question: 'How many people work there, and who are the attorneys?',
    ask: async ({ get_business }) => (await get_business({ parts: ['staff'] })).business?.employee,
    right: ({ business }) => business.employee,
    tokens: 300,
  },
  {
    question: 'Are bad reviews left out, and which reviews were removed, when and why?',
    ask: async ({ get_business }) => (await get_business({ parts: ['collection'] })).collection,
    right: ({ collection, removed }) => ({ ...collection, removed }),
    tokens: 150,
  },
  {
    question: 'What is there to know about the business?',
    ask: async ({ get_business }) => (await get_business()).business,
    right: ({ business }) => business,
    tokens: 1_400,
  },
];
