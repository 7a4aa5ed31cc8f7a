/** What a spreadsheet would take for a formula (security S3.12), some of them in East Asian widths, too. */
const formula = /^[=+\-@＝＋－＠\t\r\n\0]/;

/** French spreadsheets take a comma for the decimal sign, and part cells by semicolons. */
export type CsvSeparator = ',' | ';';

const writeCell = (value: string | number, separator: CsvSeparator) => {
  if (typeof value === 'number') return separator === ';' ? String(value).replace('.', ',') : String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A row as RFC 4180 writes it; a cell that begins like a formula is made a text. */
export const writeCsvRow = (cells: readonly (string | number)[], separator: CsvSeparator = ',') =>
  `${cells.map((value) => writeCell(value, separator)).join(separator)}\r\n`;
