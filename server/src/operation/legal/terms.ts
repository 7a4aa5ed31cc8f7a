import type { LegalVersion } from './document.ts';

export const terms2: LegalVersion = {
  number: '2.0',
  date: '2026-11-23',
  sections: ({ name, address, contact }) => [
    {
      title: { fr: 'Les parties', en: 'The parties' },
      text: {
        fr: [
          `Ces conditions lient ${name} (${address.fr}), «\u00a0nous\u00a0», et la personne ou l’organisation qui ouvre un compte, «\u00a0vous\u00a0». Contact\u00a0: ${contact}.`,
        ],
        en: [
          `These terms bind ${name} (${address.en}), “we”, and the person or organisation that opens an account, “you”. Contact: ${contact}.`,
        ],
      },
    },
    {
      title: { fr: 'Le service', en: 'The service' },
      text: {
        fr: [
          'Parlance permet de créer des chatbots qui répondent à partir de vos sources, et de les déployer sur un site web ou une messagerie.',
        ],
        en: [
          'Parlance lets you create chatbots that answer from your sources and deploy them on a website or a messaging service.',
        ],
      },
    },
    {
      title: { fr: 'Votre compte et vos contenus', en: 'Your account and your content' },
      text: {
        fr: [
          'Vous gardez votre mot de passe secret et répondez de ce qui est fait avec votre compte. Vos contenus restent les vôtres\u00a0; vous ne confiez au service que ceux que vous avez le droit d’utiliser, et nous ne les utilisons que pour fournir le service.',
          'Vous informez vos visiteurs que leurs messages sont traités, et n’employez pas le service à des fins illicites.',
        ],
        en: [
          'You keep your password secret and answer for what is done with your account. Your content stays yours; you entrust to the service only what you have the right to use, and we use it only to provide the service.',
          'You tell your visitors that their messages are processed, and do not use the service unlawfully.',
        ],
      },
    },
    {
      title: { fr: 'Offres, prix et paiement', en: 'Plans, prices and payment' },
      text: {
        fr: [
          'Chaque offre fixe des quotas. Les jetons de messages se renouvellent chaque mois à la date de votre compte\u00a0; les jetons de stockage se cumulent. Une offre payante se renouvelle jusqu’à sa résiliation, qui prend effet à la fin de la période payée.',
          'Toute modification de prix vous est annoncée au moins 30 jours à l’avance\u00a0; vous pouvez résilier avant son entrée en vigueur.',
          'Si un paiement échoue, votre offre est conservée 14 jours. Ensuite, les limites de l’offre gratuite s’appliquent, sans que rien ne soit supprimé.',
        ],
        en: [
          'Each plan sets quotas. Message tokens renew each month on your account’s date; storage tokens accumulate. A paid plan renews until it is cancelled, which takes effect at the end of the paid period.',
          'You are told of any price change at least 30 days in advance, and you can cancel before it takes effect.',
          'If a payment fails, your plan is kept for 14 days. After that the limits of the free plan apply, and nothing is deleted.',
        ],
      },
    },
    {
      title: { fr: 'Réponses', en: 'Answers' },
      text: {
        fr: [
          'Les réponses citent vos sources. Vérifiez celles dont dépend une décision importante\u00a0: un chatbot ne remplace pas un conseil professionnel.',
        ],
        en: [
          'Answers cite your sources. Check those on which an important decision depends: a chatbot does not replace professional advice.',
        ],
      },
    },
    {
      title: { fr: 'Responsabilité', en: 'Liability' },
      text: {
        fr: [
          'Notre responsabilité totale est limitée aux sommes que vous avez payées au cours des 12 derniers mois. Cette limite ne s’applique pas là où la loi l’interdit, notamment en cas de faute lourde ou de dommage corporel.',
        ],
        en: [
          'Our total liability is capped at what you paid during the last 12 months. This cap does not apply where the law forbids it, in particular to gross negligence or bodily harm.',
        ],
      },
    },
    {
      title: { fr: 'Fin du contrat', en: 'End of the contract' },
      text: {
        fr: [
          'Vous pouvez supprimer votre compte à tout moment dans les paramètres\u00a0; cela est fait sous 24 heures et met fin à l’abonnement. Exportez d’abord ce que vous voulez garder.',
        ],
        en: [
          'You can delete your account at any time in the settings; it is done within 24 hours and ends the subscription. Export first what you want to keep.',
        ],
      },
    },
    {
      title: { fr: 'Changements et droit applicable', en: 'Changes and governing law' },
      text: {
        fr: [
          'Une nouvelle version de ces conditions porte un numéro et une date, et montre ce qui a changé. Le droit français s’applique.',
        ],
        en: [
          'A new version of these terms carries a number and a date, and shows what has changed. French law applies.',
        ],
      },
    },
  ],
};
