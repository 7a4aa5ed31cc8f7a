import type { LegalVersion } from './document.ts';

export const privacy2: LegalVersion = {
  number: '2.0',
  date: '2026-11-23',
  sections: ({ name, address, contact, processors, securityDays, mailDays, jobsDays }) => [
    {
      title: { fr: 'Qui répond de vos données', en: 'Who answers for your data' },
      text: {
        fr: [
          `Ce service Parlance est exploité par ${name} (${address.fr}), responsable du traitement des données de votre compte. Contact\u00a0: ${contact}.`,
          'Pour les conversations de vos visiteurs, c’est vous, professionnel, qui êtes responsable du traitement\u00a0; l’exploitant agit pour votre compte, selon vos réglages.',
        ],
        en: [
          `This Parlance service is run by ${name} (${address.en}), the controller of your account’s data. Contact: ${contact}.`,
          'Of your visitors’ conversations you, the professional, are the controller; the operator acts on your behalf, as your settings say.',
        ],
      },
    },
    {
      title: { fr: 'Ce que nous traitons, et pourquoi', en: 'What we process, and why' },
      text: {
        fr: [
          'Pour exécuter le contrat\u00a0: votre compte (nom, adresse e-mail, site web si vous l’indiquez, langue, fuseau horaire), vos chatbots, les fichiers et les pages que vous leur confiez, les conversations, le journal de vos jetons et l’état de votre abonnement.',
          'Pour protéger le service, dans notre intérêt légitime\u00a0: les sessions ouvertes, les événements de sécurité et des adresses réseau tronquées (le dernier octet d’une adresse IPv4 n’est pas gardé).',
          'Avec votre accord, que vous pouvez retirer à tout moment dans les paramètres\u00a0: l’envoi de nouveautés et d’offres. Parlance ne mesure pas votre navigation et n’établit aucun profil.',
        ],
        en: [
          'To perform the contract: your account (name, e-mail address, website if you give it, language, time zone), your chatbots, the files and pages that you entrust to them, the conversations, the ledger of your tokens and the state of your subscription.',
          'To protect the service, in our legitimate interest: open sessions, security events and truncated network addresses (the last byte of an IPv4 address is not kept).',
          'With your consent, which you can withdraw at any time in the settings: news and offers. Parlance does not measure how you browse and builds no profile.',
        ],
      },
    },
    {
      title: { fr: 'Cookies et mémoire du navigateur', en: 'Cookies and browser storage' },
      text: {
        fr: [
          'Aucun cookie n’est posé, sauf un, pendant quelques minutes, si vous vous connectez par un autre service\u00a0; il disparaît ensuite. Votre session et vos réglages sont gardés dans la mémoire de votre navigateur, parce que le service ne peut pas fonctionner sans.',
          'Le widget n’inscrit quelque chose dans la mémoire du navigateur d’un visiteur qu’après sa première question.',
        ],
        en: [
          'No cookie is set, but for one, for a few minutes, when you sign in through another service; it is gone afterwards. Your session and settings are kept in your browser’s storage, because the service cannot work without them.',
          'The widget stores something in a visitor’s browser only after their first question.',
        ],
      },
    },
    {
      title: { fr: 'Où vont vos données', en: 'Where your data goes' },
      text: {
        fr: [
          'Vos données restent sur ce serveur, sa base et son espace de fichiers. Elles n’en sortent que vers les services que l’exploitant a configurés, vers les sites que vous faites lire, et vers les messageries que vous reliez\u00a0:',
          ...processors.fr,
          'Elles ne sont ni vendues ni partagées à des fins publicitaires. Si l’un de ces services se trouve hors de l’Espace économique européen, l’exploitant vous indique sur demande les garanties retenues.',
        ],
        en: [
          'Your data stays on this server, its database and its file store. It leaves only for the services that the operator has configured, for the sites that you have read, and for the messaging services that you connect:',
          ...processors.en,
          'It is neither sold nor shared for advertising. If one of these services lies outside the European Economic Area, the operator tells you on request which safeguards apply.',
        ],
      },
    },
    {
      title: { fr: 'Combien de temps', en: 'How long' },
      text: {
        fr: [
          `Conversations\u00a0: la durée que vous réglez pour chaque chatbot, 365 jours par défaut. Événements de sécurité\u00a0: ${securityDays} jours. E-mails gardés par le serveur\u00a0: ${mailDays} jours. Tâches qui ont échoué\u00a0: ${jobsDays} jours.`,
          'Compte, chatbots, sources et journal des jetons\u00a0: jusqu’à la suppression du compte, exécutée sous 24 heures après votre demande\u00a0; vous reconnecter entre-temps l’annule. Les sauvegardes de l’exploitant s’effacent selon ses propres délais.',
          'Vos choix de confidentialité\u00a0: chaque enregistrement est gardé avec sa date, la version et l’empreinte du texte qui vous a été montré, aussi longtemps que le compte, afin de pouvoir en apporter la preuve.',
        ],
        en: [
          `Conversations: as long as you set for each chatbot, 365 days by default. Security events: ${securityDays} days. E-mails kept by the server: ${mailDays} days. Failed tasks: ${jobsDays} days.`,
          'Account, chatbots, sources and the ledger of tokens: until the account is deleted, which is done within 24 hours of your request; signing in meanwhile cancels it. The operator’s backups age out by their own periods.',
          'Your privacy choices: each save is kept with its date, the version and a fingerprint of the text that you were shown, for as long as the account, so that it can be proved.',
        ],
      },
    },
    {
      title: { fr: 'Vos droits', en: 'Your rights' },
      text: {
        fr: [
          'Vous pouvez consulter, rectifier, exporter et effacer vos données, limiter leur traitement ou vous y opposer, et retirer un accord aussi simplement que vous l’avez donné. L’export et la suppression se demandent dans les paramètres\u00a0; les autres demandes, par e-mail à l’adresse ci-dessus.',
          'Un visiteur peut effacer sa conversation depuis le widget. Chacun peut saisir l’autorité de protection des données de son pays\u00a0; en France, la CNIL (cnil.fr).',
        ],
        en: [
          'You can see, correct, export and erase your data, restrict or object to its processing, and withdraw a consent as easily as you gave it. Export and deletion are asked for in the settings; anything else, by e-mail to the address above.',
          'A visitor can erase their conversation from the widget. Everybody can turn to the data protection authority of their country; in France, the CNIL (cnil.fr).',
        ],
      },
    },
    {
      title: { fr: 'Sécurité', en: 'Security' },
      text: {
        fr: [
          'Les mots de passe sont gardés sous forme d’empreintes Argon2id, les secrets sont chiffrés, chaque donnée est rattachée à un compte et à lui seul. Aucun e-mail ne contient de traceur.',
        ],
        en: [
          'Passwords are kept as Argon2id hashes, secrets are encrypted, every piece of data belongs to one account and no other. No e-mail carries a tracker.',
        ],
      },
    },
    {
      title: { fr: 'Changements de ce texte', en: 'Changes to this text' },
      text: {
        fr: [
          'Une nouvelle version porte un nouveau numéro et une date\u00a0; les différences avec la précédente sont montrées, et vos choix vous sont demandés à nouveau.',
        ],
        en: [
          'A new version carries a new number and date; what differs from the one before is shown, and you are asked for your choices again.',
        ],
      },
    },
  ],
};
