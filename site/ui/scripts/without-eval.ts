import { z } from 'zod';

// Before any schema is made: pages forbid the functions that zod would write (CSP 3 §6.1.10).
z.config({ jitless: true });
