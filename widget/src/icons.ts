// Lucide's drawings (ISC), each as one path.
export const closeIcon = 'M18 6 6 18M6 6l12 12';
export const restartIcon = 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5';
export const enlargeIcon = 'M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6';
export const sendIcon = 'M5 12l7-7 7 7M12 19V5';
export const stopIcon = 'M7 7h10v10H7z';
export const downIcon = 'M12 5v14M19 12l-7 7-7-7';
export const thumbUpIcon =
  'M7 10v12M15 5.88 14 10h5.83a2 2 0 0 1 1.92 2.56l-2.33 8A2 2 0 0 1 17.5 22H4a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h2.76a2 2 0 0 0 1.79-1.11L12 2a3.13 3.13 0 0 1 3 3.88Z';
export const copyIcon =
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2';
export const checkIcon = 'M20 6 9 17l-5-5';
