import { defineTexts } from '@parlance/contract/i18n';

export const troubleTexts = defineTexts({
  pastDue: { fr: 'Le dernier paiement a échoué.', en: 'The last payment failed.' },
  pastDueUntil: {
    fr: (plan: string, date: string) =>
      `Votre offre ${plan} est gardée jusqu’au ${date}. Vérifiez votre moyen de paiement pour la conserver.`,
    en: (plan: string, date: string) =>
      `Your ${plan} plan is kept until ${date}. Check your payment method to stay on it.`,
  },
  pastDueOver: {
    fr: 'Les limites de Gratuit s’appliquent, et rien n’est supprimé. Vérifiez votre moyen de paiement pour retrouver votre offre.',
    en: 'The limits of Free apply, and nothing is deleted. Check your payment method to get your plan back.',
  },
  incomplete: { fr: 'Votre premier paiement n’est pas terminé.', en: 'Your first payment is not finished.' },
  incompleteText: {
    fr: 'Votre offre change dès qu’il l’est.',
    en: 'Your plan changes as soon as it is.',
  },
  unpaid: { fr: 'Votre abonnement n’est plus payé.', en: 'Your subscription is no longer paid.' },
  update: { fr: 'Régler le paiement', en: 'Sort out the payment' },
  failed: { fr: 'La page de paiement n’a pas pu s’ouvrir.', en: 'The payment page could not be opened.' },
});
