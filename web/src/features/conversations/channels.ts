import type { ConversationChannel } from '@parlance/contract/endpoints/conversations';
import { defineTexts } from '@parlance/contract/i18n';
import { platformNames, platforms } from '../chatbots/platforms.ts';

/** Where conversations are held, in the order in which they are offered: with visitors, and with programs. */
export const channels = [...platforms, 'api'] as const satisfies readonly ConversationChannel[];

export const channelNames = defineTexts({ ...platformNames, api: { fr: 'API', en: 'API' } });
