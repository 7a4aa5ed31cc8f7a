import type { TextLanguage } from '../../reading/service.ts';
import { type Claims, claimsOf, deniesSomething } from './claims.ts';
import { type FoundQuantity, provenQuantities, quantitiesIn } from './quantities.ts';
import { foldForQuantities } from './quantity-readings.ts';
import { type Denial, denialsIn, type TextWord, wordsOfText } from './words.ts';

/** A sentence of an answer, or of a passage, as what it says: each made when it is first asked for. */
export class Statement {
  readonly text: string;
  readonly language: TextLanguage;
  #folded: string | undefined;
  #denials: Denial[] | undefined;
  #words: TextWord[] | undefined;
  #quantities: FoundQuantity[] | undefined;
  #proven: ReadonlySet<string> | undefined;
  #claims: Claims | undefined;
  #sourceClaims: Claims | undefined;

  constructor(text: string, language: TextLanguage) {
    this.text = text;
    this.language = language;
  }

  get folded(): string {
    this.#folded ??= foldForQuantities(this.text);
    return this.#folded;
  }

  get denials(): readonly Denial[] {
    this.#denials ??= denialsIn(this.text);
    return this.#denials;
  }

  get words(): readonly TextWord[] {
    this.#words ??= wordsOfText(this.text, this.language, this.denials);
    return this.#words;
  }

  /** What it names, in its order. */
  get quantities(): readonly FoundQuantity[] {
    this.#quantities ??= quantitiesIn(this.text);
    return this.#quantities;
  }

  /** The quantities of others that it proves. */
  get proven(): ReadonlySet<string> {
    this.#proven ??= provenQuantities(this.text, this.quantities);
    return this.#proven;
  }

  get claims(): Claims {
    this.#claims ??= claimsOf(this, false);
    return this.#claims;
  }

  /** What it claims as a source of others. */
  get sourceClaims(): Claims {
    this.#sourceClaims ??= claimsOf(this, true);
    return this.#sourceClaims;
  }

  /** Whether anything is denied, in it or by what is claimed with it. */
  denies(claims: Claims = this.claims): boolean {
    return deniesSomething(this, claims);
  }
}
