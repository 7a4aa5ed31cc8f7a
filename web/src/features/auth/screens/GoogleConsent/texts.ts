import { defineTexts } from '@parlance/contract/i18n';

export const consentTexts = defineTexts({
  title: { fr: 'Encore une étape', en: 'One more step' },
  lead: {
    fr: 'Google nous a confirmé qui vous êtes. Il manque votre accord.',
    en: 'Google has confirmed who you are. Your agreement is missing.',
  },
  account: { fr: 'Compte Google', en: 'Google account' },
  submit: { fr: 'Accepter et continuer', en: 'Accept and continue' },
  otherAccount: { fr: 'Changer de compte', en: 'Use another account' },
  failed: {
    fr: 'Votre accord n’a pas pu être enregistré',
    en: 'Your agreement could not be saved',
  },
});
