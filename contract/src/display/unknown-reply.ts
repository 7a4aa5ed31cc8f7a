import type { Chatbot } from '../endpoints/chatbots.ts';
import { defineTexts, type Language, speak } from '../i18n.ts';

/** What a visitor reads that neither a source nor a model has written, in the tone of the chatbot. */
const texts = {
  neutral: defineTexts({
    unanswered: {
      fr: 'Je n’ai pas trouvé la réponse dans mes sources.',
      en: 'I couldn’t find the answer in my sources.',
    },
    nothingAbout: {
      fr: (subject: string) => `Je n’ai rien trouvé sur ${subject}.`,
      en: (subject: string) => `I found nothing about ${subject}.`,
    },
    contact: {
      fr: (contact: string) => `L’équipe peut vous aider : ${contact}`,
      en: (contact: string) => `The team can help: ${contact}`,
    },
    rephrase: {
      fr: 'Pouvez-vous reformuler votre question ?',
      en: 'Could you put your question another way?',
    },
  }),
  warm: defineTexts({
    unanswered: {
      fr: 'Bonne question ! Je n’en ai malheureusement pas trouvé la réponse dans mes sources.',
      en: 'Good question! Sadly, I couldn’t find the answer in my sources.',
    },
    nothingAbout: {
      fr: (subject: string) => `Bonne question ! Je n’ai malheureusement rien trouvé sur ${subject}.`,
      en: (subject: string) => `Good question! Sadly, I found nothing about ${subject}.`,
    },
    contact: {
      fr: (contact: string) => `L’équipe se fera un plaisir de vous aider : ${contact}`,
      en: (contact: string) => `The team will be happy to help: ${contact}`,
    },
    rephrase: {
      fr: 'Voulez-vous me la poser autrement ? Je ferai de mon mieux.',
      en: 'Would you like to ask me another way? I’ll do my best.',
    },
  }),
  formal: defineTexts({
    unanswered: {
      fr: 'Je regrette de ne pas avoir trouvé de réponse à votre question dans mes sources.',
      en: 'I regret that I could not find an answer to your question in my sources.',
    },
    nothingAbout: {
      fr: (subject: string) => `Je regrette de n’avoir rien trouvé sur ${subject} dans mes sources.`,
      en: (subject: string) => `I regret that I found nothing about ${subject} in my sources.`,
    },
    contact: {
      fr: (contact: string) => `Notre équipe se tient à votre disposition : ${contact}`,
      en: (contact: string) => `Our team is at your disposal: ${contact}`,
    },
    rephrase: {
      fr: 'Auriez-vous l’obligeance de reformuler votre question ?',
      en: 'Would you kindly rephrase your question?',
    },
  }),
};

/** What a visitor reads when the sources don't hold the answer, with `subject` where they hold nothing about it at all. */
export function writeUnknownReply(
  language: Language,
  { tone, whenUnknown, contact }: Pick<Chatbot, 'tone' | 'whenUnknown' | 'contact'>,
  subject?: string,
): string {
  const t = speak(texts[tone], language);
  const said = subject === undefined ? t.unanswered : t.nothingAbout(subject);
  if (whenUnknown === 'rephrase') return `${said} ${t.rephrase}`;
  return whenUnknown === 'contact' && contact !== '' ? `${said} ${t.contact(contact)}` : said;
}

/** Whom a visitor may turn to; nothing where the owner gave no contact. */
export const writeContactLine = (
  language: Language,
  { tone, contact }: Pick<Chatbot, 'tone' | 'contact'>,
): string | undefined => (contact === '' ? undefined : speak(texts[tone], language).contact(contact));
