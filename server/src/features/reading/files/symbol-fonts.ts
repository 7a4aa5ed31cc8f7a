/**
 * Word writes letters of its symbol fonts as U+F020 … U+F0FF, which nothing else shows: what they look like, by the
 * fonts' own tables (Adobe's Symbol encoding; Microsoft's Wingdings).
 */
const privateUse = 0xf000;

const tableOf = (signs: string) =>
  new Map(signs.split(' ').map((sign) => [Number.parseInt(sign.slice(0, 2), 16), sign.slice(2)] as const));

const greek = tableOf(
  '41Α 42Β 43Χ 44Δ 45Ε 46Φ 47Γ 48Η 49Ι 4Aϑ 4BΚ 4CΛ 4DΜ 4EΝ 4FΟ 50Π 51Θ 52Ρ 53Σ 54Τ 55Υ 56ς 57Ω 58Ξ 59Ψ 5AΖ ' +
    '61α 62β 63χ 64δ 65ε 66φ 67γ 68η 69ι 6Aϕ 6Bκ 6Cλ 6Dμ 6Eν 6Fο 70π 71θ 72ρ 73σ 74τ 75υ 76ϖ 77ω 78ξ 79ψ 7Aζ ' +
    '22∀ 24∃ 27∍ 2A∗ 2D− 40≅ 5C∴ 5E⊥ 7E∼ A2′ A3≤ A4⁄ A5∞ AB↔ AC← AD↑ AE→ AF↓ B0° B1± B2″ B3≥ B4× B5∝ B6∂ B7• ' +
    'B8÷ B9≠ BA≡ BB≈ BC… C4⊗ C5⊕ C6∅ C7∩ C8∪ C9⊃ CA⊇ CB⊄ CC⊂ CD⊆ CE∈ CF∉ D0∠ D1∇ D5∏ D6√ D7⋅ D8¬ D9∧ DA∨ DB⇔ ' +
    'DC⇐ DD⇑ DE⇒ DF⇓ E5∑ F2∫',
);

const dingbats = tableOf(
  '28☎ 29✆ 2A✉ 4A☺ 4C☹ 6C● 6D❍ 6E■ 6F□ 70❐ 71❑ 72❒ 73⬧ 74⧫ 75◆ 76❖ 77⬥ 78⌧ 9F• A1○ A4◉ A7▪ A8◻ AB★ D8➢ DC➲ ' +
    'DF← E0→ E1↑ E2↓ E8➔ EF⇦ F0⇨ F1⇧ F2⇩ FB✗ FC✓ FD☒ FE☑',
);

/** Lists begin with these two in documents of any font. */
const bullets = tableOf('A7▪ B7•');

/** Whether a letter is one of those that only its font can tell. */
export const isSymbolCode = (code: number) => code >= privateUse + 0x20 && code <= privateUse + 0xff;

/** What a letter of a symbol font shows; nothing, where that is not known. */
export function symbolOf(code: number, font: string): string {
  const table = /wingdings/i.test(font) ? dingbats : /symbol/i.test(font) ? greek : bullets;
  return table.get(isSymbolCode(code) ? code - privateUse : code) ?? '';
}
