/** ECMA-376 §18.8.30: the formats that have a number and no text of their own. */
const builtIn: Record<number, string> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
  49: '@',
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The parts of a format code that are its own, without quoted text, escapes, colours and locales. */
const bare = (code: string) =>
  code
    .replace(/"[^"]*"/g, '')
    .replace(/\\./g, '')
    .replace(/\[(?!h|m|s)[^[\]]*\]/gi, '')
    .replace(/[_*]./g, '');

const isDateFormat = (code: string) => /[ymdhs]/i.test(bare(code)) && !/general/i.test(code);

/** Excel's general format: up to 11 figures, without the noise of binary fractions. */
function formatGeneral(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const short = Number(value.toPrecision(11));
  return Math.abs(short) >= 1e11 || (short !== 0 && Math.abs(short) < 1e-9)
    ? short.toExponential()
    : String(short);
}

const toTwoDigits = (value: number) => String(value).padStart(2, '0');

/** Days since the calendar's start as a date; Excel takes 1900 for a leap year. */
function dateOf(serial: number, is1904: boolean): Date | undefined {
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  if (!Number.isFinite(days) || days < 0 || days > 2_958_466) return undefined;
  return new Date(Math.round((days - 25_569) * 86_400) * 1000);
}

function formatDate(serial: number, code: string, is1904: boolean): string {
  const date = dateOf(serial, is1904);
  if (!date) return formatGeneral(serial);
  const format = bare(code).toLowerCase();
  if (format.includes('[h]')) {
    const minutes = Math.round(serial * 1440);
    return `${Math.floor(minutes / 60)}:${toTwoDigits(minutes % 60)}`;
  }
  const hasDay = /d/.test(format);
  const hasYear = /y/.test(format);
  const hasTime = /h|s/.test(format);
  const hasMonth = /m/.test(format.replace(/h[^a-z]*m+|(?<!m)m+[^a-z]*s/g, ''));
  const parts: string[] = [];
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (hasYear && hasMonth && hasDay) parts.push(`${year}-${toTwoDigits(month + 1)}-${toTwoDigits(day)}`);
  else if (hasYear && hasMonth) parts.push(`${months[month]} ${year}`);
  else if (hasMonth && hasDay) parts.push(`${day} ${months[month]}`);
  else if (hasYear) parts.push(String(year));
  else if (hasMonth) parts.push(String(months[month]));
  else if (hasDay) parts.push(String(day));
  if (hasTime) {
    const seconds = /s/.test(format) ? `:${toTwoDigits(date.getUTCSeconds())}` : '';
    parts.push(`${toTwoDigits(date.getUTCHours())}:${toTwoDigits(date.getUTCMinutes())}${seconds}`);
  }
  return parts.join(' ');
}

/** A value rounded by the fifteen figures that a double holds truly: 1.005 stands for itself, not for 1.00499…. */
function roundDecimal(value: number, decimals: number): string {
  const plain = String(Number(value.toPrecision(15)));
  if (plain.includes('e')) return value.toFixed(decimals);
  return Number(`${Math.round(Number(`${plain}e${decimals}`))}e-${decimals}`).toFixed(decimals);
}

function groupThousands(digits: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return groups.join(',');
}

/**
 * A number as a person sees it in its cell. Dates come out as ISO days, the one spelling that reads the same
 * in every language; sections for negative numbers and text around the figure are kept.
 */
export function formatNumber(value: number, format: string | number, is1904: boolean): string {
  const code = typeof format === 'number' ? (builtIn[format] ?? 'General') : format;
  if (!Number.isFinite(value)) return '';
  if (code === '@' || /general/i.test(code) || code === '') return formatGeneral(value);
  if (isDateFormat(code)) return formatDate(value, code, is1904);
  const sections = code.split(';');
  const section =
    (value < 0 && sections.length > 1
      ? sections[1]
      : value === 0 && sections.length > 2
        ? sections[2]
        : sections[0]) ?? code;
  const pattern = bare(section);
  const figure = /[#0?][#0?,.]*/.exec(pattern)?.[0];
  const literals = (text: string) =>
    text
      .replace(/\[\$([^[\]-]*)(?:-[^[\]]*)?\]/g, '$1')
      .replace(/\[[^[\]]*\]/g, '')
      .replace(/[_*]./g, '')
      .replace(/"([^"]*)"/g, '$1')
      .replace(/\\(.)/g, '$1');
  if (figure === undefined) return literals(section).trim();
  // Halves and quarters: a decimal says the same.
  if (/[#0?]\s*\/\s*[#0?\d]/.test(pattern)) return formatGeneral(value);
  const isPercent = pattern.includes('%');
  // Commas behind the figure's last digit count it in thousands, millions.
  const thousands = /[#0?](,+)(?![#0?,])/.exec(pattern)?.[1]?.length ?? 0;
  const magnitude = Math.abs(isPercent ? value * 100 : value) / 1000 ** thousands;
  if (/e[+-]/i.test(pattern)) {
    const [digits, power = '+0'] = value
      .toExponential((/\.([0#?]+)/.exec(pattern)?.[1] ?? '').length)
      .split('e');
    return `${digits}E${power[0]}${power.slice(1).padStart(2, '0')}`;
  }
  const decimals = /\.([0#?]*)/.exec(figure)?.[1] ?? '';
  const required = decimals.replace(/[^0]/g, '').length;
  const rounded = roundDecimal(magnitude, Math.min(15, decimals.length));
  let [whole = '0', fraction = ''] = rounded.split('.');
  while (fraction.length > required && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  if (/[#0?],[#0?]/.test(figure)) whole = groupThousands(whole);
  const zeros = figure.split('.')[0]?.replace(/[^0]/g, '').length ?? 1;
  whole = whole.padStart(zeros, '0');
  const sign = value < 0 && (sections.length < 2 || section === sections[0]) ? '-' : '';
  const text = sign + whole + (fraction ? `.${fraction}` : '');
  const around = literals(section).split(/[#0?][#0?,.]*/);
  return `${around[0] ?? ''}${text}${around.slice(1).join('')}`.trim();
}
