import { defineTexts } from '@parlance/contract/i18n';

export const visualTexts = defineTexts({
  identity: { fr: 'Identité', en: 'Identity' },
  avatar: { fr: 'Avatar', en: 'Avatar' },
  avatarHelp: { fr: 'JPG ou PNG, 2 Mo maximum', en: 'JPG or PNG, 2 MB maximum' },
  imageHelp: { fr: 'PNG, JPG ou SVG, 2 Mo maximum', en: 'PNG, JPG, or SVG, 2 MB maximum' },
  launcherIcon: { fr: 'Icône du lanceur', en: 'Launcher icon' },
  sendIcon: { fr: 'Icône d’envoi', en: 'Send icon' },
  userAvatar: { fr: 'Image du visiteur', en: 'Visitor’s picture' },
  choose: { fr: 'Choisir une image', en: 'Choose an image' },
  replace: { fr: 'Remplacer', en: 'Replace' },
  remove: { fr: 'Retirer', en: 'Remove' },
  cancel: { fr: 'Annuler l’envoi', en: 'Cancel the upload' },
  sending: {
    fr: (percent: string) => `Envoi : ${percent}`,
    en: (percent: string) => `Uploading: ${percent}`,
  },
  imageSaved: { fr: 'Image enregistrée.', en: 'Image saved.' },
  imageRemoved: { fr: 'Image retirée.', en: 'Image removed.' },
  wrongType: {
    fr: 'Cette image n’est ni un JPG ni un PNG.',
    en: 'This image is neither a JPG nor a PNG.',
  },
  wrongTypeSvg: {
    fr: 'Cette image n’est ni un PNG, ni un JPG, ni un SVG.',
    en: 'This image is not a PNG, JPG, or SVG.',
  },
  tooLarge: {
    fr: (size: string) => `Cette image pèse ${size} : 2 Mo au plus.`,
    en: (size: string) => `This image is ${size}: 2 MB at most.`,
  },
  emptyImage: { fr: 'Ce fichier est vide.', en: 'This file is empty.' },
  imagesHelp: {
    fr: 'Les images s’appliquent aussitôt, sans passer par « Enregistrer ».',
    en: 'Images apply at once, without “Save”.',
  },

  title: { fr: 'Titre de la fenêtre', en: 'Window title' },
  titleHelp: {
    fr: 'Vide, c’est le nom du chatbot.',
    en: 'When empty, the chatbot’s name.',
  },
  placeholder: { fr: 'Texte du champ de saisie', en: 'Text of the input field' },
  placeholderHelp: {
    fr: 'Affiché tant que le visiteur n’a rien écrit.',
    en: 'Shown until the visitor types.',
  },

  colours: { fr: 'Couleurs', en: 'Colours' },
  coloursHelp: {
    fr: 'Sur vos couleurs, le widget choisit une encre lisible de lui-même.',
    en: 'On your colours, the widget picks legible ink by itself.',
  },
  palettes: { fr: 'Palettes', en: 'Palettes' },
  mint: { fr: 'Menthe', en: 'Mint' },
  fir: { fr: 'Sapin', en: 'Fir' },
  ocean: { fr: 'Océan', en: 'Ocean' },
  wisteria: { fr: 'Glycine', en: 'Wisteria' },
  raspberry: { fr: 'Framboise', en: 'Raspberry' },
  brick: { fr: 'Brique', en: 'Brick' },
  ochre: { fr: 'Ocre', en: 'Ochre' },
  slate: { fr: 'Ardoise', en: 'Slate' },
  primaryColor: { fr: 'Principale', en: 'Primary' },
  secondaryColor: { fr: 'Secondaire', en: 'Secondary' },
  inputBorderColor: { fr: 'Bord du champ', en: 'Input border' },
  launcherColor: { fr: 'Lanceur', en: 'Launcher' },
  pick: {
    fr: (name: string) => `Choisir la couleur : ${name}`,
    en: (name: string) => `Pick the colour: ${name}`,
  },
  legible: {
    fr: (ratio: string) => `Lisible, contraste de ${ratio} pour 1`,
    en: (ratio: string) => `Legible, contrast of ${ratio} to 1`,
  },
  hard: {
    fr: (ratio: string) => `Peu visible, contraste de ${ratio} pour 1`,
    en: (ratio: string) => `Hard to see, contrast of ${ratio} to 1`,
  },
  primaryColorHard: {
    fr: 'La couleur principale se voit mal sur le fond de la fenêtre.',
    en: 'The primary colour is hard to see on the window’s ground.',
  },
  secondaryColorHard: {
    fr: 'Le texte se lit mal sur la couleur secondaire.',
    en: 'Text is hard to read on the secondary colour.',
  },
  inputBorderColorHard: {
    fr: 'Le bord du champ se voit mal sur le fond de la fenêtre.',
    en: 'The input border is hard to see on the window’s ground.',
  },
  launcherColorHard: {
    fr: 'Le lanceur se voit mal sur la page.',
    en: 'The launcher is hard to see on the page.',
  },
  fix: { fr: 'Corriger en', en: 'Fix with' },

  widget: { fr: 'Widget', en: 'Widget' },
  position: { fr: 'Position', en: 'Position' },
  start: { fr: 'À gauche', en: 'Left' },
  end: { fr: 'À droite', en: 'Right' },
  positionHelp: {
    fr: 'Inversée sur les pages qui se lisent de droite à gauche.',
    en: 'Reversed on pages that read from right to left.',
  },
  size: { fr: 'Taille', en: 'Size' },
  small: { fr: 'Petite', en: 'Small' },
  medium: { fr: 'Moyenne', en: 'Medium' },
  large: { fr: 'Grande', en: 'Large' },
  corners: { fr: 'Coins', en: 'Corners' },
  round: { fr: 'Ronds', en: 'Round' },
  soft: { fr: 'Adoucis', en: 'Soft' },
  square: { fr: 'Droits', en: 'Square' },
  theme: { fr: 'Thème', en: 'Theme' },
  auto: { fr: 'Automatique', en: 'Automatic' },
  light: { fr: 'Clair', en: 'Light' },
  dark: { fr: 'Sombre', en: 'Dark' },
  themeHelp: {
    fr: 'Automatique : clair ou sombre comme la page qui l’accueille.',
    en: 'Automatic: light or dark, like the page it stands on.',
  },
  advanced: { fr: 'Réglages avancés', en: 'Advanced settings' },
  zIndex: { fr: 'Plan d’affichage (z-index)', en: 'Layer (z-index)' },
  zIndexWrong: {
    fr: 'Indiquez un nombre entier, au plus 2 147 483 647.',
    en: 'Enter a whole number, at most 2,147,483,647.',
  },
  zIndexHelp: {
    fr: 'Plus il est élevé, plus le widget passe devant le reste de la page.',
    en: 'The higher it is, the further in front of the page the widget stands.',
  },
});
