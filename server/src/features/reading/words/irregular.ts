import type { TextLanguage } from './language.ts';

// Forms whose stems the rules leave apart, each line a word and its forms, accents taken off. What is also a common word
// of its own ("lit", "revenu", "left") is left alone.

const english = `
arise arose arisen
awake awoke awoken
bear borne
beat beaten
become became
begin began begun
bend bent
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
come came

creep crept
deal dealt
dig dug
draw drew drawn
drive drove driven
drink drank drunk
eat ate eaten
fall fallen
feed fed
fight fought
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
give gave given
go went gone
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lead led
lend lent
lose lost
make made
mean meant
meet met
overcome overcame
pay paid
ride rode ridden
ring rang rung
run ran
say said
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
strike struck
swear swore sworn
sweep swept
swim swam swum
take took taken
teach taught
tear torn
tell told
think thought
throw threw thrown
understand understood
undertake undertook undertaken
win won
withdraw withdrew withdrawn
withstand withstood
write wrote written
child children
man men
woman women
foot feet
tooth teeth
mouse mice
goose geese
wife wives
knife knives
shelf shelves
life lives
leaf leaves
half halves
wolf wolves
thief thieves
crisis crises
thesis theses
basis bases
analysis analyses
criterion criteria
phenomenon phenomena
medium media
`;

