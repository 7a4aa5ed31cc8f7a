import type { Chatbot, ImageSlot } from '@parlance/contract/endpoints/chatbots';
import { defineTexts, type Language, speak } from '@parlance/contract/i18n';
import { isDomainAllowed } from './allowed-domains.ts';
import type { ChatbotRow } from './queries.ts';

const texts = defineTexts({
  placeholder: { fr: 'Écrivez votre question', en: 'Type your question' },
  welcome: {
    fr: (name: string) => `Bonjour, je suis ${name}. Posez-moi votre question.`,
    en: (name: string) => `Hello, I’m ${name}. Ask me anything.`,
  },
});

/** What a chatbot looks like until its owner says otherwise: paper, graphite and a deep mint. */
const defaultAppearance = (name: string, language: Language) => ({
  primaryColor: '#016b50',
  secondaryColor: '#eef4f0',
  inputBorderColor: '#827e75',
  launcherColor: '#016b50',
  position: 'end' as const,
  size: 'medium' as const,
  corners: 'round' as const,
  theme: 'auto' as const,
  title: name,
  placeholder: speak(texts, language).placeholder,
  zIndex: 2147483000,
});

/** What a chatbot says first: its owner's words, which are in one language, or ours. */
export const welcomeIn = (row: Pick<ChatbotRow, 'welcome_message' | 'name'>, language: Language) =>
  row.welcome_message || speak(texts, language).welcome(row.name);

/** The address of an image, on our own origin, another with each image: what lies at one never changes. */
const imageAddress = ({ public_id, images }: ChatbotRow, slot: ImageSlot) => {
  const file = images[slot];
  return file === undefined ? null : `/embed/v1/${public_id}/images/${slot}?v=${imageVersion(file)}`;
};

export const imageVersion = (fileKey: string) => fileKey.slice(-12);

/** Whether a host is allowed by now, since its owner may have allowed it. */
const isHostAllowed = (row: ChatbotRow, host: string) =>
  ['https', 'http'].some((scheme) => isDomainAllowed(row, `${scheme}://${host}`, new Set()));

/** A chatbot for its owner: sentences to them are in `reader`'s language, what it says itself in its own. */
export function presentChatbot(row: ChatbotRow, reader: Language = row.language): Chatbot {
  const language = row.language;
  return {
    id: row.id,
    publicId: row.public_id,
    name: row.name,
    platform: row.platform,
    status: row.status,
    ...(row.resumes_as === null ? {} : { pausedByPlan: true }),
    ...(row.error === null ? {} : { error: row.error[reader] }),
    systemMessage: row.system_message,
    welcomeMessage: welcomeIn(row, language),
    avatarUrl: imageAddress(row, 'avatar'),
    suggestions: row.suggestions,
    contact: row.contact,
    privacyUrl: row.privacy_url,
    language,
    timeZone: row.time_zone,
    tone: row.tone,
    answerLength: row.answer_length,
    whenUnknown: row.when_unknown,
    model: row.model,
    temperature: row.temperature,
    allowedDomains: row.allowed_domains,
    allowApps: row.allow_apps,
    retentionDays: row.retention_days,
    dailyTokens: row.daily_tokens,
    monthlyTokens: row.monthly_tokens,
    creation: row.creation,
    ...(row.creation_notice === null ? {} : { creationNotice: row.creation_notice[reader] }),
    ...(row.seen_host === null || row.seen_at === null
      ? {}
      : { seenOn: { host: row.seen_host, at: row.seen_at.toISOString() } }),
    ...(row.refused_host === null || row.refused_at === null || isHostAllowed(row, row.refused_host)
      ? {}
      : { refusedOn: { host: row.refused_host, at: row.refused_at.toISOString() } }),
    appearance: {
      ...defaultAppearance(row.name, language),
      ...row.appearance,
      launcherIconUrl: imageAddress(row, 'launcherIcon'),
      sendIconUrl: imageAddress(row, 'sendIcon'),
      userAvatarUrl: imageAddress(row, 'userAvatar'),
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastSyncAt: row.last_sync_at?.toISOString() ?? null,
  };
}
