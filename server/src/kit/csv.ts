/** What a spreadsheet would take for a formula (security S3.12), some of them in East Asian widths, too. */
const formula = /^[=+\-@＝＋－＠\t\r\n\0]/;

const cell = (value: string | number) => {
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A row as RFC 4180 writes it; a cell that begins like a formula is made a text. */
export const writeCsvRow = (cells: readonly (string | number)[]) => `${cells.map(cell).join(',')}\r\n`;
