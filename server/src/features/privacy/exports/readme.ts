import { momentWriter } from '@parlance/contract/display/dates';
import { defineTexts, type Language, speak } from '@parlance/contract/i18n';
import { fileTexts } from './file-texts.ts';

const texts = defineTexts({
  intro: {
    fr: (at: string) =>
      `Voici tout ce que Parlance conserve de votre compte, tel que c’était le ${at}. Ce que vous avez modifié pendant la préparation de l’archive y figure avant ou après la modification.\n\nChaque fichier de données existe deux fois\u00a0: dans json/ pour un programme, dans csv/ pour un tableur (UTF-8, séparé par des virgules). Un élément est une ligne. Un fichier qui n’est pas là n’aurait pas eu de ligne. Dans csv/, une apostrophe précède un texte qu’un tableur prendrait pour une formule.\n`,
    en: (at: string) =>
      `Here is everything that Parlance keeps of your account, as it was on ${at}. What you changed while the archive was made is in it as it was before or after the change.\n\nEach file of data is there twice: in json/ for a program, in csv/ for a spreadsheet (UTF-8, separated by commas). Each thing is a row. A file that is not there would have had no row. In csv/ an apostrophe stands before a text that a spreadsheet would take for a formula.\n`,
  },
  files: {
    fr: 'sources/ contient vos fichiers tels que vous les avez envoyés, images/ les images de vos chatbots. Chaque nom y commence par l’identifiant de la source ou du chatbot.\n',
    en: 'sources/ holds your files as you sent them, images/ the images of your chatbots. Each name there begins with the id of its source or chatbot.\n',
  },
  secrets: {
    fr: 'Les mots de passe, jetons et clés n’y sont pas\u00a0: ils ne servent qu’à entrer, et la plupart ne sont gardés que sous forme d’empreinte. Ce qui est calculé à partir de ces données (index de recherche, sommes) n’y est pas non plus.\n',
    en: 'Passwords, tokens and keys are not in it: they only let somebody in, and most are kept as hashes alone. Nor is what is computed from this data (the search index, sums).\n',
  },
  missing: {
    fr: (count: number) =>
      `Fichiers qui n’étaient plus là, ou qui ont été supprimés pendant la préparation (${count})\u00a0:\n`,
    en: (count: number) =>
      `Files that were no longer there, or were deleted while the archive was made (${count}):\n`,
  },
});

/** The text that explains an archive, in its person's language. */
export function readme(
  { language, created_at: at }: { language: Language; created_at: Date },
  tables: readonly { name: string }[],
  { missing, missed }: { missing: readonly string[]; missed: number },
): string {
  const t = speak(texts, language);
  const sentences: Record<string, string> = speak(fileTexts, language);
  const parts = [
    t.intro(`${momentWriter(language, 'UTC')(at)} UTC`),
    t.files,
    t.secrets,
    `${tables.map(({ name }) => `${name}\n  ${sentences[name]}`).join('\n')}\n`,
  ];
  if (missed > 0) parts.push(`${t.missing(missed)}${missing.map((name) => `  ${name}`).join('\n')}\n`);
  return parts.join('\n');
}
