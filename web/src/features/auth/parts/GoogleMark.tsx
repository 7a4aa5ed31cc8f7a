/** The provider's letter, in the colour of the text beside it. */
export const GoogleMark = () => (
  <svg width={18} height={18} viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
    <path d="M21.8 12.2c0-.7-.06-1.36-.18-2H12v3.8h5.5a4.7 4.7 0 0 1-2.04 3.09v2.57h3.3c1.94-1.78 3.04-4.4 3.04-7.46Z" />
    <path d="M12 22c2.76 0 5.08-.92 6.77-2.47l-3.3-2.57a6.14 6.14 0 0 1-9.15-3.22H2.9v2.65A10.22 10.22 0 0 0 12 22Z" />
    <path d="M6.32 13.74a6.1 6.1 0 0 1 0-3.9V7.2H2.9a10.24 10.24 0 0 0 0 9.18l3.42-2.64Z" />
    <path d="M12 5.92c1.5 0 2.85.52 3.92 1.53l2.92-2.93A9.8 9.8 0 0 0 12 1.8a10.22 10.22 0 0 0-9.1 5.62l3.42 2.65A6.1 6.1 0 0 1 12 5.92Z" />
  </svg>
);
