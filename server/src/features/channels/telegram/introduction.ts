import type { Language } from '@parlance/contract/i18n';
import type { Introduction } from '../platforms/platform.ts';

const commands = [
  { command: 'help', fr: 'Comment ça marche', en: 'How it works' },
  { command: 'new', fr: 'Recommencer une conversation', en: 'Start a new conversation' },
  { command: 'language', fr: 'Changer de langue', en: 'Change the language' },
  { command: 'delete', fr: 'Supprimer mes messages', en: 'Delete my messages' },
] as const;

const maxDescription = 512;

/** What a bot says of itself before it is written to, and the commands of its menu: in French, in English, and for all others. */
export function introductionCalls({ welcomeMessage, language }: Introduction) {
  const inLanguage = (of: Language) =>
    commands.map(({ command, ...words }) => ({ command, description: words[of] }));
  const others = { commands: inLanguage(language) };
  return [
    { method: 'setMyCommands', body: others },
    { method: 'setMyCommands', body: { commands: inLanguage('fr'), language_code: 'fr' } },
    { method: 'setMyCommands', body: { commands: inLanguage('en'), language_code: 'en' } },
    { method: 'setMyDescription', body: { description: welcomeMessage.slice(0, maxDescription) } },
  ];
}
