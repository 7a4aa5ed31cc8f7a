import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  copy: { fr: 'Copier', en: 'Copy' },
  copied: { fr: 'Copié.', en: 'Copied.' },
  copyFailed: {
    fr: 'La copie n’a pas marché. Le texte est sélectionné : copiez-le.',
    en: 'Copying did not work. The text is selected: copy it.',
  },
  code: { fr: 'Code à coller', en: 'Code to paste' },

  siteTitle: { fr: 'Sur votre site', en: 'On your site' },
  keeper: { fr: 'Qui s’occupe de votre site ?', en: 'Who looks after your site?' },
  keeperMe: { fr: 'Moi', en: 'I do' },
  keeperOther: { fr: 'Quelqu’un d’autre', en: 'Somebody else' },
  keeperHelp: {
    fr: 'Envoyez-lui la ligne et où la coller : cela ne prend que quelques minutes.',
    en: 'Send them the line and where to paste it: it takes a few minutes only.',
  },
  sendInstructions: {
    fr: 'Envoyer ces instructions à quelqu’un',
    en: 'Send these instructions to somebody',
  },
  copyInstructions: { fr: 'Copier le message', en: 'Copy the message' },
  instructions: { fr: 'Le message', en: 'The message' },
  instructionsSubject: {
    fr: (name: string) => `Le chatbot « ${name} » pour notre site`,
    en: (name: string) => `The chatbot “${name}” for our site`,
  },
  instructionsText: {
    fr: (name: string, line: string, page: string) =>
      [
        'Bonjour,',
        `Voici la ligne qui installe notre chatbot « ${name} ». Elle se colle dans chaque page où il doit apparaître, juste avant </body> :`,
        line,
        `Le bouton du chatbot apparaît alors en bas de la page. Pour le voir d’avance : ${page}`,
        'Merci !',
      ].join('\n\n'),
    en: (name: string, line: string, page: string) =>
      [
        'Hello,',
        `Here is the line that installs our chatbot “${name}”. It goes into every page where the chatbot should appear, just before </body>:`,
        line,
        `The chatbot’s button then appears at the bottom of the page. To see it beforehand: ${page}`,
        'Thank you!',
      ].join('\n\n'),
  },
  madeWith: { fr: 'Votre site est fait avec', en: 'Your site is made with' },
  html: { fr: 'HTML', en: 'HTML' },
  wordpress: { fr: 'WordPress', en: 'WordPress' },
  wix: { fr: 'Wix', en: 'Wix' },
  shopify: { fr: 'Shopify', en: 'Shopify' },
  webflow: { fr: 'Webflow', en: 'Webflow' },
  tagManager: { fr: 'Google Tag Manager', en: 'Google Tag Manager' },
  react: { fr: 'React', en: 'React' },

  htmlSteps: {
    fr: [
      'Copiez la ligne ci-dessous.',
      'Collez-la dans chaque page où le chatbot doit apparaître, juste avant </body>.',
      'Publiez. Le bouton du chatbot apparaît en bas de la page.',
    ].join('\n'),
    en: [
      'Copy the line below.',
      'Paste it into every page where the chatbot should appear, just before </body>.',
      'Publish. The chatbot’s button appears at the bottom of the page.',
    ].join('\n'),
  },
  wordpressSteps: {
    fr: [
      'Dans l’administration de WordPress, ouvrez Extensions, puis Ajouter : installez et activez WPCode.',
      'Ouvrez Code Snippets, puis Header & Footer.',
      'Collez la ligne dans le champ Footer et enregistrez.',
      'Si une extension met vos pages en cache ou retarde les scripts, videz son cache et exceptez widget.js.',
    ].join('\n'),
    en: [
      'In the WordPress admin, open Plugins, then Add New: install and activate WPCode.',
      'Open Code Snippets, then Header & Footer.',
      'Paste the line into the Footer field and save.',
      'If a plugin caches your pages or delays scripts, clear its cache and exclude widget.js.',
    ].join('\n'),
  },
  wixSteps: {
    fr: [
      'Dans le tableau de bord de Wix, ouvrez Paramètres, puis Code personnalisé. Il faut une offre payante et un domaine connecté.',
      'Choisissez Ajouter un code et collez la ligne.',
      'Appliquez-la à toutes les pages, dans « Corps - fin », puis enregistrez et publiez.',
    ].join('\n'),
    en: [
      'In the Wix dashboard, open Settings, then Custom Code. It takes a paid plan and a connected domain.',
      'Choose Add Custom Code and paste the line.',
      'Apply it to all pages, in “Body - end”, then save and publish.',
    ].join('\n'),
  },
  shopifySteps: {
    fr: [
      'Dans l’administration de Shopify, ouvrez Boutique en ligne, puis Thèmes.',
      'Dans le menu du thème en ligne, choisissez Modifier le code et ouvrez layout/theme.liquid.',
      'Collez la ligne juste avant </body> et enregistrez.',
    ].join('\n'),
    en: [
      'In the Shopify admin, open Online Store, then Themes.',
      'In the menu of the live theme, choose Edit code and open layout/theme.liquid.',
      'Paste the line just before </body> and save.',
    ].join('\n'),
  },
  webflowSteps: {
    fr: [
      'Dans Webflow, ouvrez Site settings, puis Custom code. Il faut une offre de site payante.',
      'Collez la ligne dans Footer code et choisissez Save changes.',
      'Publiez le site : le chatbot n’apparaît pas dans l’éditeur.',
    ].join('\n'),
    en: [
      'In Webflow, open Site settings, then Custom code. It takes a paid site plan.',
      'Paste the line into Footer code and choose Save changes.',
      'Publish the site: the chatbot does not show in the Designer.',
    ].join('\n'),
  },
  tagManagerSteps: {
    fr: [
      'Dans Google Tag Manager, créez une balise de type « HTML personnalisé ».',
      'Collez-y ce code, fait pour Tag Manager : il y garde les attributs que la simple ligne perdrait.',
      'Déclenchez-la sur « All Pages » (toutes les pages), enregistrez, puis envoyez le conteneur.',
      'Si votre bandeau de consentement bloque les balises, classez celle-ci parmi les fonctionnelles : elle ne pose aucun cookie.',
    ].join('\n'),
    en: [
      'In Google Tag Manager, create a tag of the type “Custom HTML”.',
      'Paste this code, made for Tag Manager: it keeps the attributes that the simple line would lose.',
      'Trigger it on “All Pages”, save, then submit the container.',
      'If your consent banner holds tags back, class this one as functional: it sets no cookie.',
    ].join('\n'),
  },
  reactSteps: {
    fr: [
      'Enregistrez ce composant, par exemple sous Chatbot.jsx.',
      'Placez <Chatbot /> une fois, là où il doit exister : dans la mise en page pour tout le site.',
      'Il arrive avec son composant et repart avec lui.',
    ].join('\n'),
    en: [
      'Save this component, for example as Chatbot.jsx.',
      'Place <Chatbot /> once, where it should exist: in the layout for the whole site.',
      'It comes with its component and leaves with it.',
    ].join('\n'),
  },

  otherTitle: { fr: 'Autrement', en: 'Other ways' },
  inlineTitle: { fr: 'Dans la page, toujours ouvert', en: 'In the page, always open' },
  inlineHelp: {
    fr: 'Le chatbot prend la place de ce bloc. Sa hauteur est celle de la boîte.',
    en: 'The chatbot takes the place of this block. Its height is that of the box.',
  },
  frameTitle: { fr: 'Sans script, dans un cadre', en: 'Without a script, in a frame' },
  frameHelp: {
    fr: 'Pour les outils qui n’acceptent pas de script.',
    en: 'For site builders that take no scripts.',
  },

  publicTitle: { fr: 'Page publique', en: 'Public page' },
  publicHelp: {
    fr: 'Le chatbot seul, à une adresse à partager ou à essayer avant de l’installer, aussi sur un téléphone.',
    en: 'The chatbot alone, at an address to share, or to try before installing it, on a phone as well.',
  },
  scan: {
    fr: 'Code à scanner avec un téléphone, qui ouvre la page publique',
    en: 'Code to scan with a phone, which opens the public page',
  },
  openPublic: { fr: 'Essayer le chatbot', en: 'Try the chatbot' },
  copyAddress: { fr: 'Copier l’adresse', en: 'Copy the address' },

  installedTitle: { fr: 'Est-il installé ?', en: 'Is it installed?' },
  seenOn: { fr: (host: string) => `Vu sur ${host}`, en: (host: string) => `Seen on ${host}` },
  neverSeen: {
    fr: 'Aucune page de votre site ne l’a encore chargé. Dès qu’un visiteur en ouvre une, cela s’affiche ici.',
    en: 'No page of your site has loaded it yet. As soon as a visitor opens one, it shows here.',
  },
  refusedOn: { fr: (host: string) => `Refusé sur ${host}`, en: (host: string) => `Refused on ${host}` },
  refusedWhy: { fr: 'Ce domaine n’est pas autorisé.', en: 'That domain is not allowed.' },
  pageToCheck: { fr: 'Page à vérifier', en: 'Page to check' },
  pageExample: { fr: 'https://www.exemple.fr', en: 'https://www.example.com' },
  pageRequired: { fr: 'Indiquez l’adresse de la page.', en: 'Enter the address of the page.' },
  check: { fr: 'Vérifier', en: 'Check' },
  checking: { fr: 'Lecture de la page…', en: 'Reading the page…' },
  found: { fr: 'Le chatbot est installé sur cette page.', en: 'The chatbot is installed on this page.' },
  foundBut: {
    fr: 'Le code est sur cette page, mais quelque chose l’empêche de marcher.',
    en: 'The code is on this page, but something keeps it from working.',
  },
  notFound: {
    fr: 'Le chatbot n’a pas été trouvé sur cette page.',
    en: 'The chatbot was not found on this page.',
  },
  allow: {
    fr: (host: string) => `Autoriser ${host}`,
    en: (host: string) => `Allow ${host}`,
  },

  domainsTitle: { fr: 'Domaines autorisés', en: 'Allowed domains' },
  domainsOpen: {
    fr: 'Tout site peut afficher ce chatbot. Ajoutez vos domaines pour le réserver aux vôtres.',
    en: 'Any site can show this chatbot. Add your domains to keep it to yours.',
  },
  domainsClosed: {
    fr: 'Seules les pages de ces domaines affichent ce chatbot.',
    en: 'Only pages of these domains show this chatbot.',
  },
  domain: { fr: 'Domaine', en: 'Domain' },
  domainHelp: {
    fr: 'Autoriser exemple.fr n’autorise pas www.exemple.fr : ajoutez les deux. *.exemple.fr autorise tout ce qui précède le point.',
    en: 'Allowing example.com does not allow www.example.com: add both. *.example.com allows whatever comes before the dot.',
  },
  domainExample: { fr: 'www.exemple.fr', en: 'www.example.com' },
  add: { fr: 'Ajouter', en: 'Add' },
  remove: { fr: (domain: string) => `Retirer ${domain}`, en: (domain: string) => `Remove ${domain}` },
  added: { fr: (domain: string) => `${domain} ajouté.`, en: (domain: string) => `${domain} added.` },
  removed: { fr: (domain: string) => `${domain} retiré.`, en: (domain: string) => `${domain} removed.` },
  domainWrong: {
    fr: (typed: string) =>
      `« ${typed} » n’est pas un domaine. Écrivez par exemple exemple.fr, *.exemple.fr ou localhost:3000.`,
    en: (typed: string) =>
      `“${typed}” is not a domain. Write, for example, example.com, *.example.com, or localhost:3000.`,
  },
  domainsMany: {
    fr: (max: number) => `Un chatbot garde ${max} domaines au plus.`,
    en: (max: number) => `A chatbot keeps ${max} domains at most.`,
  },
  apps: { fr: 'Autoriser aussi les applications', en: 'Allow apps as well' },
  appsHelp: {
    fr: 'Les applications mobiles et les fichiers ouverts depuis un disque n’ont pas de domaine. Avec cette option, quiconque connaît l’identifiant du chatbot peut l’y afficher.',
    en: 'Mobile apps and files opened from a disk have no domain. With this option, whoever knows the chatbot’s identifier can show it there.',
  },
});
