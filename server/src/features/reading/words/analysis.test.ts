import { describe, expect, test } from 'vitest';
import { forEachTermNumber, termNumber, termsOf } from './analysis.ts';

const terms = (text: string, language: 'fr' | 'en' = 'fr') =>
  Array.from(termsOf(text, language), ({ term }) => term);

describe('analysis', () => {
  test('accents, case, plural and apostrophe make no difference', () => {
    expect(terms('Les RÉSERVATIONS de l’hôtel')).toEqual(terms("reservation d'hotel"));
    expect(terms('déclaré')).toEqual(terms('declare'));
    expect(terms('de\u0301clare\u0301')).toEqual(terms('déclaré'));
  });

  test('irregular forms are their word', () => {
    for (const forms of [
      'naître né née naquit',
      'mourir mort meurt mourut',
      'construire construit construisit',
    ])
      expect(new Set(terms(forms)).size).toBe(1);
    expect(new Set(terms('jeu jeux')).size).toBe(1);
    expect(terms('je ne sais')).not.toContain(terms('né')[0]);
    for (const forms of ['write wrote written', 'build built', 'hold held', 'child children'])
      expect(new Set(terms(forms, 'en')).size).toBe(1);
  });

  test('elisions fall off, chained ones too', () => {
    expect(terms("jusqu'à l'aube, lorsqu'il s'en va")).toEqual(['aub']);
    expect(terms('qu’est-ce que c’est')).toEqual([]);
  });

  test('a number is the same in both notations', () => {
    for (const written of ['14 250,50', '14\u202f250,50', '14,250.50', '14250.50']) {
      expect(terms(`prix ${written} €`)).toContain('14250.50');
    }
    expect(terms('1,000 or 1.000', 'en')).toEqual(['1000', '1000']);
    expect(terms('0.125', 'en')).toEqual(['0.125']);
  });

  test('identifiers and compounds stay whole and give their parts', () => {
    expect(terms('facture FA-2024/001')).toEqual(['factur', 'fa2024001', 'fa', '2024', '001']);
    expect(terms('Wi-Fi')).toEqual([...terms('wifi'), 'wi', 'fi']);
    expect(terms('C++', 'en')).toEqual(['c++', 'c']);
    expect(terms('S.N.C.F.')).toEqual(terms('SNCF'));
  });

  test('an identifier or compound is the same with and without its hyphens', () => {
    expect(terms('FA-2024/001')).toContain(terms('FA2024001')[0]);
    expect(terms('le week-end')).toContain(terms('weekend')[0]);
    expect(terms('check-ins', 'en')).toContain(terms('checkin', 'en')[0]);
    expect(terms('2024/05')).toEqual(terms('2024-05'));
    expect(terms('10:30')).not.toContain('1030');
  });

  test('numbers meet with and without decimals of nothing, units apart or not, telephones in pairs or not', () => {
    expect(terms('1 200,00 €')).toEqual(terms('1200 €'));
    expect(terms('12kg')).toEqual(expect.arrayContaining(terms('12 kg')));
    expect(terms('10h30')).toEqual(expect.arrayContaining(terms('10 h 30')));
    expect(terms('01 23 45 67 89')).toEqual(expect.arrayContaining(['0123456789', '01', '89']));
    expect(terms('01.23.45.67.89')).toEqual(['0123456789']);
  });

  test('an ordinal is the same in Roman and other figures, in both languages', () => {
    const twentieth = ['XXe', 'xxe', 'XXème', '20e', '20ème', '20eme', '20ième'];
    for (const written of twentieth) expect(terms(`au ${written} siècle`)).toEqual(terms('au XXe siècle'));
    expect(terms('the 20th', 'en')).toEqual(terms('le XXe'));
    expect(terms('Charles Ier')).toEqual(terms('Charles 1er'));
    expect(terms('la IVe')).toEqual(terms('la 4e'));
    expect(terms('La Vie, l’XIIIIe, vie')).not.toContain('6e');
    expect(terms('La Vie')).toEqual(terms('la vie'));
  });

  test('genders, persons and irregular plurals meet', () => {
    expect(terms('remboursée, remboursées')).toEqual(terms('remboursé, remboursés'));
    expect(terms('nous livrons')).toEqual(expect.arrayContaining(terms('livrez')));
    expect(terms('les maisons')).toEqual(expect.arrayContaining(terms('maison')));
    expect(terms('travaux')).toEqual(terms('travail'));
    expect(terms('the children’s teeth', 'en')).toEqual(terms('a child’s tooth', 'en'));
    expect(terms('des CVs')).toEqual(terms('CV'));
  });

  test('English possessives and contractions fall off', () => {
    expect(terms('The museum’s owners don’t sell', 'en')).toEqual(terms('museum owner sells', 'en'));
  });

  test('a question in one language loses its stop words also where sources speak the other', () => {
    expect(Array.from(termsOf('what is the refund', 'fr', 'en'), ({ term }) => term)).toEqual(['refund']);
  });

  test('term numbers fit a sparse vector', () => {
    for (const term of ['', 'a', 'remboursement', 'x'.repeat(1000)]) {
      expect(termNumber(term)).toBeGreaterThanOrEqual(1);
      expect(termNumber(term)).toBeLessThanOrEqual(1_000_000_000);
    }
  });

  test('additional readings of a compound do not lengthen the text', () => {
    expect(forEachTermNumber('Wi-Fi gratuit', 'fr', () => undefined)).toBe(3);
  });
});