const french = `
oeil yeux
travail travaux
bail baux
vitrail vitraux
ciel cieux
jeu jeux
enjeu enjeux
feu feux
lieu lieux
milieu milieux
voeu voeux
cheveu cheveux
neveu neveux
adieu adieux
bijou bijoux
genou genoux
naitre nait naissent naissait naissant nee nes nees naquit naquirent
mourir meurt meurent mourut moururent mourait mourant mort morte morts mortes
ecrire ecrit ecrite ecrits ecrites ecrivit ecrivirent ecrivent ecrivait ecrivaient ecrivant
decrire decrit decrite decrits decrites decrivit decrivent decrivait decrivant
inscrire inscrit inscrite inscrits inscrites inscrivent inscrivait
dire dit dite dits dites disent disait disaient disant
interdire interdit interdite interdits interdites interdisent interdisait
predire predit predite predits predisent
elire elu elue elus elues elit elut elurent elisent elisait
reelire reelu reelue reelus reelit
lire lu lue lus lues lisent lisait lurent
vivre vit vivent vivait vivaient vivant vecu vecue vecut vecurent
survivre survit survivent survivait survecu survecut survecurent
suivre suit suivent suivait suivaient suivi suivie suivis suivies suivit suivirent
poursuivre poursuit poursuivent poursuivait poursuivi poursuivie poursuivit poursuivirent
connaitre connait connaissent connaissait connaissaient connu connue connus connues connut connurent
reconnaitre reconnait reconnaissent reconnaissait reconnu reconnue reconnus reconnues reconnut reconnurent
paraitre parait paraissent paraissait paru parue parus parues parut parurent
apparaitre apparait apparaissent apparaissait apparu apparue apparus apparues apparut apparurent
disparaitre disparait disparaissent disparaissait disparu disparue disparus disparues disparut disparurent
recevoir recoit recoivent recevait recu recue recus recues recut recurent
percevoir percoit percoivent percevait percu percue percus percues percut
concevoir concoit concoivent concevait concu concue concus concues concut
apercevoir apercoit apercoivent apercu apercue apercut
prevoir prevoit prevoient prevoyait prevu prevue prevus prevues prevut
voir voit voient voyait voyaient
vouloir veut veulent voulait voulaient voulu voulut voulurent
valoir vaut valent valait valu
prendre prend prends prennent prenait prenaient pris prise prises prit prirent prenant
apprendre apprend apprennent apprenait appris apprise apprit apprirent
comprendre comprend comprennent comprenait compris comprise comprit comprirent comprenant
entreprendre entreprend entreprennent entrepris entreprit
reprendre reprend reprennent reprenait repris reprise reprises reprit reprirent
mettre met mets mettent mettait mettaient mis mises mit mirent mettant
permettre permet permettent permettait permettaient permise permit permirent permettant
promettre promet promettent promis promit
admettre admet admettent admis admise admirent
soumettre soumet soumettent soumis soumise soumises
transmettre transmet transmettent transmis transmise transmises transmit
emettre emet emettent emettait emis emise emises emit
tenir tient tiennent tenait tenaient tenu tenus tint tinrent
obtenir obtient obtiennent obtenait obtenu obtenue obtenus obtenues obtint obtinrent
detenir detient detiennent detenait detint
contenir contient contiennent contenait contenaient contint contenant
maintenir maintient maintiennent maintenait maintenu maintenue maintint
soutenir soutient soutiennent soutenait soutenu soutenue soutint soutinrent
appartenir appartient appartiennent appartenait appartenaient appartenu appartint
venir vient viennent venait venaient venu venue venus venues vint vinrent venant
devenir devient deviennent devenait devenu devenue devenus devenues devint devinrent devenant
revenir revient reviennent revenait revint revinrent
provenir provient proviennent provenait provenaient provenant
parvenir parvient parviennent parvenu parvenue parvint parvinrent
intervenir intervient interviennent intervenu intervint
mener mene
courir courent courait couru coururent
parcourir parcourt parcourent parcouru parcourut
acquerir acquiert acquis acquise acquit acquirent
conquerir conquiert conquis conquise conquit conquirent conquete conquetes
ouvrir ouvre ouvrent ouvert ouverte ouverts ouvertes ouvrit ouvrait
couvrir couvre couvrent couvert couverte couvrit couvrait
decouvrir decouvre decouvrent decouvert decouverte decouverts decouvertes decouvrit decouvrirent
offrir offre offrent offert offerte offerts offertes offrit offrirent
souffrir souffre souffrent souffert souffrait
servir sert servent servait servaient servi servit servirent
conduire conduit conduite conduits conduites conduisent conduisait conduisit conduisirent conduisant
construire construit construite construits construites construisent construisait construisit construisirent
reconstruire reconstruit reconstruite reconstruits
detruire detruit detruite detruits detruites detruisent detruisit detruisirent
produire produisent produisait produisaient produisit produisirent produite produites
reproduire reproduit reproduite reproduisent
introduire introduit introduite introduits introduisent introduisit
reduire reduit reduite reduits reduites reduisent reduisit
traduire traduit traduite traduits traduites traduisent traduisit
instruire instruit instruite
craindre craint craignent craignait craignit
peindre peint peinte peints peintes peignent peignit peignait
atteindre atteint atteinte atteints atteintes atteignent atteignit atteignait
eteindre eteint eteinte eteignent eteignit
rejoindre rejoint rejointe rejoignent rejoignit rejoignirent
battre bat battent battu battue battus battit battirent battait
combattre combat combattent combattu combattirent combattait combats
abattre abat abattu abattue abattit
vaincre vainc vaincu vaincue vaincus vainquit vainquirent
convaincre convaincu convaincue convainquit
rompre rompt rompu rompit
resoudre resout resolu resolue resolut
conclure conclu conclue conclus conclut conclurent
exclure exclu exclue exclus exclut
inclure inclus incluse inclut incluent incluant
boire boit boivent buvait
envoyer envoie envoient
vendre vend vends vendent vendait vendu vendue vendus vendues vendit vendirent
rendre rend rends rendent rendait rendaient rendu rendue rendus rendit rendirent rendant
perdre perd perdent perdait perdu perdue perdus perdues perdit perdirent
defendre defend defendent defendait defendu defendue defendit
attendre attend attendent attendait attendu attendue attendit
entendre entend entendent entendait entendu entendue entendit
etendre etend etendent etendait etendu etendue etendit
descendre descend descendent descendait descendu descendue descendit
repondre repond repondent repondait repondu repondit
correspondre correspond correspondent correspondait correspondant
dependre depend dependent dependait dependant
`;

const formsOf = (table: string) =>
  new Map(
    table
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [word = '', ...forms] = line.split(' ');
        return forms.map((form): [string, string] => [form, word]);
      }),
  );

export const irregularForms: Record<TextLanguage, ReadonlyMap<string, string>> = {
  fr: formsOf(french),
  en: formsOf(english),
};
