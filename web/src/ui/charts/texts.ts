import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  view: { fr: 'Présentation', en: 'View' },
  chart: { fr: 'Graphique', en: 'Chart' },
  table: { fr: 'Tableau', en: 'Table' },
  total: { fr: 'Total', en: 'Total' },
  share: { fr: 'Part', en: 'Share' },
  value: {
    fr: (title: string, values: string) => `${title} : ${values}`,
    en: (title: string, values: string) => `${title}: ${values}`,
  },
  other: { fr: (count: number) => `Autres (${count})`, en: (count: number) => `Other (${count})` },
});
