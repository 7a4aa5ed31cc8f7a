import { type Language, languages } from '@parlance/contract/i18n';
import type { Introduction } from '../platforms/platform.ts';

const commands = [
  { command: 'start', fr: 'Accueil et suggestions', en: 'Welcome and suggestions' },
  { command: 'help', fr: 'Comment ça marche', en: 'How it works' },
  { command: 'new', fr: 'Recommencer une conversation', en: 'Start a new conversation' },
  { command: 'language', fr: 'Changer de langue', en: 'Change the language' },
  { command: 'delete', fr: 'Supprimer mes messages', en: 'Delete my messages' },
] as const;

const maxDescription = 512;
/** As Telegram has it for all others, then for those whose app speaks one of these. */
const audiences: { language_code?: Language }[] = [
  {},
  ...languages.map((language) => ({ language_code: language })),
];

/** What a bot says of itself before it is written to, and the commands of its menu: in French, in English, and for all others. */
export const introductionCalls = ({ welcome, language: others }: Introduction) =>
  audiences.flatMap((audience) => {
    const language: Language = audience.language_code ?? others;
    const inMenu = commands.map(({ command, ...words }) => ({ command, description: words[language] }));
    const description = welcome[language].slice(0, maxDescription).toWellFormed();
    return [
      { method: 'setMyCommands', body: { commands: inMenu, ...audience } },
      { method: 'setMyDescription', body: { description, ...audience } },
    ];
  });

/** Takes the menu back, of which each language has its own; the description is its owner's to change. */
export const farewellCalls = () => audiences.map((body) => ({ method: 'deleteMyCommands', body }));
