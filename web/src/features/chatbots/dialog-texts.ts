import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  platform: { fr: 'Où répondra-t-il ?', en: 'Where will it answer?' },
  telegramElsewhere: {
    fr: 'Il faut le jeton d’un bot. Le formulaire, sous Canaux, montre comment l’obtenir chez @BotFather.',
    en: 'It takes a bot’s token. The form, under Channels, shows how to get it from @BotFather.',
  },
  whatsappElsewhere: {
    fr: 'Il faut un compte WhatsApp Business. Le formulaire, sous Canaux, montre où trouver ses identifiants.',
    en: 'It takes a WhatsApp Business account. The form, under Channels, shows where to find its credentials.',
  },
  toChannels: { fr: 'Ouvrir le formulaire', en: 'Open the form' },
  createDescription: {
    fr: 'Ensuite, vous ajoutez ses sources. Son nom peut changer à tout moment.',
    en: 'You add its sources next. Its name can change at any time.',
  },
  createFailed: { fr: 'Le chatbot n’a pas pu être créé.', en: 'The chatbot could not be created.' },
  completed: { fr: (name: string) => `« ${name} » est créé.`, en: (name: string) => `“${name}” is created.` },
  completedWithWarning: {
    fr: (name: string) => `« ${name} » est créé, avec une réserve.`,
    en: (name: string) => `“${name}” is created, with a warning.`,
  },
  quoting: {
    fr: 'Il répond en citant vos documents mot pour mot.',
    en: 'It answers by quoting your documents word for word.',
  },

  updateFailed: { fr: 'Le chatbot n’a pas pu être modifié.', en: 'The chatbot could not be updated.' },
  renameTitle: { fr: 'Modifier le chatbot', en: 'Edit the chatbot' },
  save: { fr: 'Enregistrer', en: 'Save' },
  renamed: {
    fr: (name: string) => `Il s’appelle maintenant « ${name} ».`,
    en: (name: string) => `It is now called “${name}”.`,
  },
  changedElsewhere: {
    fr: (name: string) =>
      `Ce chatbot a été modifié ailleurs entre-temps, sous le nom « ${name} ». Enregistrez encore une fois pour garder le vôtre.`,
    en: (name: string) =>
      `This chatbot was changed elsewhere in the meantime, under the name “${name}”. Save once more to keep yours.`,
  },
  gone: {
    fr: (name: string) => `« ${name} » a été supprimé entre-temps.`,
    en: (name: string) => `“${name}” was deleted in the meantime.`,
  },

  duplicateTitle: {
    fr: (name: string) => `Dupliquer « ${name} »`,
    en: (name: string) => `Duplicate “${name}”`,
  },
  duplicateDescription: {
    fr: 'La copie reprend son apparence, ses instructions, ses réglages et ses vérifications. Elle ne reprend ni conversations ni identifiants.',
    en: 'The copy takes its appearance, instructions, settings, and checks. It takes no conversations and no credentials.',
  },
  copySources: { fr: 'Copier ses sources', en: 'Copy its sources' },
  copySourcesHelp: {
    fr: 'Elles ne sont pas décomptées une seconde fois.',
    en: 'They are not charged again.',
  },
  duplicate: { fr: 'Dupliquer', en: 'Duplicate' },
  duplicating: { fr: 'Initialisation de la copie…', en: 'Initialising the copy…' },
  creating: { fr: 'Initialisation du chatbot…', en: 'Initialising the chatbot…' },
  duplicateFailed: {
    fr: 'Le chatbot n’a pas pu être dupliqué.',
    en: 'The chatbot could not be duplicated.',
  },
  openCopy: { fr: 'Ouvrir ses sources', en: 'Open its sources' },

  deleteTitle: { fr: (name: string) => `Supprimer « ${name} » ?`, en: (name: string) => `Delete “${name}”?` },
  deleteTitleCounted: {
    fr: (name: string, sources: number) =>
      sources === 1
        ? `Supprimer « ${name} » et sa source ?`
        : `Supprimer « ${name} » et ses ${sources} sources ?`,
    en: (name: string, sources: number) =>
      sources === 1 ? `Delete “${name}” and its source?` : `Delete “${name}” and its ${sources} sources?`,
  },
  websiteDelete: {
    fr: 'Sur votre site, il cesse de répondre aussitôt. Ceci ne peut pas être annulé.',
    en: 'On your site it stops answering at once. This cannot be undone.',
  },
  telegramDelete: {
    fr: 'Sur Telegram, il cesse de répondre aussitôt, et le bot se libère. Ceci ne peut pas être annulé.',
    en: 'On Telegram it stops answering at once, and the bot becomes free. This cannot be undone.',
  },
  whatsappDelete: {
    fr: 'Sur WhatsApp, il cesse de répondre aussitôt, et le numéro se libère. Ceci ne peut pas être annulé.',
    en: 'On WhatsApp it stops answering at once, and the number becomes free. This cannot be undone.',
  },
  goesAlong: { fr: 'Ce qui part avec lui\u00a0:', en: 'What goes with it:' },
  sources: {
    fr: (count: number, shown: string) =>
      `${shown} source${count > 1 ? 's' : ''} de données, avec ${count > 1 ? 'leurs' : 'ses'} passages`,
    en: (count: number, shown: string) =>
      `${shown} data source${count === 1 ? '' : 's'}, with ${count === 1 ? 'its' : 'their'} passages`,
  },
  noSources: { fr: 'aucune source de données', en: 'no data sources' },
  conversations: {
    fr: (count: number, shown: string) => `${shown} conversation${count > 1 ? 's' : ''} avec vos visiteurs`,
    en: (count: number, shown: string) => `${shown} conversation${count === 1 ? '' : 's'} with your visitors`,
  },
  noConversations: { fr: 'aucune conversation', en: 'no conversations' },
  deleted: { fr: (name: string) => `« ${name} » supprimé.`, en: (name: string) => `“${name}” deleted.` },
  deleteFailed: { fr: 'Le chatbot n’a pas pu être supprimé.', en: 'The chatbot could not be deleted.' },
});
