import type { Language, Texts } from '@parlance/contract/i18n';
import { expect, test } from 'vitest';
import { sentenceOf } from './features/auth/errors.ts';
import { texts as authTexts } from './features/auth/texts.ts';
import { tourTexts } from './features/help/tour/texts.ts';
import { textsIn } from './lib/language/texts.ts';

/** Every catalogue of the web app, by its file. */
const files = import.meta.glob<Record<string, Texts>>(['./**/*texts.ts', './lib/language/words.ts'], {
  eager: true,
});

/** Apostrophes and spaces are compared as one kind each (readings, head). */
const plain = (text: string) => text.replaceAll('’', "'").replace(/[\s\u00a0\u202f]+/g, ' ');

function everyText(language: Language): Set<string> {
  const found = new Set<string>();
  for (const file of Object.values(files))
    for (const catalogue of Object.values(file))
      for (const text of typeof catalogue === 'object' ? Object.values(catalogue) : []) {
        const spoken = text[language];
        if (typeof spoken === 'string') found.add(plain(spoken));
      }
  return found;
}

/** What the specification quotes in French. */
const french = [
  'Chargement...',
  'Email et mot de passe requis',
  "Format d'email invalide",
  'Le mot de passe doit contenir au moins 6 caractères',
  'Mot de passe actuel incorrect',
  "Trop de tentatives d'inscription. Veuillez patienter avant de réessayer",
  'Trop de tentatives depuis cette connexion. Veuillez patienter avant de réessayer',
  'Cette adresse email est déjà utilisée. Essayez de vous connecter ou utilisez une autre adresse',
  'Email ou mot de passe incorrect',
  'Problème de connexion. Vérifiez votre connexion internet',
  "Une erreur inattendue s'est produite. Veuillez réessayer",
  'Erreur de déconnexion',
  'Une erreur est survenue lors de la déconnexion',
  'Lien de confirmation expiré',
  'Échec de la connexion',
  'Email envoyé',
  'Mot de passe modifié',
  'Profil mis à jour',
  "Impossible d'envoyer l'email de réinitialisation",
  'Impossible de modifier le mot de passe',
  'Impossible de mettre à jour le profil',
  'Erreur de sauvegarde',
];

/** And in English: how the same is said in French is ours (readings 14). */
const english = [
  'Save Preferences',
  'Saving...',
  'Are you sure?',
  'Never',
  'Save error',
  'An error occurred while saving.',
  // A label begins with a capital.
  'Coming soon',
  'Unassigned',
];

test.each([
  ['fr', french],
  ['en', english],
] as const)('what the specification quotes stands in a catalogue to the letter (%s)', (language, quoted) => {
  const texts = everyText(language);
  expect(texts.size).toBeGreaterThan(1000);
  expect(quoted.filter((text) => !texts.has(plain(text)))).toEqual([]);
});

test('sentences with figures are as the specification quotes them, with the right plural (readings 12)', () => {
  const t = textsIn(authTexts, 'fr');
  const limited = (scope: 'email' | 'global', minutes: number) =>
    plain(sentenceOf({ code: 'rate_limit_exceeded', scope }, t, minutes));
  expect(limited('email', 5)).toBe(
    "Trop de tentatives d'inscription. Veuillez patienter avant de réessayer. Réessayez dans 5 minutes",
  );
  expect(limited('global', 1)).toBe(
    'Trop de tentatives depuis cette connexion. Veuillez patienter avant de réessayer. Réessayez dans 1 minute',
  );
  expect(textsIn(tourTexts, 'en').counter(2, 13)).toBe('Step 2 of 13');
  expect(textsIn(tourTexts, 'fr').counter(2, 13)).toBe('Étape 2 sur 13');
});
