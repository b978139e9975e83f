import { walkJourneys } from '../../e2e/walk-journeys.ts';

walkJourneys({ javaScriptEnabled: false });
