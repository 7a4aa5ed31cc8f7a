import type { Appearance, Chatbot } from '@parlance/contract/chatbots';
import { defineTexts, type Language, speak } from '@parlance/contract/i18n';
import type { ChatbotRow } from './queries.ts';

const texts = defineTexts({
  placeholder: { fr: 'Écrivez votre question', en: 'Type your question' },
  welcome: {
    fr: (name: string) => `Bonjour, je suis ${name}. Posez-moi votre question.`,
    en: (name: string) => `Hello, I’m ${name}. Ask me anything.`,
  },
});

/** What a chatbot looks like until its owner says otherwise: paper, graphite and a deep mint. */
const defaultAppearance = (name: string, language: Language): Appearance => ({
  primaryColor: '#016b50',
  secondaryColor: '#eef4f0',
  inputBorderColor: '#827e75',
  launcherColor: '#016b50',
  launcherIconUrl: null,
  sendIconUrl: null,
  userAvatarUrl: null,
  position: 'end',
  size: 'medium',
  corners: 'round',
  theme: 'auto',
  title: name,
  placeholder: speak(texts, language).placeholder,
  zIndex: 2147483000,
});

const welcomeFor = (name: string, language: Language) => speak(texts, language).welcome(name);

export function presentChatbot(row: ChatbotRow): Chatbot {
  const language = row.language as Language;
  return {
    id: row.id,
    publicId: row.public_id,
    name: row.name,
    platform: row.platform as Chatbot['platform'],
    status: row.status as Chatbot['status'],
    ...(row.error === null ? {} : { error: row.error }),
    systemMessage: row.system_message,
    welcomeMessage: row.welcome_message || welcomeFor(row.name, language),
    avatarUrl: null,
    suggestions: row.suggestions,
    contact: row.contact,
    privacyUrl: row.privacy_url,
    language,
    tone: row.tone as Chatbot['tone'],
    answerLength: row.answer_length as Chatbot['answerLength'],
    whenUnknown: row.when_unknown as Chatbot['whenUnknown'],
    model: row.model,
    temperature: row.temperature,
    allowedDomains: row.allowed_domains,
    allowApps: row.allow_apps,
    retentionDays: row.retention_days as Chatbot['retentionDays'],
    dailyTokens: row.daily_tokens,
    monthlyTokens: row.monthly_tokens,
    creation: row.creation as Chatbot['creation'],
    ...(row.creation_notice === null ? {} : { creationNotice: row.creation_notice }),
    ...(row.seen_host === null || row.seen_at === null
      ? {}
      : { seenOn: { host: row.seen_host, at: row.seen_at.toISOString() } }),
    appearance: { ...defaultAppearance(row.name, language), ...(row.appearance as Partial<Appearance>) },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastSyncAt: row.last_sync_at?.toISOString() ?? null,
  };
}
