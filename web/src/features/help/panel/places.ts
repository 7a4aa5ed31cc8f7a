import type { panelTexts } from './texts.ts';
import type { topicTexts } from './topic-texts.ts';

export type TopicName = {
  [Name in keyof typeof topicTexts]: `${Name}Text` extends keyof typeof topicTexts ? Name : never;
}[keyof typeof topicTexts];

type PlaceName = Exclude<
  keyof typeof panelTexts,
  'title' | 'more' | 'moreOf' | 'guide' | 'newTab' | 'settingsOf'
>;

interface HelpPlace {
  name: PlaceName;
  path: RegExp;
  /** The form that is open there, by its name in the address. */
  form?: string;
  topics: readonly TopicName[];
}

const dashboard: HelpPlace = {
  name: 'dashboard',
  path: /^\/$/,
  topics: ['tokens', 'alerts', 'curve', 'unanswered'],
};

/** The screens that have help: their addresses, and what is told there. */
const places: readonly HelpPlace[] = [
  dashboard,
  {
    name: 'sources',
    path: /^\/(datasources-selection$|data-source\/)|\/data-?sources$/,
    topics: ['feed', 'stages', 'fresh', 'trial'],
  },
  { name: 'chatbots', path: /^\/chatbots$/, topics: ['create', 'copies', 'transfer'] },
  { name: 'customise', path: /^\/chatbots?\//, topics: ['look', 'voice', 'unknown', 'install'] },
  {
    name: 'telegram',
    path: /^\/channels$/,
    form: 'telegram',
    topics: ['botFather', 'botToken', 'botTalk'],
  },
  {
    name: 'whatsapp',
    path: /^\/channels$/,
    form: 'whatsapp',
    topics: ['metaValues', 'lastingToken', 'window'],
  },
  { name: 'channels', path: /^\/channels$/, topics: ['website', 'telegram', 'whatsapp'] },
  {
    name: 'conversations',
    path: /^\/summary$/,
    topics: ['read', 'summaries', 'unanswered', 'checks'],
  },
  { name: 'audit', path: /^\/token-audit$/, topics: ['journal', 'filters'] },
  { name: 'pricing', path: /^\/pricing$/, topics: ['exchange', 'estimate'] },
  { name: 'profile', path: /^\/profile$/, topics: ['twoStep', 'sessions', 'apiKeys', 'leaving'] },
  { name: 'settings', path: /^\/settings$/, topics: ['mails', 'appearance', 'privacy', 'rights'] },
  { name: 'transfers', path: /^\/admin\/transfers$/, topics: ['transfer', 'copies'] },
];

/** What is told on the screen of an address, its query included; of an unknown one, what the dashboard tells. */
export function placeAt(address: string): HelpPlace {
  const [path = '', query] = address.split('?');
  const open = new URLSearchParams(query).get('new');
  return places.find((place) => place.path.test(path) && (place.form ?? open) === open) ?? dashboard;
}
