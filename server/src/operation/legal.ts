import { defineTexts, isLanguage, speak } from '@parlance/contract/i18n';
import { AppError } from '../kit/errors.ts';
import { buildPageHeaders } from '../kit/http/headers.ts';
import type { Registration } from '../kit/http/route.ts';
import { escapeHtml, page } from './html-page.ts';

const version = { number: '1.0', date: '2026-11-21' };

interface Section {
  title: string;
  text: string;
}

const titles = defineTexts({
  privacy: { fr: 'Politique de confidentialité', en: 'Privacy policy' },
  terms: { fr: 'Conditions d’utilisation', en: 'Terms of service' },
  version: {
    fr: (number: string, date: string) => `Version ${number}, en vigueur depuis le ${date}`,
    en: (number: string, date: string) => `Version ${number}, in force since ${date}`,
  },
  contents: { fr: 'Sommaire', en: 'Contents' },
});

const privacy: Record<'fr' | 'en', Section[]> = {
  fr: [
    {
      title: 'Ce que nous traitons',
      text: 'Votre compte (nom, adresse e-mail, site web si vous l’indiquez), vos chatbots, les fichiers et les pages que vous leur confiez, les conversations de vos visiteurs et le journal de vos jetons.',
    },
    {
      title: 'Pourquoi',
      text: 'Pour fournir le service que vous avez demandé : lire vos sources, répondre à vos visiteurs, compter ce qui est consommé et vous avertir. Rien d’autre n’en est fait sans votre accord.',
    },
    {
      title: 'Cookies et mémoire du navigateur',
      text: 'Aucun cookie n’est posé, sauf un, pendant quelques minutes, si vous vous connectez par un autre service ; il disparaît ensuite. Votre session et vos réglages sont gardés dans la mémoire de votre navigateur. Le widget n’y inscrit quelque chose qu’après la première question d’un visiteur.',
    },
    {
      title: 'Tiers',
      text: 'Vos données ne quittent ce serveur que vers les services que son exploitant a configurés, par exemple l’envoi d’e-mails ou un modèle de langue. Elles ne sont ni vendues ni partagées à des fins publicitaires.',
    },
    {
      title: 'Durées',
      text: 'Les conversations sont conservées un an par défaut, les événements de sécurité un an, les corps des e-mails sept jours. Votre compte est conservé jusqu’à ce que vous demandiez sa suppression, exécutée sous 24 heures.',
    },
    {
      title: 'Vos droits',
      text: 'Vous pouvez consulter, rectifier, exporter et effacer vos données, et vous opposer à leur traitement. Un visiteur peut effacer sa conversation depuis le widget. Vous pouvez aussi saisir l’autorité de protection des données de votre pays.',
    },
  ],
  en: [
    {
      title: 'What we process',
      text: 'Your account (name, e-mail address, website if you give it), your chatbots, the files and pages you entrust to them, your visitors’ conversations, and the ledger of your tokens.',
    },
    {
      title: 'Why',
      text: 'To provide the service you asked for: read your sources, answer your visitors, count what is used, and notify you. Nothing else is done with it without your consent.',
    },
    {
      title: 'Cookies and browser storage',
      text: 'No cookie is set, but for one, for a few minutes, when you sign in through another service; it is gone afterwards. Your session and settings are kept in your browser’s storage. The widget stores something there only after a visitor’s first question.',
    },
    {
      title: 'Third parties',
      text: 'Your data leaves this server only for services that its operator has configured, such as e-mail delivery or a language model. It is neither sold nor shared for advertising.',
    },
    {
      title: 'How long',
      text: 'Conversations are kept for one year by default, security events for one year, e-mail bodies for seven days. Your account is kept until you ask for its deletion, which is carried out within 24 hours.',
    },
    {
      title: 'Your rights',
      text: 'You can see, correct, export, and erase your data, and object to its processing. A visitor can erase their conversation from the widget. You can also turn to the data protection authority of your country.',
    },
  ],
};

const terms: Record<'fr' | 'en', Section[]> = {
  fr: [
    {
      title: 'Le service',
      text: 'Parlance permet de créer des chatbots qui répondent à partir de vos sources, et de les déployer sur un site web ou une messagerie.',
    },
    {
      title: 'Votre compte',
      text: 'Vous gardez votre mot de passe secret et répondez de ce qui est fait avec votre compte. Vous ne confiez au service que des contenus que vous avez le droit d’utiliser.',
    },
    {
      title: 'Offres et prix',
      text: 'Chaque offre fixe des quotas. Toute modification de prix vous est annoncée au moins 30 jours à l’avance ; vous pouvez résilier avant son entrée en vigueur.',
    },
    {
      title: 'Réponses',
      text: 'Les réponses citent vos sources. Vérifiez celles dont dépend une décision importante : un chatbot ne remplace pas un conseil professionnel.',
    },
    {
      title: 'Responsabilité',
      text: 'Notre responsabilité totale est limitée aux sommes que vous avez payées au cours des 12 derniers mois.',
    },
    { title: 'Droit applicable', text: 'Le droit français s’applique.' },
  ],
  en: [
    {
      title: 'The service',
      text: 'Parlance lets you create chatbots that answer from your sources and deploy them on a website or a messaging service.',
    },
    {
      title: 'Your account',
      text: 'You keep your password secret and answer for what is done with your account. You entrust to the service only content that you have the right to use.',
    },
    {
      title: 'Plans and prices',
      text: 'Each plan sets quotas. You are told of any price change at least 30 days in advance, and you can cancel before it takes effect.',
    },
    {
      title: 'Answers',
      text: 'Answers cite your sources. Check those on which an important decision depends: a chatbot does not replace professional advice.',
    },
    { title: 'Liability', text: 'Our total liability is capped at what you paid during the last 12 months.' },
    { title: 'Governing law', text: 'French law applies.' },
  ],
};

/** The policy documents to which `/privacy` and `/terms` lead, where the operator names none of their own. */
export const legalPages: Registration = {
  plugin(app) {
    app.get<{ Params: { document: string; language: string } }>(
      '/legal/:document/:language',
      async (request, reply) => {
        const { document, language } = request.params;
        if (!isLanguage(language) || (document !== 'privacy' && document !== 'terms'))
          throw new AppError('not_found');
        const t = speak(titles, language);
        const sections = (document === 'privacy' ? privacy : terms)[language];
        const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
          new Date(version.date),
        );
        const body = [
          `<p class="meta">${escapeHtml(t.version(version.number, date))}</p>`,
          `<nav aria-label="${t.contents}"><ol>${sections.map(({ title }, at) => `<li><a href="#s${at + 1}">${escapeHtml(title)}</a></li>`).join('')}</ol></nav>`,
          ...sections.map(
            ({ title, text }, at) =>
              `<h2 id="s${at + 1}">${escapeHtml(title)}</h2>\n<p>${escapeHtml(text)}</p>`,
          ),
        ].join('\n');
        return reply
          .headers(buildPageHeaders({}))
          .header('cache-control', 'public, max-age=3600')
          .type('text/html; charset=utf-8')
          .send(page({ language, title: t[document], body }));
      },
    );
  },
};
