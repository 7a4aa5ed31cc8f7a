import { defineTexts } from '@parlance/contract/i18n';

/** What the bar of ticked sources says; it comes with the first tick. */
export const selectionTexts = defineTexts({
  selected: {
    fr: (figure: string, count: number) => `${figure} ${count > 1 ? 'sélectionnées' : 'sélectionnée'}`,
    en: (figure: string) => `${figure} selected`,
  },
  selectMatching: {
    fr: (figure: string) => `Sélectionner les ${figure} qui correspondent`,
    en: (figure: string) => `Select all ${figure} that match`,
  },
  clearSelection: { fr: 'Annuler la sélection', en: 'Clear the selection' },
});
