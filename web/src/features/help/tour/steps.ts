import type { tourTexts } from './texts.ts';

export type StepName = keyof typeof tourTexts &
  (
    | 'usage'
    | 'navigation'
    | 'activity'
    | 'tips'
    | 'chatbots'
    | 'create'
    | 'customise'
    | 'channels'
    | 'website'
    | 'social'
    | 'files'
    | 'urls'
    | 'sources'
    | 'settings'
    | 'plan'
  );

export interface TourStep {
  name: StepName;
  group: keyof typeof tourTexts &
    ('groupDashboard' | 'groupChatbots' | 'groupChannels' | 'groupSources' | 'groupProfile');
  /** What is marked, by `data-tour` or as a selector: the first of these that is on the screen. */
  targets: readonly string[];
  /** The screen that it is explained on; of the first chatbot, where there is one. */
  to: (chatbotId: string | undefined) => string;
}

// By what stands there anyway: that screen's code is as large as it may be.
const addActions = 'main header > :last-child:not(:first-child)';

const sources = (id: string | undefined) => (id ? `/chatbots/${id}/data-sources` : '/datasources-selection');

/** The tour, in its order; its step's number is what the server keeps. */
export const steps: readonly TourStep[] = [
  { name: 'usage', group: 'groupDashboard', targets: ['usage'], to: () => '/' },
  // On a phone the navigation waits behind its button.
  { name: 'navigation', group: 'groupDashboard', targets: ['navigation', 'menu'], to: () => '/' },
  { name: 'activity', group: 'groupDashboard', targets: ['activity'], to: () => '/' },
  { name: 'tips', group: 'groupDashboard', targets: ['tips'], to: () => '/' },
  { name: 'chatbots', group: 'groupChatbots', targets: ['chatbots'], to: () => '/chatbots' },
  { name: 'create', group: 'groupChatbots', targets: ['create'], to: () => '/chatbots' },
  {
    name: 'customise',
    group: 'groupChatbots',
    targets: ['customise'],
    to: (id) => (id ? `/chatbots/${id}/personnaliser` : '/chatbots'),
  },
  { name: 'channels', group: 'groupChannels', targets: ['channels'], to: () => '/channels' },
  { name: 'website', group: 'groupChannels', targets: ['website'], to: () => '/channels' },
  { name: 'social', group: 'groupChannels', targets: ['social'], to: () => '/channels' },
  { name: 'files', group: 'groupSources', targets: [addActions], to: sources },
  { name: 'urls', group: 'groupSources', targets: [addActions], to: sources },
  { name: 'sources', group: 'groupSources', targets: ['main [role=tabpanel]'], to: sources },
  { name: 'settings', group: 'groupProfile', targets: ['personal'], to: () => '/profile' },
  { name: 'plan', group: 'groupProfile', targets: ['plan', 'menu'], to: () => '/profile' },
];
