// Words that carry grammar and no subject, accents already taken off. Question words belong here: they say what
// kind of answer is wanted, and no source answers because it also asks "how much".
const french = `
a afin ai aie aient aies ainsi ait alors apres as au aucun aucune aujourd aupres auquel aura aurai auraient aurais
aurait auras aurez auriez aurions aurons auront aussi autre autres aux auxquelles auxquels avaient avais avait avant
avec avez aviez avions avoir avons ayant ayez ayons c ca car ce ceci cela celle celles celui cependant ces cet cette
ceux chaque chez ci combien comme comment d dans de dehors depuis des desormais desquelles desquels deja dois doit
doivent donc dont du duquel durant elle elles en encore entre envers es est et etaient etais etait etant ete etes
etiez etions etre eu eue eues eurent eus eusse eussent eusses eut eux faire fais faisait faisant fait faite faites
font fumes furent fus fusse fussent fut hors hui ici il ils j je jusqu jusque l la laquelle le lequel les lesquelles
lesquels leur leurs lors lorsqu lorsque lui m ma mais malgre me meme memes mes mien mienne miennes miens moi moins mon
n ne ni nos notre nous on ont or ou par parce parmi pas pendant peu peut peuvent peux plus plusieurs pour pourquoi
pourra pourrait pouvait pouvez pouvons pu puis puisqu puisque qu quand quant que quel quelle quelles quelqu quelque
quelques quels qui quoi quoique s sa sans sauf se selon sera serai seraient serais serait seras serez seriez serions
serons seront ses si sien sienne siennes siens soi soient sois soit sommes son sont sous suis sur t ta tandis tant te
tel telle telles tels tes toi ton tous tout toute toutes tres tu un une unes uns va vais vers via voici voila vont vos
votre vous vu y`;

const english = `
a about above after again against all also am an and any are aren as at be because been before being below between
both but by can cannot could couldn d did didn do does doesn doing don done during each either else ever few for from
further had hadn has hasn have haven having he her here hers herself him himself his how however i if in into is isn
it its itself just let ll m may me might more most much must my myself neither no nor not now of off on once only or
other others ought our ours ourselves out over own per please re s same shall she should shouldn so some such t than
that the their theirs them themselves then there these they this those though through thus to too under until up upon
us ve very was wasn we were weren what whatever when where whether which while who whom whose why will with within
without won would wouldn yet you your yours yourself yourselves`;

const toWordSet = (list: string) => new Set(list.trim().split(/\s+/));

export const stopWords = { fr: toWordSet(french), en: toWordSet(english) } as const;
