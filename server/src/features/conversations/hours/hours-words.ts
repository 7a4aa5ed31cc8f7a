/** Words that make sure of nothing what stands around them. */
export const unsureWords = new Set(
  `pas ne n' not no non never jamais aucun aucune ni seulement uniquement only juste just rendez rdv appointment appointments
  reservation reservations parfois souvent sometimes usually often generally generalement habituellement normalement normally
  environ about approximately semaine semaines week weeks paire paires impaire impaires quinzaine alternate other sur provisoire
  exceptionnel exceptionnelle exceptionnels exceptionnelles exceptionnellement exceptional exceptionally special travaux works
  vacances holiday holidays scolaire scolaires school term terms trimestre conge conges annuel annuelle annuels annuelles
  annual possible peut peuvent may can could selon depending subject sous reserve variable variables if si unless quand when
  lorsque pendant during avant before apres after derniere dernier last jour jours day days partir des from prochainement soon
  bientot temporaire temporairement temporarily actuellement currently actuel jusque depuis since nouveau nouveaux new
  anciens former autre autres certains certain some plupart most basse haute low high`.split(/\s+/),
);
/** Words that say that hours follow, not whose. */
export const genericWords = new Set(
  `accueillons accueille accueillent recevons recoit attendons welcome ouverts business working hour opening service heure
  est sera seront reste restent remain remains stay will be au public to it its this ce cet cette ces votre your my mes nos
  semaine quotidien quotidiennement here ici toujours always
  il elle ils elles on c' s' y`.split(/\s+/),
);

/** Words beside which dates must stand. */
export const seasonalWords = new Set(
  'ete hiver printemps automne saison summer winter spring autumn fall season'.split(' '),
);
/** Words above hours: when they hold, without saying when that is. */
export const scopeWords = new Set([
  ...seasonalWords,
  ...'vacances scolaire scolaires school term holidays conges exceptionnels exceptionnelle exceptionnelles special'.split(
    ' ',
  ),
]);

/** Words of headings that announce anything. */
export const announcingWords = new Set(
  `infos info informations information pratique pratiques practical useful utiles contact contacts acces access venir trouver
  find visit visiter visite boutique magasin shop store etablissement questions frequentes faq`.split(/\s+/),
);
