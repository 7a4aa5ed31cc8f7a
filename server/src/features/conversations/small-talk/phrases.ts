import type { Language } from '@parlance/contract/i18n';

/** What a message of small talk is about; where it is about several, the first of this list is answered. */
export const talkKinds = [
  'person',
  'insult',
  'robot',
  'identity',
  'abilities',
  'wellbeing',
  'presence',
  'name',
  'goodbye',
  'greeting',
  'praise',
  'apology',
  'thanks',
  'agreement',
  'puzzled',
] as const;
export type TalkKind = (typeof talkKinds)[number];

/**
 * What people say without asking anything, a phrase a line, without accents and with a blank for each apostrophe or
 * hyphen. `(a|b)` is one of them, `[a|b]` one of them or nothing, `*` any word, `@` a first name. A message that is made of such phrases and of fillers
 * alone, with one phrase at least, is small talk.
 */
export const talkPhrases: Record<Language, Partial<Record<TalkKind, string>>> = {
  fr: {
    greeting: `
      (bonjour|bonsoir|salut|coucou|bonjours|bonour|bojour|bonjou|bjour|bjr|bsr|slt|salutations|cc|yo|wesh|hola|re|rebonjour|rebonsoir) [bonjour|bonsoir|salut|coucou]
      bon (matin|apres midi|dimanche|samedi)
      re (bonjour|salut|bonsoir)
      (bonjour|bonsoir|salut|coucou) a (tous|toutes|tous et a toutes|vous|toi|toute l equipe|l equipe)
      (enchante|enchantee)`,
    wellbeing: `
      [comment] (ca|sa) va [bien|aujourd hui|toi|vous|chez vous]
      comment (allez vous|vas tu|tu vas|vous allez|ca se passe)
      (tu vas|vous allez) bien
      (j espere|en esperant) que (tu vas|vous allez|ca va) [bien]
      la forme
      la forme
      [bien|tres bien|super] [merci] et (toi|vous) [alors]
      [moi] (ca va|je vais) [bien|tres bien|super] [merci] et (toi|vous) [alors]
      (quoi de|koi de) neuf`,
    presence: `
      (il y a|y a|ya|il ya) [t il] (quelqu un|qqun|qq un|kelkun|du monde) [ici|la|en ligne]
      (tu es|t es|vous etes|etes vous|es tu) (la|toujours la|en ligne|disponible|dispo)
      allo [allo|quoi]
      (tu|vous) (m entends|m entendez|me lis|me lisez|m ecoutes|m ecoutez)
      (c est un|ceci est un|juste un|petit) test
      test [test|1 2|1 2 3]`,
    identity: `
      (qui|ki) (es tu|etes vous|est tu|t es|tu es|vous etes) [au juste|exactement|vous|toi|donc]
      (tu es|t es|vous etes|c est) (qui|ki) [toi|vous|au juste|exactement|donc|la]
      [a] (qui|ki) (je parle|ai je l honneur|est ce que je parle|je suis en train de parler|parle je|ai je a faire)
      je parle a (qui|ki)
      (c est|tu es|t es|vous etes|etes vous|es tu) quoi [au juste|exactement|toi]
      comment (tu t appelles|vous appelez vous|t appelles tu|vous vous appelez)
      (quel est|c est quoi) (ton|votre) [petit] (nom|prenom)
      (tu t appelles|vous vous appelez) comment
      (presente toi|presentez vous)
      qui (t a|vous a) (cree|fait|programme|concu|developpe)`,
    robot: `
      [est ce que] (tu es|t es|vous etes|etes vous|es tu|c est|est ce|je parle a|est ce que c est|y a t il|je parle avec|on parle a|suis je en train de parler a|ai je a faire a|j ai affaire a|ca repond) [vraiment|bien|juste|pas|donc|encore|que] [un|une|des|de la] [vrai|vraie|vrais|simple] (robot|bot|chatbot|chat bot|ia|intelligence artificielle|machine|humain|humaine|personne|programme|ordinateur|automate|repondeur|etre humain|chatgpt|personne reelle|personne humaine|assistant virtuel|agent virtuel|conseiller virtuel|personne physique|automatique|reel|reelle) [ou] [un|une|bien] [vrai|vraie|de la] [robot|bot|chatbot|ia|intelligence artificielle|machine|humain|humaine|personne|programme|ordinateur|etre humain|pas|reelle]
      (c est automatique|c est une reponse automatique|c est un message automatique|reponse automatique)
      qui (me repond|repond|est derriere) [vraiment|la|ici]
      [encore] un (robot|bot|chatbot)`,
    abilities: `
      [a] quoi (tu sers|vous servez|sers tu|ca sert) [toi|au juste|ici]
      (tu sers|vous servez|ca sert) a quoi [toi|au juste|ici]
      (que|qu est ce que|quoi) (sais tu faire|peux tu faire|pouvez vous faire|savez vous faire|tu sais faire|tu peux faire|vous pouvez faire|vous savez faire|faites vous ici) [pour moi|ici]
      (tu sais|vous savez|tu peux|vous pouvez|tu) (faire quoi|fais quoi|m aider en quoi|m aider a quoi|repondre a quoi|faire quoi pour moi)
      (en quoi|comment) (peux tu|pouvez vous|tu peux|vous pouvez) m aider
      (peux tu|pouvez vous|tu peux|vous pouvez|tu pourrais|vous pourriez|pourriez vous|pourrais tu) [pouvez|peux] (m aider|m aidez|me renseigner|repondre a mes questions|repondre a une question|m aider svp)
      comment ca (marche|fonctionne) (ici|ce chat|ce truc|ce bot)
      (aide|aidez moi|aide moi|a l aide|besoin d aide|j ai besoin d aide|il me faut de l aide|menu|help)
      (j ai|j aurais|jai|jaurai|j aurai) (une|des|quelques|plusieurs|qq|deux|2|une autre|une petite) (question|questions|renseignement|renseignements|demande|truc a demander)
      (je peux|puis je|est ce que je peux|on peut) [vous|te] (poser une question|demander quelque chose|demander un truc|demander qqch|poser une autre question)
      (je voudrais|je veux|j aimerais|je souhaiterais|je cherche) [un|une|des|avoir un|avoir des|avoir une] (renseignement|renseignements|information|informations|info|infos|aide)
      (quelles questions|que) (puis je|je peux|est ce que je peux) [te|vous] (poser|demander)`,
    name: `
      [moi] (je m appelle|mon nom est|mon prenom est|je me nomme|mon nom c est|moi c est) * [*]
      [c est|ici|je suis|moi] @`,
    goodbye: `
      (au revoir|aurevoir|o revoir|a bientot|a plus|a plus tard|a la prochaine|a demain|a tout a l heure|a tout|adieu|ciao|tchao|bye|bye bye|a pluss|a toute|a lundi|a samedi|a vendredi|a mardi|a mercredi|a jeudi|a dimanche|bonne continuation|salutations distinguees|cordialement|bien a vous|a tres bientot|a tres vite|a vite)
      (bonne|bone|bonn) (journee|soiree|nuit|apres midi|fin de journee|fin de soiree|fin de semaine|semaine|annee|route|fetes|vacances|aprem)
      (bon|bons) (week end|weekend|we|dimanche|samedi|apres midi|courage|aprem|vacances)
      (passez|passe) (une|un) (bonne|bon|excellente|agreable|belle) (journee|soiree|nuit|week end|weekend|fin de journee|apres midi)
      (excellente|belle|tres bonne|bonne) (journee|soiree|semaine|nuit|fin de journee)
      (c est tout|ce sera tout|c est tout bon|plus rien|rien d autre|ce n est pas grave|c est pas grave|pas grave|laisse tomber|laissez tomber|tant pis|oublie|oubliez|non c est tout|plus de question|je n ai plus de questions) [pour moi|pour aujourd hui|pour le moment|pour l instant]`,
    thanks: `
      (merci|mercii|merki|mrc|mci|merci merci|mercy|mersi|merciiii) [beaucoup|bcp|bien|infiniment|mille fois|enormement|encore|d avance|par avance|a vous|a toi|a tous|a toute l equipe|bien a vous|tout plein|vraiment|quand meme|quand mm|pour tout]
      (un grand|grand|mille|encore) merci [a vous|a toi]
      (je vous|je te|j vous|nous vous) (remercie|remercions|suis reconnaissant|suis reconnaissante) [beaucoup|bien|infiniment|par avance|d avance]
      (merci|remercie) [beaucoup|bien|bcp] (pour|de) [votre|ton|vos|tes|cette|l|la|les|le|ces|toutes ces|tous ces] [precieuse|precieuses] (aide|reponse|reponses|retour|info|infos|information|informations|precision|precisions|renseignement|renseignements|patience|rapidite|reponse rapide|temps|reactivite|gentillesse|accueil|coup de main|tout|m avoir repondu|m avoir aide|votre aide precieuse|avoir repondu)
      (c est|c) (gentil|sympa|tres gentil|adorable|bien aimable|super gentil|vraiment gentil) [de votre part|de ta part|a vous|merci]`,
    praise: `
      (c est|c|cest|t es|tu es|vous etes|etes|trop|vraiment|tres|super) [vraiment|tres|super|trop|tellement|pas] (super|genial|geniale|top|parfait|cool|efficace|utile|clair|nickel|bien|excellent|rapide|pratique|fort|forte|gentil|gentille|sympa|drole|mal|impressionnant|impressionnante|intelligent|intelligente|complet|precis|au top|formidable|incroyable)
      (bravo|chapeau|felicitations|bien joue|quelle efficacite|belle reponse|bonne reponse|tres bonne reponse)
      (je t aime|je vous aime|j adore|je t adore|je kiffe)
      (mdr|lol|ptdr|haha|hahaha|hihi|ha ha|xd|hehe|ah ah)`,
    apology: `
      (pardon|desole|desolee|excusez moi|excuse moi|toutes mes excuses|mes excuses|sorry|je m excuse|autant pour moi|au temps pour moi|oups|mince|zut)
      (je me suis|me suis) trompe
      (erreur|faute de frappe|mauvaise manip|fausse manip)`,
    agreement: `
      (ok|okay|oki|okk|oke|okey|k|ok ok|okok|dac|dacc|d acc|daccord|d accord|dakor|d ac|ca marche|sa marche|entendu|compris|bien compris|j ai compris|bien recu|recu|note|c est note|bien note|je note|parfait|super|top|genial|nickel|cool|impeccable|impec|tres bien|bien|bon|c est bon|c est bien|c est parfait|c est clair|tout est clair|c clair|excellent|formidable|merveilleux|ah|ah bon|ah ok|ah oui|ah d accord|ha|oh|hmm|hum|mmh|mouais|bof|bah|ben|eh bien|je vois|je comprends|voila|exact|exactement|tout a fait|oui oui|carrement|volontiers|avec plaisir|pas de souci|pas de probleme|pas de soucis|aucun souci|aucun probleme|interessant|bonne nouvelle|dommage|c est dommage|quel dommage|tant mieux|ca roule|ca me va|ca me convient|ca ira|je verrai|on verra|a voir|je vais voir|c est ce que je voulais savoir|c est ce que je cherchais|ca repond a ma question|vous avez repondu a ma question|tu as repondu a ma question|voila tout|genre|waouh|wow|ouah|ouais|ouep|yep|mais bon|soit|vu|je t ecoute|je vous ecoute|je sais|je le sais|on arrive|j arrive|je suis la|une seconde|un instant|une minute|deux minutes|attends|attendez|je reflechis|je patiente|j attends)
      (je vais|on va|je viens|je compte) (voir|reflechir|y reflechir|essayer|essayer ca|regarder|regarder ca|faire ca|faire comme ca|le faire|verifier|en parler|passer|venir|reserver|commander|appeler|telephoner|les appeler|vous appeler|m inscrire|tester|noter|noter ca|attendre|patienter|vous ecrire|revenir|en discuter|demander) [demain|plus tard|ca|alors|donc|du coup|tout de suite|dans la journee|cette semaine|ce soir|samedi|lundi|bientot|avec mon mari|avec ma femme|avec mon conjoint]
      (je|on) (reviens|reviendrai|repasse|repasserai|passe|passerai|viens|viendrai|essaie|essaye|rappelle|rappellerai|vous rappelle|vous recontacte|verra|verrai|vous tiens au courant|te tiens au courant|arrive|y vais|y va|regarde|note) [demain|plus tard|alors|donc|du coup|tout de suite|ce soir|bientot|vers vous|samedi|lundi|ca]`,
    puzzled: `
      (hein|quoi|pardon|comment ca|c est a dire|je comprends pas|je ne comprends pas|j ai pas compris|je n ai pas compris|pas compris|j ai rien compris|je n ai rien compris|rien compris|n importe quoi|euh|heu|mais|et alors|alors|et donc|donc|et|pourquoi|c est quoi ce delire|ca veut rien dire|ca ne veut rien dire|ca ne repond pas a ma question|ce n est pas ma question|c est pas ma question|c est pas ce que je demande|ce n est pas ce que je demande|vous n avez pas repondu a ma question|tu n as pas repondu|tu reponds pas|tu ne reponds pas a ma question|vous ne repondez pas a ma question|vous ne repondez pas)`,
    insult: `
      [espece de|sale|gros|grosse|petit|pauvre|tas de|t es|tu es|vous etes|quel|quelle|va te faire|bande de|c est] [vraiment|trop|un|une|de la|qu un|qu une] [gros|sale|vrai|petit|pauvre] (con|conne|connard|connasse|cons|abruti|abrutie|idiot|idiote|imbecile|debile|cretin|cretine|nul|nulle|nuls|nullard|bouffon|batard|salope|salaud|encule|pute|fdp|tg|merde|merdique|stupide|bete|incompetent|incompetente|incompetents|inutile|pourri|pourrie|ridicule|naze|tocard|chiant|chiante|foutre|voleurs|arnaque|arnaqueurs|escrocs|guignol|clown|honteux|honte)
      (ta gueule|ferme la|ferme ta gueule|va te faire foutre|va te faire voir|va chier|vtff|nique ta mere|ntm|tu me saoules|tu me gonfles|vous me saoulez|tu m enerves|tu sers a rien|tu ne sers a rien|vous servez a rien|vous ne servez a rien|ca sert a rien|ca ne sert a rien|je te deteste|tu pues|tu fais chier|fait chier|casse toi|degage|va mourir|je m en fous|putain|bordel|merde|bot de merde|robot de merde|service de merde|c est nul|trop nul|quelle honte|c est n importe quoi)`,
    person: `
      (un|une|vrai|vraie|le|la|au|aux|de vrais) [vrai|vraie|etre] (humain|humaine|conseiller|conseillere|personne humaine|personne reelle|interlocuteur|interlocutrice|operateur|operatrice|agent humain|etre humain|vraie personne|standard|secretariat|service client|service clients) [svp|quoi|merci]
      (humain|conseiller|conseillere|operateur|interlocuteur|agent|service client|standard|secretariat) [svp|humain]
      (rappelez moi|appelez moi|contactez moi|je veux etre rappele|je voudrais etre rappele|je souhaite etre rappele|je voudrais etre rappelee|pouvez vous me rappeler|quelqu un peut me rappeler|est ce que quelqu un peut me rappeler|quelqu un peut m appeler|pouvez vous m appeler|on peut me rappeler)`,
  },
  en: {
    greeting: `
      (hi|hello|hey|hiya|heya|hullo|helo|hallo|howdy|greetings|yo|sup|hii|heyy|ello|morning|evening|afternoon|gday) [hi|hello|hey|there]
      (good|gd) (morning|afternoon|evening|day)
      (hi|hello|hey) (all|everyone|everybody|team|guys|folks|you|again|sir|madam|maam|friend|mate)
      (nice|pleased|good) to meet you`,
    wellbeing: `
      (how are|how r|how re) (you|u|ya|things|you all) [today|doing|doing today|this morning|this evening|going]
      (how s|hows|how is) (it going|life|your day|everything|things|it)
      [fine|good|well|great] [thanks|thank you] (and|what about|how about|how bout) (you|yourself|u)
      (i m|im|i am) (fine|good|well|ok|great) [thanks|thank you] (and|what about|how about) (you|yourself|u)
      (hbu|wbu|how do you do|how you doing|hope you re well|hope you are well|hope you re doing well|hope all is well|hope youre well|i hope you are well|i hope you re well|hru|what s up|whats up|wassup|you ok|are you ok|you alright|u ok|you all right|hope you re having a good day)`,
    presence: `
      (is|are) (anyone|anybody|someone|somebody|you|u) (there|here|online|available|around|still there|awake) [today|right now|now|please]
      (anyone|anybody|you|u) (there|here|home|still there)
      (can|do) you (hear|see|read) me
      (test|testing|this is a test|just testing|just a test) [test|1 2|1 2 3]`,
    identity: `
      (who|what) (are|r) (you|u) [exactly|then|anyway|again]
      (who|what) (am i|are we) (talking|speaking|chatting|writing) (to|with) [please|here|exactly]
      who (is|s) (this|that|there|it|speaking|answering)
      (what s|whats|what is) (your|ur) name
      (do you have|have you got) a name
      (introduce yourself|tell me about yourself|who made you|who created you|who built you|who programmed you)
      (with|to) (who|whom) (am i|do i) (speak|speaking|talk|talking) [to|with]`,
    robot: `
      (are|r) (you|u) [really|actually|just|even|only|still|like] [a|an|some|some kind of] [real|actual|live|proper|simple] (robot|bot|chatbot|chat bot|ai|machine|human|person|computer|program|programme|people|real|alive|automated|human being|gpt|chatgpt|virtual assistant|sentient|someone real|somebody real|real person|real human) [or] [a|an|just|are you] [real|actual|just a] [robot|bot|chatbot|ai|machine|human|person|computer|not|program]
      (am i|are we) [really|actually|just] (talking|speaking|chatting|writing) (to|with) [a|an|some] [real|actual|live] (robot|bot|chatbot|ai|machine|human|person|computer|program|someone real|human being) [or] [a|an] [real|actual] [robot|bot|chatbot|ai|machine|human|person|computer|not]
      (is this|is that|is it|is there|you re|youre|this is|it s|its) [really|actually|just] [a|an] [real|actual|live] (robot|bot|chatbot|ai|machine|human|computer|program|person|automated|real person|real human|automatic) [or] [a|an] [real|actual] [robot|bot|chatbot|ai|machine|human|person|not|here|answering]
      (another|just another|great another|ugh a) (bot|robot|chatbot)`,
    abilities: `
      what (can|do|could) (you|u|this|it) (do|help with|help me with|answer|know|do for me|do here|help)
      what (are you|r u|is this) (for|good for|good at|able to do)
      (how|what) (can|could|do|does) (you|u|this|it) (help|help me|work|assist|help us|assist me) [here|with]
      (can|could|will|would) (you|u|someone|anyone) [please] (help|help me|help us|assist me|assist|answer a question|answer some questions|answer my question) [please|out|with something|with a question|with this]
      (help|help me|help please|please help|i need help|i need some help|need help|i need assistance|menu|options|info|information please)
      (i have|i ve|i got|i ve got|got|have) (a|some|a few|another|one more|a couple of|a quick|two|one) [quick] (question|questions|query|queries|enquiry|request)
      (can|could|may) i [please] (ask you something|ask something|ask a question|ask you a question|ask another question|ask one more thing|ask u something|ask)
      (i m looking for|i am looking for|looking for|i want|i would like|i d like|i need) (some|more) (information|info|help)
      what (can|could|should|may) i ask [you]`,
    name: `
      (my name is|my name s|the name is|the name s|i am called|i m called) * [*]
      [i m|i am|this is|it s|im] @`,
    goodbye: `
      (bye|goodbye|good bye|bye bye|byebye|bye for now|see you|see ya|see you soon|see you later|see u|see you then|see you tomorrow|later|laters|take care|farewell|cya|ttyl|so long|cheerio|ta ta|have a good one|talk soon|talk to you later|speak soon|until next time|good night|goodnight|gn|best regards|kind regards|regards|best wishes)
      have (a|an) (good|nice|great|lovely|wonderful|pleasant|excellent) (day|evening|one|weekend|night|afternoon|week|rest of your day|time)
      (enjoy|have) (your|the) (day|evening|weekend|rest of your day)
      (that s all|that is all|thats all|that s it|thats it|that will be all|that ll be all|nothing else|no more questions|no that s all|no that s it|i m done|im done|we re done|all done|never mind|nevermind|nvm|forget it|don t worry|dont worry|no worries) [for now|then|for today|from me|thank you|i needed]`,
    thanks: `
      (thanks|thank you|thankyou|thank u|thx|thnx|tnx|thks|tks|ty|tysm|cheers|ta|many thanks|much appreciated|appreciated|appreciate it|thanx|tanks|thank) [a lot|so much|very much|a bunch|a million|again|loads|ever so much|indeed|in advance|mate|anyway|all the same|kindly|a ton|much|everyone|all|you]
      (thanks|thank you|thx|cheers) [so much|very much|a lot] for [your|the|that|this|all your|all the|all] (help|answer|answers|time|info|information|reply|quick reply|response|quick response|patience|assistance|support|advice|clarification|clarifying|explaining|confirming|everything|that|helping|helping me|getting back to me|letting me know|quick answer)
      (i|we) [really|do] appreciate (it|that|your help|the help|this|your time)
      (that s|thats|you re|youre|that is|you are|so|very|how) [very|so|really|too] (kind|kind of you|nice of you|sweet|helpful|most helpful)`,
    praise: `
      (that s|thats|that is|that was|you re|youre|you are|ur|this is|it s|its|very|really|so|pretty|super|how) [very|really|so|pretty|super|quite|not|absolutely] (great|good|awesome|amazing|perfect|cool|helpful|useful|clear|brilliant|excellent|fantastic|wonderful|nice|bad|impressive|smart|clever|fast|quick|handy|funny|lovely|interesting|the best)
      (well done|good job|nice one|good bot|nice work|great job|good answer|great answer|nice answer|good stuff|congrats|congratulations|impressive|love it|i love you|i love it|i like you|love you)
      (lol|haha|hahaha|hehe|lmao|rofl|ha ha|xd)`,
    apology: `
      (sorry|so sorry|i m sorry|im sorry|my bad|my mistake|apologies|my apologies|oops|whoops|excuse me|pardon|pardon me|typo|wrong chat|wrong button|i apologise|i apologize)`,
    agreement: `
      (ok|okay|okey|okie|oki|k|kk|ok ok|okay okay|alright|all right|alrighty|right|sure|sure thing|fine|that s fine|thats fine|good|great|perfect|cool|nice|brilliant|lovely|awesome|excellent|fantastic|amazing|wonderful|super|sweet|splendid|got it|gotcha|i got it|understood|i understand|i see|makes sense|that makes sense|noted|fair enough|sounds good|sounds great|sounds fine|sounds perfect|that works|works for me|good to know|that s good to know|good to hear|ah|ah ok|ah okay|ah right|oh|oh ok|oh okay|oh right|oh i see|oh no|oh well|aha|hmm|hm|um|erm|well|indeed|exactly|absolutely|of course|no problem|no probs|np|will do|i will|i ll do that|i ll try|i ll try that|i ll try it|i will try|i ll see|i ll check|i ll have a look|i ll take a look|let me check|let me see|let me think|i ll think about it|i will think about it|i ll get back to you|i ll be back|i ll come back|i ll be there|i ll call|i ll call them|i ll call you|i ll do it|we ll see|we ll be there|we ll come|see|what a shame|that s a shame|shame|pity|what a pity|too bad|that s too bad|that s a pity|interesting|wow|whoa|yay|yup|yep|yeah|yeah ok|very good|very well|all good|all clear|that s clear|that s all i needed|that s what i needed|that s what i wanted to know|that answers my question|you answered my question|one moment|one sec|hold on|wait|a moment|just a moment|just a sec|give me a minute|brb|i m here|i know|glad to hear it|glad to hear that|i m waiting|my pleasure|you re welcome|good stuff then|that helps|this helps|that helped)`,
    puzzled: `
      (what|huh|eh|pardon|come again|i don t understand|i dont understand|i don t get it|i dont get it|i didn t get that|i did not understand|i didn t understand|not sure i understand|that makes no sense|makes no sense|what do you mean|what does that mean|so|and|and then|but|why|that s not what i asked|thats not what i asked|that is not what i asked|not what i asked|you didn t answer my question|you did not answer my question|that doesn t answer my question|that does not answer my question|you re not answering|wdym|confused|i m confused|nonsense|wrong|that s wrong|that is wrong|no idea|idk|whatever)`,
    insult: `
      [you|you re|youre|you are|ur|u|u r|what a|such a|stupid|dumb|fucking|bloody|damn|this is|this is a|that s|it s|it is|the] [a|an|so|such|really|fucking|bloody|absolutely|completely|totally|utter|complete|stupid|dumb] [fucking|bloody|useless|stupid|dumb|total] (idiot|moron|stupid|dumb|useless|idiots|morons|crap|shit|shite|asshole|arsehole|bitch|bastard|cunt|dick|prick|rubbish|garbage|trash|pathetic|worthless|terrible|awful|joke|dumbass|jerk|loser|wanker|twat|scam|scammers|thieves|ridiculous|horrible|disgrace|annoying|bullshit|useless bot|stupid bot|bot sucks|hopeless)
      (fuck|fuck you|fuck off|fuck this|fu|screw you|piss off|shut up|shut the fuck up|stfu|go to hell|get lost|you suck|u suck|this sucks|i hate you|i hate this|go away|wtf|damn|damn it|for fuck s sake|ffs|kill yourself|drop dead|eat shit|bugger off|sod off|bloody hell)`,
    person: `
      (a|an|some|real|the|any) [real|actual|live|human] (human|person|human being|agent|representative|operator|adviser|advisor|customer service|customer support|staff member|member of staff|live agent|human agent) [please|now]
      (human|agent|representative|operator|customer service|customer support|live agent|live chat|real person|receptionist|front desk) [please|now]
      (call me|call me back|please call me|please call me back|can you call me|can someone call me|can somebody call me|could someone call me|could you call me back|can you call me back|contact me|please contact me|i want a call back|i d like a call back|ring me|ring me back|get back to me)`,
  },
};

