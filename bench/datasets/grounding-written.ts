/**
 * Sentences as a model words them, written by hand before the rules were tuned: `cites` is a part of the passage that the
 * sentence cites, `holds` whether that passage says it.
 */
export interface WrittenCase {
  organisation: string;
  language: 'fr' | 'en';
  holds: boolean;
  cites: string;
  sentence: string;
}

const lines = (organisation: string, text: string): WrittenCase[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [sign = '', language = '', cites = '', sentence = ''] = line.split(' | ');
      return { organisation, language: language as 'fr' | 'en', holds: sign.trim() === '+', cites, sentence };
    });

export const writtenCases: readonly WrittenCase[] = [
  ...lines(
    'hotel-glycines',
    `
+ | fr | buffet servi | Le petit-déjeuner est servi sous forme de buffet dans la véranda, de 7 h 30 à 10 h en semaine et de 8 h à 10 h 30 le week-end et les jours fériés.
+ | fr | buffet servi | Non, il n’est pas inclus : il coûte 13 € par adulte et 7 € pour un enfant de 4 à 11 ans.
+ | fr | buffet servi | Si vous partez tôt, vous pouvez demander la veille un panier à emporter pour 9 €.
+ | en | buffet servi | Breakfast is a buffet served in the veranda from 7:30 to 10 am Monday to Friday.
+ | en | buffet servi | It is not included in the room price: it costs €13 per adult and €7 per child aged 4 to 11.
+ | en | buffet servi | Gluten-free bread can be ordered before 7 pm the day before.
+ | fr | 9 places dans la cour | Oui, l’hôtel dispose de 9 places de stationnement dans une cour fermée, au tarif de 11 € par nuit.
+ | fr | 9 places dans la cour | Vous pouvez aussi vous garer gratuitement sur le parking public de la place des Tamaris, à 300 m.
+ | en | 9 places dans la cour | Yes, there is an electric car charging station in the courtyard for €12 per night, in addition to the parking space.
+ | en | 9 places dans la cour | There is a free public car park on Place des Tamaris, 300 metres away.
+ | fr | Votre chambre vous attend | Vous pouvez arriver à partir de 15 h et vous devez libérer la chambre au plus tard à 11 h.
+ | fr | Votre chambre vous attend | Un départ tardif jusqu’à 14 h est possible moyennant un supplément de 20 €, si la chambre n’est pas relouée.
+ | en | Votre chambre vous attend | Check-in starts at 3 pm and check-out is by 11 am at the latest.
+ | en | Votre chambre vous attend | A late check-out until 2 pm is possible for an extra €20.
+ | fr | pas de restaurant | L’hôtel n’a pas de restaurant, mais une petite carte est servie au salon de 19 h à 21 h tous les soirs sauf le dimanche.
+ | en | pas de restaurant | The hotel has no restaurant, but a small menu is served in the lounge from 7 pm to 9 pm every evening except Sunday.
+ | fr | jusqu'à 7 jours avant | Oui, au tarif flexible vous pouvez annuler sans frais jusqu’à 7 jours avant votre arrivée.
+ | fr | jusqu'à 7 jours avant | En revanche, le tarif « Petit prix » n’est ni modifiable ni remboursable.
+ | en | jusqu'à 7 jours avant | With the flexible rate you can cancel free of charge up to 7 days before arrival.
+ | fr | Les cartes Visa | Nous acceptons Visa, Mastercard, les espèces et les chèques-vacances.
+ | en | Les cartes Visa | American Express is not accepted.
+ | fr | La réception est ouverte | D’avril à octobre, la réception est ouverte tous les jours de 7 h 30 à 21 h 30.
+ | en | La réception est ouverte | From November to March the front desk is open from 8 am to 8 pm.
+ | fr | plage du Guern | La plage du Guern se trouve à 600 mètres, environ huit minutes à pied.
+ | en | plage du Guern | The beach is 600 metres away, about an eight-minute walk.
- | fr | buffet servi | Le petit-déjeuner est servi de 7 h à 10 h du lundi au vendredi.
- | fr | buffet servi | Le petit-déjeuner est compris dans le prix de la chambre.
- | fr | buffet servi | Le petit-déjeuner coûte 9 € par adulte.
- | en | buffet servi | Breakfast is included in the room price.
- | en | buffet servi | Breakfast costs €15 per adult.
- | en | buffet servi | Breakfast is a buffet and includes homemade pancakes, smoked salmon and fresh orange juice.
- | fr | 9 places dans la cour | Le parking de la cour est gratuit.
- | fr | 9 places dans la cour | Le parking public de la place des Lilas est gratuit.
- | fr | 9 places dans la cour | La borne de recharge est gratuite pour les clients.
- | en | 9 places dans la cour | The courtyard is watched by a security guard day and night.
- | fr | Votre chambre vous attend | Vous pouvez arriver à partir de 14 h.
- | en | Votre chambre vous attend | A late check-out until 3 pm is possible for free.
- | fr | pas de restaurant | L’hôtel a un restaurant gastronomique ouvert tous les soirs.
- | en | pas de restaurant | The restaurant is open every evening from 7 pm to 9 pm.
- | fr | jusqu'à 7 jours avant | Le tarif « Petit prix » est remboursable jusqu’à 7 jours avant l’arrivée.
- | en | jusqu'à 7 jours avant | You can cancel free of charge up to 48 hours before arrival.
- | fr | Les cartes Visa | Nous acceptons American Express et les chèques bancaires.
- | fr | Les cartes Visa | Le paiement par PayPal est accepté.
- | fr | La réception est ouverte | La réception est ouverte 24h/24.
- | en | plage du Guern | The beach of Kerzo is 600 metres away.
`,
  ),
  ...lines(
    'gym-northside',
    `
+ | en | The gym floor is open | The gym is open from 6 am to 10:30 pm Monday to Friday and from 8 am to 8 pm at the weekend.
+ | en | The gym floor is open | On weekdays, the pool opens at 6:30 am and closes at 9 pm.
+ | en | The gym floor is open | On bank holidays the gym is open from 9 am to 3 pm.
+ | en | The gym floor is open | We are closed on Christmas Day and 1 January, that is on 25 and 26 December and on 1 January.
+ | fr | The gym floor is open | La salle est ouverte de 6 h à 22 h 30 du lundi au vendredi.
+ | fr | The gym floor is open | La piscine ferme à 21 h en semaine.
+ | fr | The gym floor is open | Le lundi, le sauna est réservé aux femmes.
+ | en | The gym floor is open | The sauna is for women only on Mondays.
+ | en | Lockers are free | Lockers are free, but please bring your own padlock or buy one for £5.
+ | en | Lockers are free | You can rent a towel at the desk for £1.50.
+ | fr | Lockers are free | Les casiers sont gratuits, mais il faut apporter votre propre cadenas.
+ | fr | Lockers are free | Vous pouvez louer une serviette à l’accueil pour 1,50 £.
+ | en | A day pass costs | There is no free trial, but you can buy a day pass for £9.50, which includes the pool and one class.
+ | fr | A day pass costs | Il n’y a pas d’essai gratuit ; un pass journée coûte 9,50 £ et comprend la piscine et un cours.
+ | en | can be cancelled at any time | Yes, you can cancel a monthly membership at any time with one month’s notice.
+ | en | can be cancelled at any time | Cancellations by phone are not accepted.
+ | fr | can be cancelled at any time | Un abonnement mensuel peut être résilié à tout moment avec un préavis d’un mois.
+ | en | A swimming cap | Yes, a swimming cap is compulsory in the pool; you can buy one for £3.
+ | fr | A swimming cap | Le bonnet de bain est obligatoire dans la piscine.
+ | en | Teenagers aged | From the age of 16 you can train on your own at any time.
+ | en | Full members receive | Full members get two guest passes every three months; additional guests pay £7.50.
+ | fr | Full members receive | Les invités supplémentaires paient 7,50 £.
- | en | The gym floor is open | The gym is open from 6 am to 11 pm Monday to Friday.
- | en | The gym floor is open | The pool is open 24 hours a day.
- | en | The gym floor is open | The sauna is for men only on Mondays.
- | en | The gym floor is open | We are open on 25 December.
- | fr | The gym floor is open | La piscine ferme à 22 h en semaine.
- | fr | The gym floor is open | Le hammam est réservé aux hommes le mardi.
- | en | Lockers are free | Towels are free.
- | en | Lockers are free | Padlocks can be hired at the desk for £1.50.
- | fr | Lockers are free | Les serviettes sont gratuites.
- | en | A day pass costs | There is a free trial of one week.
- | en | A day pass costs | A day pass costs £9.50 and includes a session with a personal trainer.
- | fr | A day pass costs | Un pass journée coûte 12 £.
- | en | can be cancelled at any time | A yearly membership can be cancelled at any time.
- | en | can be cancelled at any time | You can cancel by phone.
- | fr | can be cancelled at any time | Vous pouvez résilier par téléphone.
- | en | A swimming cap | A swimming cap is not compulsory in the pool.
- | en | Teenagers aged | Teenagers aged 13 may train on weekdays.
- | en | Full members receive | Full members may bring unlimited guests for free.
`,
  ),
  ...lines(
    'cabinet-dentaire',
    `
+ | fr | Lundi, mardi et jeudi | Le cabinet est ouvert le mercredi de 9 h à 17 h sans interruption.
+ | fr | Lundi, mardi et jeudi | Le lundi, les consultations ont lieu de 8 h 30 à 12 h 30 et de 14 h à 19 h.
+ | en | Lundi, mardi et jeudi | On Wednesday the practice is open from 9 am to 5 pm without a break.
+ | en | Lundi, mardi et jeudi | On Fridays it is open from 8:30 to 12:30 and from 2 pm to 5:30 pm.
+ | fr | Le bus 2 | Oui, le cabinet est accessible en fauteuil roulant et un ascenseur dessert le premier étage.
+ | fr | Le bus 2 | Le parking situé derrière le bâtiment est gratuit pendant deux heures, avec un disque.
+ | en | Le bus 2 | The car park behind the building is free for two hours with a parking disc.
+ | en | Le bus 2 | Yes, the practice is wheelchair accessible.
+ | fr | Prévenez-nous au moins | Pour annuler ou déplacer un rendez-vous, prévenez le cabinet au moins 48 heures à l’avance, par téléphone ou avec le lien reçu par SMS.
+ | en | Prévenez-nous au moins | Please let us know at least 48 hours in advance if you need to cancel your appointment.
+ | fr | douleur forte | En cas d’urgence, appelez dès 8 h 45 : deux créneaux sont gardés chaque jour, à 11 h 45 et à 16 h 30.
+ | en | douleur forte | In an emergency, call from 8:45 am: two slots are kept every day.
+ | fr | La séance sous gaz | La séance sous gaz coûte 60 € et n’est pas remboursée.
+ | fr | La séance sous gaz | Le Dr Sarr est formé à la sédation au gaz.
+ | en | La séance sous gaz | A session with gas sedation costs €60 and is not reimbursed.
+ | fr | par gouttières à porter | Le blanchiment est réservé aux adultes et déconseillé aux femmes enceintes.
+ | en | par gouttières à porter | Whitening is for adults only.
+ | fr | Mordez sur la compresse | Après une extraction, il ne faut pas fumer ni boire d’alcool pendant au moins trois jours.
+ | en | Mordez sur la compresse | Avoid sport for 48 hours after an extraction.
+ | fr | Le cabinet accepte encore | Le cabinet accepte encore de nouveaux patients, sauf le Dr Castagnier.
- | fr | Lundi, mardi et jeudi | Le cabinet est ouvert le mercredi de 8 h à 17 h.
- | fr | Lundi, mardi et jeudi | Le cabinet est ouvert tous les samedis.
- | en | Lundi, mardi et jeudi | The practice is open on Sunday from 9 am to 5 pm.
- | en | Lundi, mardi et jeudi | On Fridays it is open until 7 pm.
- | fr | Le bus 2 | Le parking est gratuit pendant trois heures.
- | fr | Le bus 2 | Le cabinet n’est pas accessible en fauteuil roulant.
- | en | Le bus 2 | The car park has twelve spaces for patients.
- | fr | Prévenez-nous au moins | Prévenez-nous au moins 24 heures à l’avance.
- | en | Prévenez-nous au moins | Missed appointments are charged €30.
- | fr | douleur forte | Les urgences sont reçues sans appeler, à toute heure.
- | en | douleur forte | On Sundays Dr Sarr is on duty.
- | fr | La séance sous gaz | La séance sous gaz est gratuite.
- | fr | La séance sous gaz | Le Dr Castagnier est formé à la sédation au gaz.
- | en | La séance sous gaz | General anaesthesia is available at the practice.
- | fr | par gouttières à porter | Le blanchiment est ouvert aux enfants et aux femmes enceintes.
- | fr | Mordez sur la compresse | Vous pouvez fumer dès le lendemain.
- | en | Mordez sur la compresse | Take aspirin against the pain.
`,
  ),
  ...lines(
    'outdoor-shop',
    `
+ | en | Express delivery costs | Express delivery costs £7.50 if you order before 1 pm on a working day.
+ | en | Express delivery costs | Saturday delivery costs £11.95 when you order before 11 am on Friday.
+ | fr | Express delivery costs | La livraison express coûte 7,50 £.
+ | fr | Express delivery costs | La livraison le samedi coûte 11,95 £ si vous commandez avant 11 h le vendredi.
+ | en | We ship to Ireland | Yes, we deliver to Ireland, France, Belgium, the Netherlands and Germany.
+ | en | We ship to Ireland | Delivery to France costs £14.50 and takes 6 to 9 working days.
+ | fr | We ship to Ireland | Nous livrons en Irlande, en France, en Belgique, aux Pays-Bas et en Allemagne.
+ | fr | We ship to Ireland | Les droits de douane ne sont pas compris dans nos prix.
+ | en | within 45 days | You can return unused items within 45 days in their original packaging.
+ | fr | within 45 days | Vous pouvez retourner un article non utilisé dans les 45 jours.
+ | en | We accept Visa | You can pay with Visa, Mastercard, PayPal, Apple Pay or one of our gift cards.
+ | en | We accept Visa | Cheques are not accepted.
+ | fr | We accept Visa | Nous n’acceptons pas les chèques ni American Express.
+ | en | boot fitting is free | Boot fitting is free, takes about 40 minutes and is by appointment from Tuesday to Friday.
+ | fr | boot fitting is free | L’essayage de chaussures est gratuit et se fait sur rendez-vous.
+ | en | A two-person tent | Renting a two-person tent costs £25 for a weekend and £60 for a week.
+ | fr | A two-person tent | Une caution de 80 £ est demandée.
+ | en | Students get 10% | Students receive a 10 percent discount with a valid student card.
+ | fr | Students get 10% | Les étudiants ont 10 % de réduction sur présentation d’une carte d’étudiant valable.
+ | en | Tents and tarps | Waterproof jackets have a two-year warranty.
- | en | Express delivery costs | Express delivery costs £11.95.
- | en | Express delivery costs | Saturday delivery costs £7.50.
- | en | Express delivery costs | Express delivery is free.
- | fr | Express delivery costs | La livraison express est gratuite.
- | en | We ship to Ireland | We also ship to Spain and Italy.
- | en | We ship to Ireland | Delivery to Ireland costs £14.50.
- | fr | We ship to Ireland | La livraison en Irlande coûte 14,50 £.
- | fr | We ship to Ireland | Les droits de douane sont compris dans nos prix.
- | en | within 45 days | You can return items within 30 days.
- | en | within 45 days | You can return used items within 45 days.
- | en | We accept Visa | We accept American Express.
- | fr | We accept Visa | Vous pouvez payer par virement bancaire.
- | en | boot fitting is free | Boot fitting is available on Saturdays.
- | en | boot fitting is free | Boot fitting costs £40.
- | en | A two-person tent | Snowshoes cost £4 a day.
- | fr | A two-person tent | Une caution de 100 £ est demandée.
- | en | Students get 10% | Students get 20% off.
- | en | Tents and tarps | Tents have a warranty of 5 years.
`,
  ),
];
