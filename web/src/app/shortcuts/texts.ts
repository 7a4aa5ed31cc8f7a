import { defineTexts } from '@parlance/contract/i18n';

export const shortcutTexts = defineTexts({
  title: { fr: 'Raccourcis clavier', en: 'Keyboard shortcuts' },
  everywhere: { fr: 'Partout', en: 'Everywhere' },
  search: { fr: 'Chercher dans la page', en: 'Search the page' },
  list: { fr: 'Voir cette liste', en: 'See this list' },
  close: { fr: 'Fermer ce qui est ouvert', en: 'Close what is open' },
  escape: { fr: 'Échap', en: 'Esc' },
  shift: { fr: 'Maj', en: 'Shift' },
  customiser: { fr: 'Réglages d’un chatbot', en: 'A chatbot’s settings' },
  save: { fr: 'Enregistrer', en: 'Save' },
  undo: { fr: 'Annuler la dernière modification', en: 'Undo the last change' },
  redo: { fr: 'Rétablir la modification', en: 'Redo the change' },
  single: { fr: 'Raccourcis d’une seule touche', en: 'Single-key shortcuts' },
  singleHelp: {
    fr: 'Les touches / et ?, que la dictée peut déclencher par erreur.',
    en: 'The keys / and ?, which dictation can press by mistake.',
  },
});
