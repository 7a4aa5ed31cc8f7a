import { defineTexts } from '@parlance/contract/i18n';

export const messages = defineTexts({
  readySubject: { fr: 'Vos données sont prêtes', en: 'Your data is ready' },
  readyIntro: {
    fr: 'L’archive de votre compte Parlance est prête. Elle contient tout ce que nous conservons de vous\u00a0: vos chatbots, vos sources et leurs fichiers, vos conversations, votre compte. Un fichier LISEZ-MOI y explique chaque fichier.',
    en: 'The archive of your Parlance account is ready. It holds everything that we keep of you: your chatbots, your sources and their files, your conversations, your account. A README in it explains each file.',
  },
  readyUntil: {
    fr: (at: string) => `Vous pouvez la télécharger jusqu’au ${at}. Ensuite, elle est supprimée.`,
    en: (at: string) => `You can download it until ${at}. Then it is deleted.`,
  },
  readyAdvice: {
    fr: 'Qui a ce lien peut télécharger l’archive\u00a0: ne le transmettez à personne. Si vous n’avez rien demandé, supprimez l’archive dans vos paramètres et choisissez un nouveau mot de passe.',
    en: 'Whoever has this link can download the archive: keep it to yourself. If you did not ask for it, delete the archive in your settings and choose a new password.',
  },
  readyButton: { fr: 'Télécharger mes données', en: 'Download my data' },
  failedSubject: {
    fr: 'L’archive de vos données n’a pas pu être préparée',
    en: 'Your data archive could not be made',
  },
  failedIntro: {
    fr: 'La préparation de l’archive de votre compte Parlance a échoué. Rien n’est perdu\u00a0: vos données sont intactes.',
    en: 'The archive of your Parlance account could not be made. Nothing is lost: your data is as it was.',
  },
  failedAdvice: {
    fr: 'Demandez-en une autre dans vos paramètres. Si cela échoue encore, écrivez-nous.',
    en: 'Ask for another in your settings. If that fails too, write to us.',
  },
  failedButton: { fr: 'Ouvrir mes paramètres', en: 'Open my settings' },
  reason: {
    fr: 'Vous recevez cet email parce que l’archive de vos données a été demandée depuis votre compte Parlance.',
    en: 'You get this email because an archive of your data was asked for from your Parlance account.',
  },
});
