import {
  Bot,
  LayoutDashboard,
  Library,
  type LucideIcon,
  MessagesSquare,
  ReceiptText,
  Settings,
  Share2,
  Tag,
  UserRound,
} from 'lucide-react';
import type { texts } from '../texts.ts';

export interface NavigationEntry {
  text: keyof typeof texts &
    (
      | 'dashboard'
      | 'chatbots'
      | 'channels'
      | 'sources'
      | 'conversations'
      | 'audit'
      | 'pricing'
      | 'profile'
      | 'settings'
    );
  icon: LucideIcon;
  to: string;
  /** Whether an address belongs to it. */
  owns: (path: string) => boolean;
}

const isSources = (path: string) => /^\/(datasources-selection$|data-source\/)|\/data-?sources$/.test(path);

/** The rail's entries, in groups that a hairline parts. Only screens that exist are listed. */
export const navigation: readonly (readonly NavigationEntry[])[] = [
  [
    { text: 'dashboard', icon: LayoutDashboard, to: '/', owns: (path) => path === '/' },
    {
      text: 'chatbots',
      icon: Bot,
      to: '/chatbots',
      owns: (path) => /^\/(chatbots?(\/|$)|admin\/transfers$)/.test(path) && !isSources(path),
    },
    { text: 'channels', icon: Share2, to: '/channels', owns: (path) => path === '/channels' },
    { text: 'sources', icon: Library, to: '/datasources-selection', owns: isSources },
    { text: 'conversations', icon: MessagesSquare, to: '/summary', owns: (path) => path === '/summary' },
  ],
  [
    { text: 'audit', icon: ReceiptText, to: '/token-audit', owns: (path) => path === '/token-audit' },
    { text: 'pricing', icon: Tag, to: '/pricing', owns: (path) => path === '/pricing' },
    { text: 'profile', icon: UserRound, to: '/profile', owns: (path) => path === '/profile' },
    { text: 'settings', icon: Settings, to: '/settings', owns: (path) => path === '/settings' },
  ],
];
