import { writeContactLine } from '@parlance/contract/display/unknown-reply';
import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { defineTexts, type Language, speak } from '@parlance/contract/i18n';
import { detectLanguage } from '../../reading/service.ts';
import type { TalkKind } from './phrases.ts';

/** What its owner has said of a chatbot, as far as small talk says it again. */
export interface Speaker {
  title: string;
  tone: Chatbot['tone'];
  welcomeMessage: string;
  suggestions: readonly string[];
  contact: string;
}

/** Wordings a line each: nobody reads the same one twice running. */
const replyTexts = defineTexts({
  greeting: {
    fr: `Bonjour ! Que puis-je pour vous ?
Bonjour, je vous écoute.
Bonjour ! Quelle est votre question ?`,
    en: `Hello! What can I do for you?
Hello, I’m listening.
Hello! What would you like to know?`,
  },
  wellbeing: {
    fr: `Très bien, merci, et j’espère que vous aussi. Que puis-je pour vous ?
Tout va bien, merci ! Quelle est votre question ?`,
    en: `Very well, thank you, and I hope you are, too. What can I do for you?
All is well, thank you! What would you like to know?`,
  },
  presence: {
    fr: `Oui, je suis là. Quelle est votre question ?
Je vous lis. Que voulez-vous savoir ?`,
    en: `Yes, I’m here. What’s your question?
I can read you. What would you like to know?`,
  },
  name: {
    fr: `Enchanté ! Que puis-je pour vous ?
Bonjour ! Quelle est votre question ?`,
    en: `Nice to meet you! What can I do for you?
Hello! What would you like to know?`,
  },
  goodbye: {
    fr: `Au revoir, et à bientôt !
Avec plaisir. À bientôt !
Au revoir ! Je reste là si une question vous revient.`,
    en: `Goodbye, see you soon!
With pleasure. See you soon!
Goodbye! I’ll be here if anything comes to mind.`,
  },
  thanks: {
    fr: `Avec plaisir !
Je vous en prie. Autre chose ?
De rien ! Je reste là si vous avez une autre question.`,
    en: `You’re welcome!
My pleasure. Anything else?
Any time! I’ll be here if you have another question.`,
  },
  praise: {
    fr: `Merci, c’est gentil ! Autre chose ?
Merci ! Je reste là si vous avez une autre question.`,
    en: `Thank you, that’s kind! Anything else?
Thank you! I’ll be here if you have another question.`,
  },
  apology: {
    fr: `Il n’y a pas de mal. Que puis-je pour vous ?
Ce n’est rien. Quelle est votre question ?`,
    en: `No harm done. What can I do for you?
That’s all right. What’s your question?`,
  },
  agreement: {
    fr: `Très bien. Je reste là si vous avez une autre question.
D’accord ! Autre chose ?
Parfait.`,
    en: `Very well. I’ll be here if you have another question.
All right! Anything else?
Good.`,
  },
  puzzled: {
    fr: `Je n’ai peut-être pas bien compris. Dites-moi en quelques mots ce que vous cherchez.
Reprenons : que voulez-vous savoir ?`,
    en: `I may not have understood. Tell me in a few words what you are looking for.
Let’s start again: what would you like to know?`,
  },
  insult: {
    fr: `Je regrette de ne pas vous avoir aidé. Dites-moi autrement ce que vous cherchez.
Je comprends que ce soit agaçant. Posez-moi votre question autrement, je ferai de mon mieux.`,
    en: `I’m sorry that I wasn’t of help. Tell me in other words what you are looking for.
I see that this is annoying. Put your question another way, and I’ll do my best.`,
  },
  robot: {
    fr: `Je suis un programme, pas une personne : je réponds à partir de documents.
Oui, je suis un assistant automatique : je cherche la réponse dans des documents.`,
    en: `I’m a program, not a person: I answer from documents.
Yes, I’m an automatic assistant: I look for the answer in documents.`,
  },
  person: {
    fr: `Je suis un programme et ne peux pas vous passer quelqu’un d’ici.
Ici, c’est un assistant automatique qui vous répond.`,
    en: `I’m a program and can’t put you through from here.
It is an automatic assistant that answers you here.`,
  },
  noContact: {
    fr: 'Dites-moi ce qu’il vous faut : je peux chercher la réponse, ou comment joindre l’équipe.',
    en: 'Tell me what you need: I can look for the answer, or for how to reach the team.',
  },
  identity: {
    fr: (title: string) =>
      `Je suis l’assistant automatique « ${title} » : un programme qui répond à partir de documents.
Ici « ${title} », assistant automatique : je réponds à partir de documents.`,
    en: (title: string) =>
      `I’m “${title}”, an automatic assistant: a program that answers from documents.
This is “${title}”, an automatic assistant: I answer from documents.`,
  },
  abilities: {
    fr: `Oui, posez-moi votre question : je cherche la réponse dans mes documents.
Bien sûr, dites-moi ce que vous voulez savoir.`,
    en: `Yes, ask me your question: I look for the answer in my documents.
Of course, tell me what you would like to know.`,
  },
  example: {
    fr: (suggestions: string) => `Par exemple : ${suggestions}`,
    en: (suggestions: string) => `For example: ${suggestions}`,
  },
  or: { fr: ' ou ', en: ' or ' },
  quoted: { fr: (text: string) => `« ${text} »`, en: (text: string) => `“${text}”` },
});

/** What a formal chatbot says without exclaiming. */
const toReservedTone = (text: string) => text.replace(/\s?!/gu, '.');

const introducing: ReadonlySet<TalkKind> = new Set([
  'greeting',
  'identity',
  'abilities',
  'presence',
  'name',
  'wellbeing',
]);
const turningTo: ReadonlySet<TalkKind> = new Set(['person', 'robot', 'insult']);

/**
 * A sentence or two for what asks nothing of the sources. The owner's own words come first where they fit: the welcome to
 * a greeting, the suggestions to whoever asks what can be asked, the contact to whoever wants a person. `before`: what was
 * said last, which is not said again.
 */
export function composeSmallTalkReply(
  kind: TalkKind,
  language: Language,
  speaker: Speaker,
  before: readonly string[],
): string {
  const t = speak(replyTexts, language);
  const sentences = (kind === 'identity' ? t.identity(speaker.title) : t[kind]).split('\n');
  const isOwn = (text: string) => text.trim() !== '' && (detectLanguage(text) ?? language) === language;
  const welcome = kind === 'greeting' && isOwn(speaker.welcomeMessage) ? [speaker.welcomeMessage.trim()] : [];
  const examples = introducing.has(kind) ? speaker.suggestions.filter(isOwn).slice(0, 2) : [];
  const tail = turningTo.has(kind)
    ? (writeContactLine(language, speaker) ?? (kind === 'person' ? t.noContact : ''))
    : examples.length > 0
      ? t.example(examples.map(t.quoted).join(t.or))
      : '';
  const spoken = [
    ...welcome,
    ...sentences.map((text) =>
      [speaker.tone === 'formal' ? toReservedTone(text) : text, tail].filter((part) => part !== '').join(' '),
    ),
  ];
  return spoken.find((text) => !before.includes(text)) ?? (spoken[0] as string);
}