/** What adds nothing to small talk, in either language; alone it is none. */
export const talkFillers = `
  monsieur, madame, mademoiselle, messieurs, mesdames, mr, mme, mrs, ms, miss, docteur, doctor, dr, maitre, chef, les amis, tout le monde, cher,
  chere, chers, a vous, a toi, a tous, a toutes, vous, toi, et, ou, mais, bon, donc, alors, voila, svp, stp, s il vous plait, s il te plait, please, pls,
  plz, beaucoup, bcp, tres, bien, vraiment, trop, super, encore, deja, la, ici, oui, non, si, ouais, nan, no, yes,
  yeah, yep, nope, ah, oh, eh, he, hein, hi, euh, um, uh, well, so, then, too, also, very, really, just, now, today, aujourd hui, pour
  moi, the, an, and, to you, u, all, team, equipe, l equipe, toute l equipe, everyone, guys, there, again, anyway, quand meme, du
  coup, en fait, au fait, by the way, btw, mon, ma, this morning, ce matin, ce soir, mate, buddy, bro, frere, mec, man, dude, ami,
  amie, dear, sir, madam, quoi, bah, ben, en tout cas, enfin, bref, finalement, j espere, je me permets, for now, pour l instant,
  le robot, robot, bot, le bot, in fact, actually, ok`;

