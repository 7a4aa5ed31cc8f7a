import type { LegalVersion, Section } from './document.ts';

const privacySections: readonly Section[] = [
  {
    title: { fr: 'Ce que nous traitons', en: 'What we process' },
    text: {
      fr: [
        'Votre compte (nom, adresse e-mail, site web si vous l’indiquez), vos chatbots, les fichiers et les pages que vous leur confiez, les conversations de vos visiteurs et le journal de vos jetons.',
      ],
      en: [
        'Your account (name, e-mail address, website if you give it), your chatbots, the files and pages you entrust to them, your visitors’ conversations, and the ledger of your tokens.',
      ],
    },
  },
  {
    title: { fr: 'Pourquoi', en: 'Why' },
    text: {
      fr: [
        'Pour fournir le service que vous avez demandé : lire vos sources, répondre à vos visiteurs, compter ce qui est consommé et vous avertir. Rien d’autre n’en est fait sans votre accord.',
      ],
      en: [
        'To provide the service you asked for: read your sources, answer your visitors, count what is used, and notify you. Nothing else is done with it without your consent.',
      ],
    },
  },
  {
    title: { fr: 'Cookies et mémoire du navigateur', en: 'Cookies and browser storage' },
    text: {
      fr: [
        'Aucun cookie n’est posé, sauf un, pendant quelques minutes, si vous vous connectez par un autre service ; il disparaît ensuite. Votre session et vos réglages sont gardés dans la mémoire de votre navigateur. Le widget n’y inscrit quelque chose qu’après la première question d’un visiteur.',
      ],
      en: [
        'No cookie is set, but for one, for a few minutes, when you sign in through another service; it is gone afterwards. Your session and settings are kept in your browser’s storage. The widget stores something there only after a visitor’s first question.',
      ],
    },
  },
  {
    title: { fr: 'Tiers', en: 'Third parties' },
    text: {
      fr: [
        'Vos données ne quittent ce serveur que vers les services que son exploitant a configurés, par exemple l’envoi d’e-mails ou un modèle de langue. Elles ne sont ni vendues ni partagées à des fins publicitaires.',
      ],
      en: [
        'Your data leaves this server only for services that its operator has configured, such as e-mail delivery or a language model. It is neither sold nor shared for advertising.',
      ],
    },
  },
  {
    title: { fr: 'Durées', en: 'How long' },
    text: {
      fr: [
        'Les conversations sont conservées un an par défaut, les événements de sécurité un an, les corps des e-mails sept jours. Votre compte est conservé jusqu’à ce que vous demandiez sa suppression, exécutée sous 24 heures.',
      ],
      en: [
        'Conversations are kept for one year by default, security events for one year, e-mail bodies for seven days. Your account is kept until you ask for its deletion, which is carried out within 24 hours.',
      ],
    },
  },
  {
    title: { fr: 'Vos droits', en: 'Your rights' },
    text: {
      fr: [
        'Vous pouvez consulter, rectifier, exporter et effacer vos données, et vous opposer à leur traitement. Un visiteur peut effacer sa conversation depuis le widget. Vous pouvez aussi saisir l’autorité de protection des données de votre pays.',
      ],
      en: [
        'You can see, correct, export, and erase your data, and object to its processing. A visitor can erase their conversation from the widget. You can also turn to the data protection authority of your country.',
      ],
    },
  },
];

const termsSections: readonly Section[] = [
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
    title: { fr: 'Votre compte', en: 'Your account' },
    text: {
      fr: [
        'Vous gardez votre mot de passe secret et répondez de ce qui est fait avec votre compte. Vous ne confiez au service que des contenus que vous avez le droit d’utiliser.',
      ],
      en: [
        'You keep your password secret and answer for what is done with your account. You entrust to the service only content that you have the right to use.',
      ],
    },
  },
  {
    title: { fr: 'Offres et prix', en: 'Plans and prices' },
    text: {
      fr: [
        'Chaque offre fixe des quotas. Toute modification de prix vous est annoncée au moins 30 jours à l’avance ; vous pouvez résilier avant son entrée en vigueur.',
      ],
      en: [
        'Each plan sets quotas. You are told of any price change at least 30 days in advance, and you can cancel before it takes effect.',
      ],
    },
  },
  {
    title: { fr: 'Réponses', en: 'Answers' },
    text: {
      fr: [
        'Les réponses citent vos sources. Vérifiez celles dont dépend une décision importante : un chatbot ne remplace pas un conseil professionnel.',
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
        'Notre responsabilité totale est limitée aux sommes que vous avez payées au cours des 12 derniers mois.',
      ],
      en: ['Our total liability is capped at what you paid during the last 12 months.'],
    },
  },
  {
    title: { fr: 'Droit applicable', en: 'Governing law' },
    text: { fr: ['Le droit français s’applique.'], en: ['French law applies.'] },
  },
];

export const privacy1: LegalVersion = { number: '1.0', date: '2026-11-21', sections: () => privacySections };
export const terms1: LegalVersion = { number: '1.0', date: '2026-11-21', sections: () => termsSections };
