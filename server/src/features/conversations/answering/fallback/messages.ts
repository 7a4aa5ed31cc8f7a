import { defineTexts } from '@parlance/contract/i18n';

/** The mail about an outage of the provider of models. */
export const messages = defineTexts({
  subject: {
    fr: 'Vos chatbots citent vos sources pour le moment',
    en: 'Your chatbots quote your sources for now',
  },
  since: {
    fr: (minutes: number, names: string, others: number) =>
      `Depuis ${minutes} min, le service qui rédige les réponses ne répond plus comme il faut. Chatbots concernés : ${names}${others > 0 ? ` et ${others} de plus` : ''}.`,
    en: (minutes: number, names: string, others: number) =>
      `For ${minutes} min, the service that writes the answers has not been answering as it should. Chatbots concerned: ${names}${others > 0 ? ` and ${others} more` : ''}.`,
  },
  visitors: {
    fr: 'Vos visiteurs continuent de recevoir une réponse : les phrases de vos sources qui répondent à leur question, citées mot pour mot et signalées comme telles.',
    en: 'Your visitors still get an answer: the sentences of your sources that answer their question, quoted word for word and marked as quotes.',
  },
  recovery: {
    fr: 'Les réponses rédigées reprennent d’elles-mêmes dès que ce service répond de nouveau ; vous n’avez rien à faire. Si vous avez choisi un modèle dans les réglages d’un chatbot, vous pouvez aussi en prendre un autre.',
    en: 'Written answers come back by themselves as soon as that service answers again; there is nothing for you to do. If you have chosen a model in a chatbot’s settings, you can also take another one.',
  },
  open: { fr: 'Voir le tableau de bord', en: 'See the dashboard' },
  reason: {
    fr: 'Vous recevez cet email parce que vos chatbots répondent autrement que d’habitude.',
    en: 'You receive this email because your chatbots answer otherwise than usual.',
  },
});