/** First names that a message of one word is more likely to introduce than to ask about. */
export const firstNames = `
  marie pierre michel andre philippe nathalie isabelle sylvie catherine martine christine francoise valerie sandrine
  stephanie veronique sophie celine chantal patricia anne brigitte julie monique aurelie nicole laurence annie emilie
  dominique virginie corinne elodie christelle camille caroline lea sarah laetitia audrey helene laura manon
  michele cecile christiane beatrice nadine delphine karine melanie marion chloe jacqueline elisabeth evelyne
  claudine anais lucie danielle carole fabienne mathilde sandra pascale annick charlotte emma severine sabrina
  amandine myriam jocelyne alexandra angelique josiane joelle agnes mireille vanessa justine sonia bernadette emmanuelle
  oceane amelie clara maryse anne marie fanny magali marie christine morgane ines nadia muriel jessica laure genevieve
  estelle jeanne nathan lucas thomas nicolas julien alexandre frederic olivier sebastien christophe laurent stephane
  david pascal eric daniel alain patrick bernard christian jacques francois guillaume vincent anthony maxime kevin antoine
  romain jerome arnaud bruno serge didier franck benjamin mathieu matthieu fabrice florian claude cedric quentin sylvain
  robert denis ludovic adrien hugo paul thierry gerard yves gilles marc fabien benoit emmanuel xavier mohamed ahmed karim
  mehdi samir rachid fatima samira yasmine louis gabriel arthur jules raphael adam leo theo noah ethan sacha victor simon
  john james william george charles henry edward jack harry oliver thomas joshua matthew daniel joseph samuel benjamin
  andrew peter stephen steven mark richard michael robert kevin brian gary scott jason ryan justin brandon eric kyle adam
  mary patricia jennifer linda elizabeth barbara susan jessica karen nancy lisa betty margaret ashley kimberly emily donna
  michelle carol amanda melissa deborah stephanie rebecca sharon cynthia kathleen amy angela shirley anna brenda pamela
  emma nicole helen samantha katherine olivia sophia chloe lucy hannah megan charlotte ellie jane kate alice ruth`;
