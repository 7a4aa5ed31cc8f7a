import { defineTexts } from '@parlance/contract/i18n';

export const subscriptionTexts = defineTexts({
  title: { fr: 'Votre abonnement', en: 'Your subscription' },
  active: {
    fr: (plan: string) => `Votre abonnement ${plan} est en cours.`,
    en: (plan: string) => `Your ${plan} subscription is running.`,
  },
  renews: {
    fr: (plan: string, date: string) => `L’offre ${plan} est payée jusqu’au ${date}, puis se renouvelle.`,
    en: (plan: string, date: string) => `The ${plan} plan is paid until ${date}, then renews.`,
  },
  trial: {
    fr: (plan: string, date: string) => `Vous essayez l’offre ${plan} jusqu’au ${date}.`,
    en: (plan: string, date: string) => `You are trying the ${plan} plan until ${date}.`,
  },
  ends: {
    fr: (plan: string, date: string) =>
      `L’offre ${plan} se termine le ${date}. Ensuite, votre compte revient à Gratuit, sans rien perdre.`,
    en: (plan: string, date: string) =>
      `The ${plan} plan ends on ${date}. Then your account goes back to Free, and loses nothing.`,
  },
  next: {
    fr: (plan: string, next: string, date: string) =>
      `L’offre ${plan} est payée jusqu’au ${date} ; l’offre ${next} prend la suite.`,
    en: (plan: string, next: string, date: string) =>
      `The ${plan} plan is paid until ${date}; the ${next} plan follows.`,
  },
  kept: {
    fr: (plan: string, date: string) =>
      `L’offre ${plan} est gardée jusqu’au ${date}, en attendant le paiement.`,
    en: (plan: string, date: string) => `The ${plan} plan is kept until ${date}, awaiting the payment.`,
  },
  awaiting: { fr: 'Un paiement est attendu.', en: 'A payment is awaited.' },
  paused: {
    fr: 'Votre abonnement est en pause : les limites de Gratuit s’appliquent, et rien n’est supprimé.',
    en: 'Your subscription is paused: the limits of Free apply, and nothing is deleted.',
  },
  canceled: {
    fr: 'Votre abonnement a pris fin. Vos factures restent à votre disposition.',
    en: 'Your subscription has ended. Your invoices stay available.',
  },
  portal: { fr: 'Factures et moyen de paiement', en: 'Invoices and payment method' },
  resume: { fr: 'Garder mon abonnement', en: 'Keep my subscription' },
  stayOn: { fr: (plan: string) => `Rester à ${plan}`, en: (plan: string) => `Stay on ${plan}` },
  cancel: { fr: 'Mettre fin à l’abonnement', en: 'End the subscription' },

  waitingForPayment: {
    fr: 'Nous attendons que Stripe confirme votre paiement…',
    en: 'We are waiting for Stripe to confirm your payment…',
  },
  waiting: {
    fr: (plan: string) => `Nous attendons que Stripe confirme l’offre ${plan}…`,
    en: (plan: string) => `We are waiting for Stripe to confirm the ${plan} plan…`,
  },
  waitingText: {
    fr: 'Cela prend d’ordinaire quelques secondes. Vous pouvez continuer à travailler.',
    en: 'This usually takes a few seconds. You can go on working.',
  },
  arrived: {
    fr: (plan: string) => `L’offre ${plan} est à vous.`,
    en: (plan: string) => `The ${plan} plan is yours.`,
  },
  arrivedText: {
    fr: 'Ses limites s’appliquent dès maintenant.',
    en: 'Its limits apply from now on.',
  },
  scheduled: {
    fr: (plan: string) => `L’offre ${plan} est prévue.`,
    en: (plan: string) => `The ${plan} plan is scheduled.`,
  },
  scheduledText: {
    fr: (date: string) => `Elle commence le ${date}.`,
    en: (date: string) => `It begins on ${date}.`,
  },
  late: {
    fr: 'Votre paiement est en cours de confirmation.',
    en: 'Your payment is being confirmed.',
  },
  lateText: {
    fr: 'Stripe ne nous a encore rien confirmé. L’offre change d’elle-même dès que c’est fait ; ne payez pas une seconde fois.',
    en: 'Stripe has not confirmed anything to us yet. The plan changes by itself as soon as it does; please don’t pay a second time.',
  },
  lookAgain: { fr: 'Vérifier à nouveau', en: 'Check again' },
  fromPortal: {
    fr: 'Ce que vous avez changé chez Stripe s’affiche ici dès qu’il nous l’a confirmé.',
    en: 'What you changed at Stripe shows here as soon as it has confirmed it to us.',
  },
  cancelled: {
    fr: 'Le paiement n’a pas été terminé, et rien n’a changé.',
    en: 'The payment was not completed, and nothing has changed.',
  },
  cancelledChoice: {
    fr: (plan: string) => `Votre choix est gardé : l’offre ${plan}.`,
    en: (plan: string) => `Your choice is kept: the ${plan} plan.`,
  },
  again: { fr: 'Reprendre', en: 'Take it up again' },
});
