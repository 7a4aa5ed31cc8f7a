/** An answer's text without the numbers of its citations. */
export const withoutMarks = (text: string) => text.replace(/(?<!\s)\s*\[\d+\]/g, '');
