// Runs inline, before the first paint: theme, language and browser colour without a flash. Allowed by its hash.
(() => {
  const root = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = stored('theme');
  const light =
    theme === 'light' || (theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.theme = light ? 'light' : 'dark';
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', light ? '%canvas-light%' : '%canvas-dark%');
  const chosen = stored('language');
  const guess =
    chosen === 'fr' || chosen === 'en' ? chosen : (navigator.language || '').slice(0, 2).toLowerCase();
  root.lang = guess === 'en' ? 'en' : 'fr';
})();
