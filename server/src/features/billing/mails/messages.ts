import { defineTexts } from '@parlance/contract/i18n';

/** A plan as mails call it. */
const named = (plan: string | null, fallback: string) =>
  plan === null ? fallback : `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;

export const messages = defineTexts({
  payment_failed_subject: {
    fr: 'Votre paiement n’a pas abouti',
    en: 'Your payment did not go through',
  },
  payment_failed_text: {
    fr: (plan: string | null, again: string | undefined) =>
      `Le renouvellement de votre offre ${named(plan, 'actuelle')} n’a pas pu être débité.${again === undefined ? '' : ` Un nouvel essai aura lieu le ${again}.`} Vos chatbots répondent toujours.`,
    en: (plan: string | null, again: string | undefined) =>
      `The renewal of your ${named(plan, 'current')} plan could not be charged.${again === undefined ? '' : ` It is tried again on ${again}.`} Your chatbots still answer.`,
  },
  payment_failed_advice: {
    fr: 'Mettez votre moyen de paiement à jour\u00a0: votre offre est conservée 14 jours. Ensuite, les limites de l’offre gratuite s’appliquent, sans que rien ne soit supprimé.',
    en: 'Update your payment method: your plan is kept for 14 days. After that the limits of the free plan apply, and nothing is deleted.',
  },
  payment_failed_button: { fr: 'Mettre à jour le paiement', en: 'Update payment' },

  action_required_subject: {
    fr: 'Votre banque attend une confirmation',
    en: 'Your bank is waiting for a confirmation',
  },
  action_required_text: {
    fr: (plan: string | null) =>
      `Votre banque demande de confirmer le paiement de votre offre ${named(plan, 'actuelle')}.`,
    en: (plan: string | null) =>
      `Your bank asks you to confirm the payment of your ${named(plan, 'current')} plan.`,
  },
  action_required_advice: {
    fr: 'Ouvrez la page sécurisée de paiement et suivez les indications de votre banque.',
    en: 'Open the secure payment page and follow what your bank says.',
  },
  action_required_button: { fr: 'Confirmer le paiement', en: 'Confirm the payment' },

  not_paid_subject: {
    fr: 'Votre paiement n’a pas été confirmé',
    en: 'Your payment was not confirmed',
  },
  not_paid_text: {
    fr: () => 'Votre banque n’a pas confirmé le paiement de l’offre que vous avez choisie. Rien n’a changé.',
    en: () => 'Your bank did not confirm the payment of the plan that you chose. Nothing has changed.',
  },
  not_paid_advice: {
    fr: 'Vous pouvez choisir de nouveau une offre, avec un autre moyen de paiement si besoin.',
    en: 'You can choose a plan again, with another payment method if need be.',
  },
  not_paid_button: { fr: 'Voir les offres', en: 'See the plans' },

  trial_ending_subject: { fr: 'Votre essai se termine bientôt', en: 'Your trial ends soon' },
  trial_ending_text: {
    fr: (plan: string | null, at: string | undefined) =>
      `Votre essai de l’offre ${named(plan, 'actuelle')} se termine${at === undefined ? ' bientôt' : ` le ${at}`}.`,
    en: (plan: string | null, at: string | undefined) =>
      `Your trial of the ${named(plan, 'current')} plan ends ${at === undefined ? 'soon' : `on ${at}`}.`,
  },
  trial_ending_advice: {
    fr: 'Ensuite, le moyen de paiement que vous avez indiqué est débité. Sans moyen de paiement, les limites de l’offre gratuite s’appliquent, sans que rien ne soit supprimé.',
    en: 'After that the payment method that you gave is charged. Without one, the limits of the free plan apply, and nothing is deleted.',
  },
  trial_ending_button: { fr: 'Voir mon offre', en: 'See my plan' },

  ended_subject: { fr: 'Votre offre a pris fin', en: 'Your plan has ended' },
  ended_text: {
    fr: (plan: string | null) =>
      `Votre offre ${named(plan, 'payante')} a pris fin. Les limites de l’offre gratuite s’appliquent désormais.`,
    en: (plan: string | null) =>
      `Your ${named(plan, 'paid')} plan has ended. The limits of the free plan apply from now on.`,
  },
  ended_advice: {
    fr: 'Rien n’a été supprimé. Les chatbots au-delà de la limite sont en pause, et reprennent d’eux-mêmes avec une offre plus grande. Vous choisissez lesquels restent actifs.',
    en: 'Nothing was deleted. Chatbots beyond the limit are paused, and resume by themselves with a larger plan. You choose which ones stay on.',
  },
  ended_button: { fr: 'Voir les offres', en: 'See the plans' },

  duplicate_subject: {
    fr: 'Un paiement en double vous est remboursé',
    en: 'A double payment is being refunded',
  },
  duplicate_text: {
    fr: () =>
      'Votre compte avait deux abonnements, sans doute payés dans deux onglets. Le second a été résilié et son paiement vous est remboursé.',
    en: () =>
      'Your account had two subscriptions, most likely paid in two tabs. The second one was cancelled and its payment is being refunded.',
  },
  duplicate_advice: {
    fr: 'Vous n’avez rien à faire. Selon votre banque, le remboursement prend quelques jours.',
    en: 'There is nothing for you to do. Depending on your bank, the refund takes some days.',
  },
  duplicate_button: { fr: 'Voir mon offre', en: 'See my plan' },
  reason: {
    fr: 'Vous recevez cet email parce qu’il concerne le paiement de votre compte Parlance.',
    en: 'You receive this email because it concerns the payment of your Parlance account.',
  },
});
