// The commonest passwords of six characters or more, lower case, by rank of the list in
// @zxcvbn-ts/language-common 4.1.3 (MIT, Dan Wheeler, Dropbox and MrWook), with French ones added.
const words = `
0.0.0.000 0.0.000 000000 00000000 000001 000007 000111 007007 01011900 01011910 01011970 01011975 01011977
01011979 01011980 01011981 01011982 01011983 01011984 01011985 01011986 01011987 01011988 01011989 01011990
01011991 01011992 01011993 01011999 01012000 01012001 01012010 01012011 010180 010203 01020304 0102030405
01081989 01091989 02011980 02011984 02011985 02011986 02011987 02011988 02021982 02021983 02021984 02021985
02021986 02021987 02021988 02021989 020304 02031982 02031984 02031985 02031986 02031987 02041982 02041983
02041984 02041985 02041986 02041987 02041988 02051982 02051983 02051986 02061980 02061985 02061986 02061987
02061988 02061989 02071980 02071982 02071984 02071986 02071987 02081982 02081984 02081985 02081986 02081987
02081988 02081989 02091981 02091983 02091984 02091986 02091987 02101984 02101985 02101987 02101989 03082006
05051987 100000 1000000 102030 10203040 102938 1029384756 111111 11111111 111111a 11112222 111222 111222333
111333 111qqq 112211 11221122 112233 11223344 1122334455 112358 11235813 1123581321 12011987 12051988 120676
121212 121314 12131415 122333 123000 12301230 123098 123123 12312312 123123a 123123q 1232323q 123321
123321123 123321a 123321q 1234321 12344321 123451 123454321 123455 1234554321 123456 1234560 123456654321
1234567 12345678 123456789 1234567890 1234567890a 1234567890q 1234567891 12345678910 123456789a 123456789q
123456789z 12345678a 12345678q 12345679 1234567a 1234567q 123456a 123456aa 123456k 123456q 123456qw
123456qwe 123456qwerty 123456r 123456s 123456z 123457 12345a 12345q 12345qwe 12345qwert 12345t 12345z 123465
1234abcd 1234asdf 1234qwe 1234qwer 123654 12365478 123654789 1236987 12369874 123698745 123789 123789456
123987 123aaa 123abc 123asd 123qaz 123qq123 123qwe 123qwe123 123qweasd 123qweasdzxc 123qwerty 123zxc 124578
128500 12qw12 12qw34er 12qwas 12qwaszx 131313 132435 13243546 134679 134679852 135246 135790 135792468
1357924680 1366613 141627 142536 147258 14725836 147258369 147369 147741 147852 147852369 1478963 14789632
147896325 147963 150781 15426378 159357 159632 159753 159951 162534 18436572 192837 192837465 19411945
1a2b3c 1a2b3c4d 1a2s3d4f 1a2z3e 1a2z3e4r 1a2z3e4r5t 1passwor 1pussy 1q2w3e 1q2w3e4r 1q2w3e4r5 1q2w3e4r5t
1q2w3e4r5t6y 1qa2ws 1qa2ws3ed 1qaz2ws 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qwerty 1x2zkg8w 1z2x3c 1z2x3c4v 200000
21031988 21122112 2128506 222333 223344 225588 235689 246810 25802580 258456 258852 314159 31415926 315475
321123 321456 321654 321654987 332211 333666 336699 362436 369258 369852 369963 420247 426hemi 445566 456123
456321 456654 456852 4815162342 4runner 50cent 50spanks 51505150 5551212 555666 555777 654123 655321 666666
666777 666999 6751520 696969 73501505 741852 741852963 753159 753951 7753191 7777777 777888 7779311 778899
784512 787898 789123 789456 78945612 789456123 7895123 789654 789987 794613 7ugd5hip2j 852456 8675309
8j4ye3uz 906090 911911 9293709b13 9379992 951753 9562876 963852 963852741 987456 987456321 987654 987654321
998877 a11111 a12345 a123456 a1234567 a12345678 a123456789 a1a2a3 a1b2c3 a1b2c3d4 a1s2d3 a1s2d3f4 a1z2e3
a1z2e3r4 a1z2e3r4t5 aa123456 aaa111 aaliyah aardvark aaron1 abbott abc123 abc1234 abc12345 abcd123 abcd1234
aberdeen abgrtyu abigail abnormal abraham abrakadabra absolut absolute access access14 accord account
achilles action active adam12 adgjmptw adidas admin123 admin1234 administrateur administrator admiral adonis
adrian adriana adrien adrienne adults aezakmi africa agent007 aggies aikido airborne airbus airforce
airplane airport alabama alaska albatros albert alberto albina albion alejandr alejandro aleksandr
aleksandra aleksey alenka alessandro alex123 alexalex alexande alexander alexandr alexandra alexandre alexey
alexia alexis alfred alfredo alibaba alicia aliens alisha alison alissa allezlom allezom alliance allison
allmine allsop allstar almond alpha1 alphabet alpine alucard always alyssa amadeus amanda amanda1 amandine
amateur amateurs amazing amazon amber1 amelia america america1 american amerika amour1 amour123 amoureux
amsterda amsterdam anaconda anakin analsex anarchy anastasia anastasiya anders andersen anderson andrea
andrea1 andreas andrei andres andrew andrew1 andrey andromed andromeda anfield angel1 angela angelica
angelika angelina angelique angelo angels anhyeuem animal animals annabell annette annie1 annika answer
anthony anthony1 anthrax antoine antoni antonio anubis anything apache apollo apollo13 apple1 apple123
applepie apples aquarius aqwxsz aqwzsx aqwzsxedc aragorn arcadia archer archie area51 argentina ariana
arizona arlene armagedon armani arnold arrows arsenal arsenal1 artemis artemka arthur artist arturo asd123
asdasd asddsa asdf12 asdf123 asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdfzxcv asdzxc
ashlee ashleigh ashley ashley1 ashton aspire aspirine assass assassin assfuck asshole asshole1 assholes
assistant assman assword asterix astrid astros athena athens athlon atlanta atlantic atlantis atomic attack
attila attitude aubrey auburn audia4 audrey august augusta augustus aurelie aurelien aurora aussie austin
austin1 australi australia automne autumn avalanch avalon avatar avenger avenue aviation avril2024 awesome
azamat azeqsd azeqsdwxc azerty azerty! azerty00 azerty01 azerty1 azerty10 azerty12 azerty123 azerty1234
azerty13 azerty31 azerty59 azerty69 azerty75 azertyu azertyui azertyuiop azsxdc azsxdcfv babies babybaby
babyblue babyboy babydoll babyface babygirl babylon babylon5 babylove bacardi bacchus backdoor backup badass
badboy baddog badger badgers badgirl badman baggins baggio bagira baguette bailey bailey1 balance baldwin
baller balloon balloons bambam bamboo banana bananas banane bandit bangbang banger bangkok banker banner
banshee banzai baptiste barbados barbara barber barbie barcelon barcelona barefoot barker barkley barnes
barney barrett barron barsik bartman barton baseball baseball1 basket basketba basketball basset bassman
bastard batman batman1 battery battle baxter bayern bcfields beaches beacon beagle beamer beaner beanie
bearbear bearcat beardog beast1 beastie beatle beatles beatrice beautifu beautiful beauty beaver beavis
because becker beckham beefcake beemer beerbeer beerman beetle believe belinda bella1 bender benfica bengals
benjamin benjamin1 bennett benson bentley beowulf beretta berger bergkamp berlin bermuda bernard bernie
bertha bertie bessie bethany better beverly bhbirf bianca bicycle bienvenue bienvenue1 bienvenue123 bigass
bigballs bigbear bigben bigbird bigblue bigboobs bigboss bigboy bigbutt bigcat bigcock bigdaddy bigdick
bigdog bigfish bigfoot bigger biggie biggles bigguy bigmac bigman bigmike bigmoney bigone bigred bigsexy
bigtime bigtit bigtits bikini billie billy1 billybob billyboy bimmer bingo1 binladen biology bird33 birdie
birdman birthday biscuit bishop bisounours bisous bisous1 bitch1 bitchass bitches biteme bizkit blabla
black1 blackbir blackcat blackdog blackhaw blackie blackjac blackjack blackman blackout blacks blacky blades
blahblah blaster blazer blessed blessing blink182 blizzard blonde blondes blondie bloody blossom blowjob
blowme blue12 blue123 blue22 bluebird blueblue blueboy bluedog blueeyes bluefish bluemoon bluesky bob123
bobafett bobbie bobbob bobby1 bobcat bobdylan boeing bogart bogdan bohica bollocks bollox bolton bombay
bomber bombers bond007 bondage bonehead bonita bonjour bonjour1 bonjour123 bonjour2024 bonjovi bonkers
bonnie bonsai bonsoir boobie boobies booboo booger boogie booker bookworm boomboom boomer bootie boozer
bordeaux boricua borussia bossman boston bottle bottom bounce bounty bowler bowling bowser boxers boxing
boxster br0d3r bradford bradley brains brandi brando brandon brandon1 brandy brasil braves brazil breast
breasts breeze brenda brendan bretagne bretagne29 brewer brewster brian1 briana brianna bridge bridget
bright brighton brigitte bristol britney brittany brittney broadway brodie broken broker bronco broncos
broncos1 bronson bronze brooke brooklyn brooks brother brothers brownie browning browns brucelee bruins
bruno1 brutus bryant bubba1 bubba69 bubbas bubble bubbles bucket buckeye buckeyes buckshot budapest buddah
buddha buddie buddy1 buddyboy budlight budman budweise buffalo buffett buffy1 bugger builder bulldog
bulldog1 bulldogs bullet bullfrog bullseye bullshit bummer bumper bunghole bunker bunnies bunny1 bureau
burger burrito burton bushido business busted buster buster1 butcher butler butter buttercu butterfl
butterfly buttfuck butthead butthole buttman button buttons buzzard byteme cabbage cactus cadillac caesar
caitlin calgary calico caliente californ california caligula callaway callie callum calvin camaro cambiami
camelot camels cameltoe camembert camera cameron cameron1 camilla camille camille1 campbell camper canada
canadian cancel cancer cancun candace candice candle candyman cannabis cannon cantona canyon capital capone
caprice capslock captain caramel caramel1 caravan carbon cardinal carina carlito carlitos carlos carlton
carmel carmen carmex2 carnage carole carolin carolina caroline carolyn carpedie carpet carrera carrie carrot
carson carter cartman cartoon casanova cascade caserta casey1 casino casper cassidy cassie castle castro
cat123 catalina catch22 catdog catfish catherin catherine catman cattle cavalier caveman cbr600 ccbill
cdtnbr cdtnkfyf cecilia cedric celeron celeste celica celine celtic celtics center central century cerberus
cessna cfitymrf cgfhnfr chainsaw champion champs chance chandler chanel change changed changeme changezmoi
channel chantal charger chargers charity charlene charles charles1 charley charli charlie charlie1 charlott
charlotte charlton charly charmed chaser chatbot chatbot1 chatbot123 chaton cheater checkers cheech cheeks
cheers cheese cheese1 cheetah chelsea chelsea1 chemical cherokee cherry cheryl chester chester1 chestnut
cheval chevaux chevelle chevrole chevrolet chevy1 chewie cheyenne chicago chicago1 chichi chicken chicken1
chickens chicks chiefs chienne children chillin chimera chinook chipper chippy chivas chloe1 chocolat
chocolat1 chocolate choice chopin chopper chouchou chris1 chrisbln chriss chrissy christ christia christian
christie christin christina christine christma christmas christop christophe christopher christy chrome
chronic chrono chrysler chuang chubby chuckie chuckles chucky chunky church ciccio cicero cigars cinder
cindy1 cinema cinnamon circle circus citadel citizen citroen cjkysirj cjkywt claire clancy clapton clarence
clarinet classic classics claude claudi claudia claudio claymore clayton clement clemson clevelan clifford
clinton clipper clitoris cloud9 clouds clover clowns cobain cobalt cobra1 cocacola cocaine cochon coconut
coffee cohiba coldbeer coleman colleen college collin collins colombia colonel colorado colors colt45 colton
coltrane columbia columbus combat comics command commando common company compaq compton compute computer
concord concorde concrete condom condor confused connect conner connie connor conover conrad consumer
contact content control cookie cookie1 cookies cooldude cooler coolguy coolio coolman coolness cooper cooter
copper corinne corleone cornell corolla corona corrado corsair corse2a corse2b corvette cosmic cosmos
cosworth cottage cotton coucou coucou1 coucou123 cougar cougars counter country county courage courtney
cowboy cowboy1 cowboys cowboys1 coyote cracker cramps crawford crazy1 crazybab creampie creamy create
creation creative creature credit cricket criminal crimson cristian cristina critter crjhgbjy croissant
cruise cruiser crunch crusader crusher crysis crystal crystal1 cthtuf cthulhu cthutq cubbies cubswin cuddles
cuisine cumming cumshot cupcake curious curtis custom cutlass cutter cxfcnmt cyclone cyclops cygnus cynthia
cypress dabears daddy1 daemon daewoo dagger daisy1 dakota dalejr dallas dallas1 dalton damage damian damien
dammit damnit dancer dancing danger daniel daniel1 daniela danielle daniil danila danny1 dannyboy danzig
daphne darius darklord darkman darkness darkside darkstar darlene darling darrell darren darryl darwin
david1 davide davids davidson dawson dayton daytona dbrnjh dbrnjhbz deacon deadhead deadman deadpool deanna
death1 debbie deborah december decembre deedee deejay deepthroat deeznuts deeznutz defender defiant deftones
delete delight delilah delphi delphine delta1 deluxe demo1234 demons denali denise deniska dennis denver
depeche derrick desert design designer desire desiree deskjet desmond destiny destroy detroit deutsch
devil666 devildog devils dexter dfcbkbq dfkthbz dfkthf dfktynbyf dfvgbh dharma diablo dialog diamond
diamond1 diamonds dianne dickhead dickie diehard diesel dietcoke dieter digger diggler digimon digital
digital1 dilbert dilligaf dillon dimanche dinamo dingdong dinosaur dipshit direct director dirtbike discover
disney divine divorce dkflbckfd dkflbvbh doberman doctor dodge1 dodger dodgeram dodgers dodgers1 dog123
dogbert dogboy dogcat dogfood dogger doggie doghouse dogman dogshit doitnow dollar dollars dolores dolphin
dolphin1 dolphins domain dominic domino donald donkey donnie donovan donuts doobie doodle doofus doogie
dookie doomsday dorian dorothy dotcom dottie double doudou doudou1 doughboy douglas download downtown
dracula dragon dragon1 dragon12 dragonba dragonball dragons dragoon drakon dreamer dreams driver drizzt
droopy drowssap drpepper drummer drummer1 dthjybrf dublin ducati duchess duckie dudley dumbass duncan dundee
dupont durango duster dustin dusty1 dutchess dwayne dwight dynamite dynamo dynasty eagle1 eagles eagles1
earnhard eastside eastwood eatpussy eatshit eclipse eddie1 eduard eduardo edward edward1 edwards eeyore
egalite eileen einstein ekaterina elaine eldorado eleanor electra electric electro electron element elephant
eleven elijah elizabet elizabeth elizaveta elliot elliott elodie elvira elvis1 elwood emerald emerson emilia
emilie emily1 eminem emmanuel emmitt empire energy engage engine engineer england english enigma enrico
enter1 enterpri enterprise entreprise entropy enzo1234 eraser ericsson ernest erotic erotica escape escort
esther estrella ete2024 eternal eternity eugene eureka europa europe evelyn everest everett everton
evolution excalibu excalibur exigen exigent exodus exotic explorer express extreme fabian fabien fabric
facial faggot faithful falcon falcon1 falcons fallen fallout family famous fandango fantasy farley farmer
farscape farside fashion fastball faster fatass fatboy fatcat father fatima fatman feather february federico
felicia felipe felix1 female fender fender1 fergie fergus ferguson fernand fernando ferrari ferrari1 ferret
ferris fester fetish fevrier fghtkm fgtkmcby ficken fiesta figaro fighter filter filthy finance finger
fingers finish fireball firebird firefly firefox fireman firewall fischer fisher fishes fishin fishing
fishing1 fishman fisting fitness fktrcfylh fktrcfylhf fktrctq flames flamingo flash1 flatron fletch fletcher
flexible flight flipper floppy florence flores florian florida florida1 flounder flower flowers fluffy
flyboy flyers flying foobar footbal football football1 fordf150 forest forever forfun forget forgot formula
formula1 forrest forsaken fortuna fortune forward foryou fossil foster fountain fowler foxtrot france
france1 france2018 france98 frances francesc francesco francis franco francois francoise frank1 frankie
franklin franky fraser fraternite freaks freaky freckles freddie freddy frederic fredfred freebird freedom
freedom1 freeman freepass freeporn freeuser freeway freeze french friday friend friendly friends fright
frisco frisky frogger froggy fromage front242 frontier frosty frozen fuck_inside fucked fucker fuckers
fuckface fuckfuck fuckher fuckin fucking fuckit fuckme fuckme1 fuckoff fuckoff1 fuckthis fucku2 fuckyo
fuckyou fuckyou1 fuckyou2 fugazi fulham fullmoon function funtime fusion futbol future fyfcnfcbz fylhtq
fytxrf fyutkbyf gabrie gabriel gabriel1 gabriela gabriell gadget galaxy galina galore gambit gameboy
gamecock gamecube gameover gandalf gandalf1 ganesh gangbang gangsta gangster garage garbage garcia garden
garfield gargoyle garion garrett gaston gateway gateway1 gator1 gatorade gators gawker gbpltw gegcbr geheim
gemini gendarme general generic genesis geneva genius geoffrey george george1 georgia gerald gerard german
germany geronimo gertrude gesperrt getmoney getsome gfhjkm gfhjkm1 gfhjkm123 gfhjkmgfhjkm ghbdtn ghbdtnbr
ghblehjr ghetto ghjcnj ghjcnjnfr ghost1 ghostrider ghosts giants gibson gilbert gilles gillian ginger
ginger1 giorgi giorgio giovanni giuseppe gizmo1 gizmodo gjkbyf glacier gladiator global gloria gmoney
gn56gn56 goalie goaway gobears goblin goblue gobucks goddess godfathe godfather godsmack godzilla gofish
goforit goirish goldberg golden goldfish goldie goldstar goldwing golfball golfer golfer1 golfgolf golfing
goliath gollum gonavy gonzalez goober goodboy goodbye goodluck goodman goodtime google gooner gopher gordon
gordon24 gorgeous gorilla gotcha gothic gotohell govols gracie graham grande grandma granny grapes graphics
grateful grease great1 greatone greece green1 green123 greenbay greenday greene greens gregor gregory
gremlin grendel gretchen gretzky griezmann griffey griffin gringo grizzly gromit groove groovy groucho
grover grumpy gsxr750 guardian guest123 guillaume guiness guinness guitar guitar1 guitars gundam gunnar
gunner gunners gunther gustav guyver hacked hacker haggis hailey hal9000 halflife halifax hambone hamburg
hamilton hamish hamlet hammer hammer1 hammers hampton hamster handsome handyman hannah hannah1 hannibal
hansen hansolo happiness happy1 happy123 happyday hardcock hardcore harder hardon hardrock hardware harley
harley1 harmony harold harper harris harrison harry1 harrypotter harvard harvest harvey hassan hastings
havana havefun hawaii hawaii50 hawaiian hawkeye hawkeyes hayabusa hayden hayley health hearts heater heather
heather1 heaven heckfy hector hedgehog heineken helena helene hellfire hello1 hello123 helloo hellos
hellyeah helmet helpme hendrix henry1 hentai herbert herbie hercules heritage herman hermes heroes hershey
hesoyam heynow hidden higgins highheel highland highway hillary hilton hiphop hippie history hithere hitler
hitman hiver2024 hjccbz hjvfirf hobbes hobbit hockey hockey1 hokies holden holiday holidays holland hollow
holly1 hollywoo hollywood holmes holyshit homeboy homer1 homerj homers homerun honda1 hondas honey1 hongkong
honolulu hooker hookup hooligan hooper hoosier hoosiers hooter hooters hootie hoover hopeful hopeless hopper
horizon horndog hornet horney horny1 horses hotbox hotboy hotdog hotpussy hotred hotrod hotsex hotshot
hotstuff hottie house1 houses houston howard hubert hudson hughes hummer hungry hunter hunter1 hunting
hurley hurrican husker huskers huskies hustler hyperion iamgod ib6ub9 ibanez iceberg icecream icehouse
iceman icu812 idefix idontkno idontknow iforgot iguana ihateyou illini illinois illusion iloveme ilovesex
iloveu iloveyo iloveyou iloveyou1 imagine imation immortal impala imperial incubus indian indiana indians
indigo infantry inferno infiniti infinity ingrid insane insanity insert inside insomnia inspiron install
integra internet internet1 intrepid intruder inuyasha iomega ipswich ireland irish1 irishman ironman isabel
isabella isabelle isaiah iscool island islander israel istanbul italia italian ivanov ivanova iverson
iverson3 iwantu jabroni jackal jackass jackie jackoff jackpot jackson jackson1 jackson5 jacob1 jacobs
jacqueline jacques jagger jaguar jakejake jamaica james007 james1 jamesbon jamesbond jameson jamie1 jammer
jammin janice janine january janvier japanese jardin jarhead jarvis jasmin jasmine jasmine1 jason1 jasper
javier jaybird jayden jayhawk jayhawks jayson jazzman jeanette jeanne jeffery jeffrey jellybea jenkins
jennie jennife jennifer jenny1 jensen jeremiah jeremy jericho jerkoff jerome jersey jessic jessica jessica1
jessie jester jesus1 jetaime jetaime1 jetaime123 jethro jetski jeudi123 jewels jezebel jiggaman jillian
jimbo1 jimbob jimmie jimmy1 jingle jktymrf joanna joanne jockey joejoe johann johanna johannes john316
johnboy johnjohn johnny johnson joker1 jokers jonathan jones1 jordan jordan1 jordan23 joseph joseph1 joshua
joshua1 journey jrcfyf jtaime juanita jubilee judith juggalo juillet julian julie1 julien julien1 juliet
juliette julius jumper junebug jungle junior junior1 jupiter just4fun just4me justdoit justice justin
justin1 justine justme juventus kahuna kaiser kaitlyn kakashka kaktus kamikaze kamila kangaroo kansas karate
karen1 karina karolina kashmir kasper katana katarina katerina katherin katherine kathleen kathryn katie1
katrin katrina kawasaki kaylee kazantip kcj9wx5n keegan keeper keller kelley kellie kelly1 kelsey kendall
kendra kennedy kenneth kenshin kentucky kenwood kenworth kermit kerstin kevin1 keyboard keystone keywest
kfhbcf kickass kicker kidrock killbill killer killer1 killer12 killers killjoy killkill killme kilroy kimber
kimberly kinder kingdom kingfish kingkong kingpin kingston kipper kirill kirsten kirsty kisses kissing
kissme kissmyass kitkat kitten kittens kitty1 kittycat kittykat klaster kleopatra klingon knickers knicks
knight knights knockers knopka kodiak kolobok koshka kosmos kostya kotaku kotenok kramer krishna krista
kristen kristi kristin kristina kristine kristy krusty krystal ktyjxrf kungfu labrador labtec lacrosse
ladies ladybug laguna lakers lakota lambert lamont lancelot lancer lansing lantern laptop larisa larry1
lassie lasvegas latina latinas latino laura1 laurel lauren laurence laurent laurie lawrence lawyer lazarus
leader leanne leather leavemealone ledzep legacy legend legion legolas lemons lennon leonard leonardo leonid
leopard lesbian lesbians lesley leslie lespaul lestat lester letmein letmein1 letmein2 letsgo letter lexmark
liberte liberty library licker licking lickit lickme lifehack lifetime lighter lightnin lightning lights
lilian lille59 lillian lincoln linda1 lindros lindsay lindsey lineage2 lionel lionking lipstick liquid
lisalisa little liverpoo liverpool living lizard lizzie loaded lobster logan1 logitech lokomotiv lol123
lolipop lolita lollipop lollol lollypop london london1 lonely lonestar lonewolf longbow longhorn longjohn
looker looking looney looser lorenzo lorraine losers louise loulou loulou1 loulou123 love12 love123 love69
lovebug loveit loveless lovelove lovely loveme lover1 loverboy lovers lovesex loveyou loving lowrider
ltybcrf lucas1 lucifer lucille lucky1 lucky13 lucky7 luckydog ludmila ludovic ludwig lumber lundi123 luther
lvbnhbq lyon69 macdaddy machine macross madden maddie maddog madeline madina madison madison1 madman madmax
madness madonna madrid maestro magazine magelan maggie maggie1 maggot magic1 magical magician magick
magicman magnolia magnum magnus magpie maiden mailcreated5240 mailman maison maison1 majestic makaveli
maksim maksimka malaka malcolm malibu malina mallard mallory malone mamapapa mamour manager manchest
manchester mancity mandarin mandingo mandy1 maniac mankind manning manon1 manowar manson mantis manuel
manuela manutd maradona marathon marcel marcello marcia marcos marcus mardi123 margaret margarita margaux
maria1 mariah marian mariana marianna marianne marika marilyn marina marine marine1 mariners marines marino
marino13 marion mariposa marisa marissa marius marker market markus marlboro marlene marley marlin married
mars2024 marseille marseille13 marsha marshall martha martin martin1 martina martine martinez martini marvel
marvin maryann maryjane maryland masamune mason1 massage massimo massive master master1 master12 masters
matador mathew mathieu mathilde matilda matrix matteo matthew matthew1 matthews matthieu mattie mature
maureen maurice maverick max123 maxell maxima maxime maxime1 maximum maximus maxine maxmax maxwell maxwell1
maxxxx mayday mayhem maynard mazafaka mazda626 mbappe mckenzie mclaren meagan meatball meathead meatloaf
mechanic medical medicine medusa megadeth megaman megan1 megapass megatron meghan meister melanie melinda
melissa melissa1 mellon mellow melody melvin member memorex memory memphis menace meowmeow mephisto mercedes
mercredi mercury meredith meridian merlin merlin1 merlot mermaid mersedes metallic metallica method mexican
mexico michae michael michael1 michael2 michaela micheal michel michele michell michelle michigan mickey
mickey1 microlab micron microphone microsof microsoft midget midnight midway mighty miguel mihail mikemike
mikey1 milana milano milena military milkman miller miller1 millie million millions millwall milton
minecraft minette minime minnie minou1 miracle mirage miranda miriam mirror misery misfit misfit99 misfits
mishka mission missouri missy1 mister mistress misty1 mitchell mittens mobile mobydick models modena mohamed
mohammed mollie molly1 mollydog moloko molson momoney monaco monalisa monamour monange monarch moncheri
moncoeur monday mondeo money1 moneyman moneys mongoose monica monika monique monitor monkey monkey1 monkey12
monkeys monmotdepasse monopoly monroe monster monster1 montana montgom240 montreal moocow mookie moomoo
moonbeam moonlight moose1 mordor moreno morgan morgan1 morgane moritz morning morpheus morris morrison
mortgage mortimer moscow mot-de-passe motdepasse motdepasse1 motdepasse123 mother mother1 motherfucker
motherlode motley motorola motpasse mountain mouse1 movies mozart muffin mulder mullet multiplelo munchkin
muppet murder murphy murray musashi muscle muscles mushroom music1 musica musicman musique mustafa mustang
mustang1 mustangs mustard mybaby mygirl mylife mylove myname mypass mypassword myself mystery mystic nadine
namaste nanook nantes nantes44 napass napoleon napoli napster naruto nascar nasty1 nastya natali natalia
natalie natasha nathalie nathan national natural nature naughty ncc1701 ncc1701a ncc1701d ncc1701e ne1469
nebraska nellie nelson nemesis neptune netscape network nevada nevermind newbie newcastl newlife newman
newpass newpass6 newport newton newyork newyork1 nextel nfnmzyf nguyen niceass niceguy nicholas nichole
nickel nicola nicolas nicolas1 nicole nicole1 nigger nightmare nights nikita nikitos nikki1 nikola nikolay
nimbus nimrod niners ninja1 ninjas nintendo nipper nipple nipples nirvana nissan nitram nobody noelle nofear
nokia6300 nolimit nomore noodle noodles nookie nopass normal norman northern norton norway nothing nounours
nouveaumotdepasse novell november novembre ntktajy nudist nugget nuggets number number1 nutmeg nuttertools
nwo4life nygiants nyjets nylons nymets oakland oakley obelix obiwan oblivion oceans october octobre odessa
office officer ohyeah oicu812 oilers oklahoma oksana oldman oliver oliver1 olivia olivier olympique omega1
onelove onetime onetwo online onlyme openup operator ophelie optimus oracle orange orange1 oranges orchid
ordinateur oregon orgasm orient original orioles orion1 orlando oscar1 osiris othello ou8122 outkast outlaw
overkill overlord oxford p0015123 p@ssw0rd p@ssword pa$$word pa55w0rd pa55word pacers pacific packard packer
packers packers1 pacman paddle padres paintbal paintball painter pakistan palace paladin palmer paloma
pamela panama panasoni panasonic pancho pandora pantera panther panther1 panthers panties pantyhos panzer
papillon paradise paradox paranoid paris75 parispsg parker parola parrot partner pascal pass123 pass1234
passat passe123 passes passion passme passpass passport passw0rd passwd passwor passwor1 password password!
password-fr password1 password1! password12 password123 password123! password2 passwords passwort pastis51
pasword patches patience patric patrice patricia patrick patrick1 patriot patriots patton pauline pavilion
pavlov payton pdtplf peaches peacock peanut peanuts pearljam pebbles pecker peekaboo peewee pegasus pencil
penelope penguin penguins penny1 penthous pentium people pepito pepper pepper1 pepsi1 perfect persik person
personal pervert peter1 peterpan peters peterson petrov peugeot peyton phantom pharmacy pheonix philip
philippe philips phillies phillip phillips philly phoebe phoeni phoenix phoenix1 photos pianoman piazza
picard picasso piccolo pickle pickles pickup picture pierce pierre piglet pikachu pillow pimpin pinball
pineappl pineapple pingpong pinhead pinkfloy pinkfloyd pioneer pippen pippin piramida pirate pirates pisces
pissing pissoff pistol pistons pitbull pixies pizzas placebo planet plasma plastic platini platinum platypus
playboy playboy1 player players playing playstation playtime please pleasure plumber plymouth pobeda poetry
poison pokemon pokemon1 poland polaris police policier polina polniypizdec0211 polopolo polska pompey
pompier poncho pontiac poochie poodle poohbear pookie poontang pooper poopie poopoo pooppoop pooter popcorn
popeye popper porkchop porno1 pornos pornporn pornstar porsche porsche1 porsche9 portable porter portland
portugal poseidon positive possum postal postman potato pothead potter poussin powder powell power1 powers
praise preacher precious predator prelude premier premium presario presiden presto preston pretty primus
prince princes princess princesse princesse1 pringles printemps printer prissy private privet prodigy profit
project promise property prophet prowler psg123 psycho public puddin pudding puffin pulsar pumpkin pumpkin1
pumpkins punisher punkin punkrock puppies pupsik purdue purple pussey pussie pussies pussy1 pussy123 pussy69
pussycat pussyman pussys putter pyramid python q12345 q123456 q1q2q3 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
q2w3e4r5 qawsed qawsedrf qaz123 qazqaz qazwsx qazwsx1 qazwsx12 qazwsx123 qazwsxed qazwsxedc qazwsxedc123
qazwsxedcrfv qazxsw qazxswedc qazzaq qqq111 qqqqq1 qsdfgh qsdfghjk qsdfghjklm quality quantum quartz quattro
queenie queens quentin quincy qwaszx qwe123 qweasd qweasd123 qweasdzxc qweqwe qwer123 qwer1234 qwerasdf
qwert1 qwert123 qwert12345 qwerty qwerty1 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
qwertyu qwertyui qwertyuio qwertyuiop qwertz qwertzuiop r2d2c3po rabbit rabota racecar racerx rachael rachel
rachel1 racing radical radiohea radiohead rafael ragnarok raider raiders raiders1 railroad rainbow rainbow6
rainman raistlin rambler rammstein ramona ramones ramrod ramses ramsey rancid randall random ranger ranger1
rangers rangers1 raphael raptor raquel rascal rasdzv3 rasputin rastaman raven1 ravens raymond rbhbkk rctybz
reader reading reagan reality really realmadrid reaper rebecca rebecca1 rebel1 rebels reckless records
recovery red123 redalert redbird redbull reddevil reddog reddwarf redfish redhead redhot redline redman
redneck redrum redskins redsox redsox1 redwing redwings redwood reebok reefer reggie regina register reload
remember remote renata renault renegade rennes35 rereirf rescue research resident respect retard retired
revenge review reynolds rfhbyf rfnthbyf rfrfirf rfrnec rhbcnbyf rhfcjnrf rhiannon rhjrjlbk rhonda rhtdtlrj
ricard ricardo richard richard1 richards richie richmond rightnow ripken ripley ripper ripple rivers
rjhjktdf rjirfrgbde rjntyjr rjycnfynby roadkill roadking roadrunn robbie robert robert1 roberta roberto
roberts robinson robotech robotics rochelle rocker rocket rockets rockford rockhard rockon rockstar rocky1
rodman rodney rogers roland roller rolling rolltide romain romance romano romans romashka romero rommel
ronald ronaldo ronnie rookie rooney rooster root123 rootbeer rootroot roscoe rosebud rosemary rotten route66
rovers roxanne royals rtyuehe rubber rulezzz runescape runner running rupert rush2112 ruslan russell russia
russian rustam rusty1 sabbath sabina sabine sabres sabrina sacred sadie1 safari safety sahara sailboat
sailing sailor saints sakura salamander salasana saleen sally1 salmon salomon salsero salut123 salvador
sam123 samantha samara samedi samiam sammie sammy1 sampson samson samsun samsung samsung1 samtron samuel
samurai sanchez sancho sander sanders sandiego sandman sandra sandrine sandro sandwich sandy1 sanfran
santafe santana santiago santos sapper sapphire sarah1 saratoga sascha sasha1 sassy1 sasuke satan666 satana
saturday saturn sauron sausage sausages savage savannah sayang scania scanner scarface scarlet scarlett
schalke school science scooby scoobydo scooter scooter1 scorpio scorpio1 scorpion scotch scotland scott1
scottie scotty scrabble scrappy scratch scream screen script scruffy scully seadoo seahawks seamus searay
search seattle sebastia sebastian sebastien second secret secret1 secret123 secrets secure security seeker
seeking seinfeld select selena seminole semperfi senator senators senior sentinel septembe september
septembre serega serena serenity sergeant sergei sergey sergio sersolution server service services sesame
seven7 severine sex123 sex4me sexsex sexual sexxxx sexxxy sexy69 sexyboy sexygirl sexyman sexysexy shadow
shadow1 shadows shaggy shalom shaman shamrock shaney14 shanghai shania shanna shannon shannon1 shanti
shaolin sharks sharky sharon shasta shaved shazam shearer sheena sheila shelby shelley shelly shemale
shepherd sheridan sheriff sherlock sherman sherri sherry sherwood shiloh shiner shirley shitface shithead
shitty shogun shooter shopping shorty shotgun showme showtime shuang shutup sidney siemens sierra silence
silent silver silver1 silverad silvia simmons simon1 simona simone simple simpson simpsons sinatra sinbad
sinclair singer single sinister sinner sirius sister sithlord sixers skater skeeter skidoo skiing skinny
skipper skippy skittles skorpion skydive skylar skyler skyline skywalke skywalker slacker slamdunk slapper
slappy slapshot slave1 slavik slayer sleeper sleepy slick1 slider slinky slipknot slippery slutty smashing
smeghead smegma smelly smiles smiley smiths smitty smoker smokes smokey smokey1 smokie smokin smoking smooth
smudge snake1 snakes snapon snapper snapple snappy snatch sneakers snickers sniper snooker snoopdog snoopy
snoopy1 snowball snowboar snowboard snowflak snowman snuffy snuggles sobaka soccer soccer1 socrates softail
softball software sojdlg123aljg soldier soleil soleil1 soleil123 solnce solomon solution someone somethin
something sommer sonics sonoma sooner sooners sophia sophie soprano soso123aljg soulmate southern southpar
southpark sowhat spaceman spanish spanking spankme spanky sparkle sparks sparky sparky1 sparrow sparta
spartak spartan spartans speaker spears special specialk spectre spectrum speedo speedy spencer spencer1
sphinx spider spider1 spiderma spiderman spidey spike1 spiker spikes spinner spirit spitfire splash splinter
sponge spongebo spongebob spooky sporting sports sporty spread spring springer sprint sprite spunky spurs1
sputnik spyder squall squash squirrel squirt srinivas stacey stalin stalker stallion standard stanford
stanislav stanley staples star69 starbuck starcraf starcraft stardust starfire starfish stargate starman
starship starstar starter startrek starwars stasik static station stealth steele steeler steelers stefan
stefano steffi stella stepan stephane stephani stephanie stephen stereo sterlin sterling steve1 steven
stevens stevie stewart sticks sticky stiffy stimpy stinger stingray stinky stocking stocks stolen stonecol
stonecold stoned stoner stones stoney stories stormy strange stranger stratus strawberry street strength
stretch strider strike striker string stripper stroke stroker strong stuart student studio studly stumpy
stunner stupid stylus subaru sublime submit subway subzero success sucker suckit suckme suicide sullivan
sultan summer summer1 summit sundance sunday sunflowe sunflower sunnyday sunrise sunset sunshin sunshine
super1 super123 superb superfly superma superman superman1 supersta superstar support supreme surfer surfing
susana susanne suzanne suzuki svetik svetlana svoboda swallow sweden sweet1 sweetie sweetnes sweetpea sweets
sweety swimmer swimming swinger swingers swordfis swordfish swords sydney sylvia syncmaster syracuse system
syzygy tabitha tacobell tacoma talisman tamara tanker tanner tardis target tarheel tarheels tartiflette
tarzan tatiana tattoo tatyana taurus taxman taylor taylor1 tazman tazmania tdutybq tdutybz teacher technics
techno teddy1 teddybea teddybear tekken telefon telephon telephone temp123 tempest templar temple temppass
tennis tequila teresa terminal terminator terrapin terror test123 test1234 tester testing testpass testtest
texas1 thailand thanatos thanks thankyou theater theboss thecat thedog thedoors thedude theend thegame
thegreat thekid theking thelma theman theodore theone theresa therock thesims thirteen thomas thomas1
thompson thongs throat thuglife thumbs thumper thunder thunder1 thunderb thursday thx1138 tiberius tiburon
ticket tickle tiffany tiffany1 tiger1 tiger123 tiger2 tigers tigers1 tigger tigger1 tigger2 tights timber
timothy tinker tinkerbell tinman tintin tipper titanic titanium titans titleist titten titties toaster
tobias together toledo tolkien tomato tomcat tommy1 tommyboy tomorrow tomtom tongue toolman toor1234 tootie
tootsie topcat topdog topgun topher topper tornado toronto torres toshiba tottenha tottenham toulouse
toulouse31 toutou toyota tracey tracker tractor trader traffic trainer trains trance transam translator
trapper travail travel traveler travis treasure trebor trevor trfnthbyf triangle tricia tricky trident
trigger trinidad trinity triple tripod tripper trisha tristan triton triumph trixie trojan trojans trombone
trooper trouble trucker trucks truelove truman trumpet trunks trustno1 tsunami tucker tuesday tulips
tunafish tundra tuning turbo1 turkey turkey50 turner turtle tweety twenty twilight twinkle twisted twister
tyler1 typhoon tyrone ufkbyf ultima ultimate umbrella underdog undertaker unicorn unique united universal
universe unknown unreal uranus ursula usa123 usarmy usnavy usuckballz1 utilisateur utopia vacances vacation
vagina valencia valentin valentina valera valeri valeria valerie valhalla valkyrie valley vampire vampires
vanessa vanguard vanhalen vanilla varvara vasilisa vector vectra vedder vegeta velvet vendredi venera venice
ventura verbatim veritas verizon vermont vernon verona veronica veronika veronique vertigo vfczyz vfhbyf
vfhecz vfhufhbnf vfibyf vfitymrf vfksirf vfrcbv vfrcbvrf vfvekz vfvfgfgf vfvjxrf vh5150 viagra victor
victoria victory vietnam viewsonic viking vikings vikings1 viktor viktoria viktoriya village vincent vinnie
violet violetta violin viper1 vipers virgin virginia virginie virtual vision vitalik vivelafrance vivian
vkontakte vladik vladimir vladislav voiture volcom volley volume voodoo vortex voyager voyeur vsegda
vsjasnel12 vulcan wagner walker wallace walleye walmart walnut walrus walter wanker wanted wapbbs warcraft
wareagle warhammer warlock warlord warner warning warren warrior warriors warthog washington wasser wassup
watcher water1 waterloo waters watson weasel weather weaver webber webmaste webmaster webster wedding weezer
welcome welcome1 welcome123 welder werewolf werner wesley western westham westside westwood wetpussy
wg8e3wjf whatever whatsup wheels whiskers whiskey whisky whisper whitesox whitey whitney whocares whynot
wibble wicked wilbur wildcard wildcat wildcats wildfire wildman willia william william1 williams willie
willis willow wilson windmill window windows windsor windsurf wingman winner winnie winston winston1 winter
wisdom wishbone wizard wolf359 wolfgang wolfie wolfman wolfpack wolverin wolverine wolves wombat wonder
woodland woody1 woofer woofwoof woohoo wookie wordpass working wraith wrangler wrench wrestle wrestlin
wrestling wright wrinkle1 writer wutang wxcvbn wxcvbn123 xanadu xander xavier xbox360 xerxes xfiles xtreme
xxx123 xxxpass xyz123 yamaha yankee yankees yankees1 yankees2 ybrbnf ybrjkfq yeahbaby yellow yfcntymrf
yfnfif yfnfkmz yjdsqgfhjkm yolanda yomama yosemite yourmom yousuck yugioh yvette yvonne yzerman z1x2c3
z1x2c3v4 zachary zalupa zander zaphod zaq123 zaq12wsx zaq1xsw2 zaqwsx zaqxsw zaqxswcde zaraza zenith zephyr
zeppelin zerocool zhjckfd zhuang zidane zidane10 zigzag zinedine zipper zombie zvezda zxasqw12 zxc123 zxcasd
zxcasdqwe zxcv1234 zxcvbn zxcvbnm zxcvbnm1 zxcvbnm123
`;

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
