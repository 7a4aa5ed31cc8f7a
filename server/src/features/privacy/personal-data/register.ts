import { accountTables } from './account-tables.ts';
import { chatbotTables } from './chatbot-tables.ts';

/**
 * Each table that holds what belongs to a person or tells of one, be it by an id: what, why and for how long. The page
 * `/legal/data` shows it to professionals; a table that stands neither here nor below fails a test.
 */
export const personalData = { ...accountTables, ...chatbotTables };

/** Tables that tell of nobody, and why. */
export const impersonalTables: Record<string, string> = {
  abandoned_files: 'keys of files whose rows are gone, until a job has deleted them',
  channel_closures:
    'accounts at Telegram and WhatsApp that are to be let go of, for a day at most; nothing says whose they were',
  crawl_hosts: 'hosts of the web and how fast they may be asked',
  deletions: 'ids of what is gone, against which a restored backup is held; nothing says whose it was',
  rate_limits: 'keyed hashes that expire',
  removed_sources: 'ids of what is gone, until a job has cleared up',
  saml_assertions: 'hashes of assertions that were used',
  settings: 'the program’s own',
  sign_in_failures: 'keyed hashes that age away',
  signing_keys: 'the program’s own keys',
  stripe_closures: 'ids at Stripe of what is to be ended there; whose they were is known there alone',
  stripe_events: 'ids of deliveries',
};
