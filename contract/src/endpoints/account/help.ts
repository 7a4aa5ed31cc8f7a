import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';

export const tourState = z.enum(['new', 'skipped', 'completed']);
const help = z.object({
  tour: tourState,
  /** The step at which the tour goes on; null: it does not run. */
  step: z.nullable(z.int().check(z.gte(0), z.lte(99))),
  tooltips: z.boolean(),
});
export type HelpPreferences = z.output<typeof help>;

export const getHelp = endpoint({
  method: 'GET',
  path: '/api/v1/preferences/help',
  summary: 'How far the guided tour came, and whether help is shown',
  access: 'user',
  answer: help,
  errors: [],
});

export const setHelp = endpoint({
  method: 'PUT',
  path: '/api/v1/preferences/help',
  summary: 'Keep how far the tour came, or whether help is shown; what is left out stays',
  access: 'user',
  body: z.partial(
    z.strictObject({
      tour: tourState,
      step: z.nullable(z.int().check(z.gte(0), z.lte(99))),
      tooltips: z.boolean(),
    }),
  ),
  answer: help,
  errors: [],
});
