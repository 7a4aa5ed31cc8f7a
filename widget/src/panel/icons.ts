// Lucide's drawings (ISC), each as one path, the curves fewer.
export const closeIcon = 'M18 6 6 18M6 6l12 12';
export const restartIcon = 'M3 12a9 9 0 1 0 3-7L3 8M3 3v5h5';
export const enlargeIcon = 'M15 3h6v6M21 3 3 21M9 21H3v-6';
export const sendIcon = 'M5 12l7-7 7 7M12 19V5';
export const stopIcon = 'M7 7h10v10H7z';
export const downIcon = 'M12 5v14M19 12l-7 7-7-7';
export const thumbUpIcon = 'M7 10v12M15 6l-1 4h8l-4 12H2V10h5l5-8q4 0 3 4z';
export const copyIcon = 'M8 8h14v14H8zM5 16H2V2h14v3';
export const checkIcon = 'M20 6 9 17l-5-5';
