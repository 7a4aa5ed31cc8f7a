import { type ComponentType, createElement } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { FullPageSpinner } from './app/root/FullPageSpinner.tsx';
import { Guest, Protected, type ProtectedProps, UnknownPath } from './app/root/guards.tsx';
import { PageError } from './app/root/PageError.tsx';
import { Root } from './app/root/Root.tsx';
import { pageCode, retriedCode } from './lib/browser/code.ts';
import { followRouter } from './lib/session/wanted-path.ts';

/** Code that is fetched when it is needed: the frame's two halves, and every screen. */
const screens = {
  shell: () => import('./frames.tsx').then((file) => file.SignedInFrame),
  signedOut: () => import('./app/signed-out/SignedOutLayout.tsx').then((file) => file.SignedOutLayout),
  login: () => import('./features/auth/screens/Login/Login.tsx').then((file) => file.Login),
  register: () => import('./features/auth/screens/Register/Register.tsx').then((file) => file.Register),
  forgotPassword: () =>
    import('./features/auth/screens/PasswordReset/ForgotPassword.tsx').then((file) => file.ForgotPassword),
  resetPassword: () =>
    import('./features/auth/screens/PasswordReset/ResetPassword.tsx').then((file) => file.ResetPassword),
  googleConsent: () =>
    import('./features/auth/screens/GoogleConsent/GoogleConsent.tsx').then((file) => file.GoogleConsent),
  emailConfirmation: () =>
    import('./features/auth/screens/EmailConfirmation.tsx').then((file) => file.EmailConfirmation),
  callback: () => import('./features/auth/screens/AuthCallback.tsx').then((file) => file.AuthCallback),
  undoChange: () =>
    import('./features/auth/screens/UndoChange/UndoChange.tsx').then((file) => file.UndoChange),
  dashboard: () => import('./features/dashboard/screens/Dashboard.tsx').then((file) => file.Dashboard),
  chatbots: () => import('./features/chatbots/screens/Chatbots/Chatbots.tsx').then((file) => file.Chatbots),
  chatbot: () => {
    // What the screen most often shows is fetched with it, not after it.
    import('./features/customiser/visual/VisualTab.tsx').catch(() => {});
    return import('./features/customiser/screens/Customiser/Customiser.tsx').then((file) => file.Customiser);
  },
  channels: () => import('./features/channels/Channels.tsx').then((file) => file.Channels),
  dataSources: () => {
    // What the screen most often shows is fetched with it, not after it.
    import('./features/sources/screens/DataSources/DataSources.tsx').catch(() => {});
    return import('./features/sources/screens/SourcesScreen.tsx').then((file) => file.SourcesScreen);
  },
  sourceSelection: () =>
    import('./features/sources/screens/SourceSelection/SourceSelection.tsx').then(
      (file) => file.SourceSelection,
    ),
  pricing: () => import('./features/pricing/screens/Pricing.tsx').then((file) => file.Pricing),
  summary: () => import('./features/conversations/screens/Summary.tsx').then((file) => file.Summary),
  tokenAudit: () => import('./features/audit/screens/TokenAudit.tsx').then((file) => file.TokenAudit),
  transfers: () => import('./features/transfers/Transfers.tsx').then((file) => file.Transfers),
  profile: () => import('./features/profile/screens/Profile.tsx').then((file) => file.Profile),
  settings: () => import('./features/settings/screens/Settings.tsx').then((file) => file.Settings),
} satisfies Record<string, () => Promise<ComponentType>>;
type Screen = keyof typeof screens;

/** What the guard of the signed-in screens needs, and only sometimes. */
const guard: ProtectedProps = {
  again: retriedCode(() =>
    import('./features/auth/screens/SignInAgain.tsx').then((file) => file.SignInAgain),
  ),
  consent: pageCode(() =>
    import('./features/auth/screens/GoogleConsent/ConsentGate.tsx').then((file) => file.ConsentGate),
  ),
  onEnter: () => void import('./features/auth/security-monitor.ts').then((file) => file.recordAccess()),
};

const drawn = new Map<Screen, ComponentType>();

/** The component of a screen, one each, so that routes which share a screen share its state. */
function screen(name: Screen): ComponentType {
  let component = drawn.get(name);
  if (!component) {
    component = pageCode<object>(screens[name]);
    drawn.set(name, component);
  }
  return component;
}

/** Addresses and their screens; several addresses may share one. */
const guestScreens: readonly [path: string, name: Screen][] = [
  ['/login', 'login'],
  ['/register', 'register'],
  ['/forgot-password', 'forgotPassword'],
];
const openScreens: readonly [path: string, name: Screen][] = [
  // Exempt from the guest guard: a session that they just made must not hide what it is for.
  ['/email-confirmation', 'emailConfirmation'],
  ['/reset-password', 'resetPassword'],
  ['/undo', 'undoChange'],
  ['/auth/google-consent', 'googleConsent'],
];
const protectedScreens: readonly [path: string, name: Screen][] = [
  ['/', 'dashboard'],
  ['/chatbots', 'chatbots'],
  ['/chatbot/:chatbotId', 'chatbot'],
  ['/chatbots/:chatbotId/personnaliser', 'chatbot'],
  ['/channels', 'channels'],
  ['/data-source/:chatbotId', 'dataSources'],
  ['/chatbot/:chatbotId/datasources', 'dataSources'],
  ['/chatbots/:chatbotId/data-sources', 'dataSources'],
  ['/datasources-selection', 'sourceSelection'],
  ['/summary', 'summary'],
  ['/token-audit', 'tokenAudit'],
  ['/admin/transfers', 'transfers'],
  ['/pricing', 'pricing'],
  ['/profile', 'profile'],
  ['/settings', 'settings'],
];
const bareScreens: readonly [path: string, name: Screen][] = [['/auth/callback', 'callback']];

const routesOf = (list: readonly [path: string, name: Screen][]): RouteObject[] =>
  list.map(([path, name]) => ({ path, Component: screen(name), ErrorBoundary: PageError }));

const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: FullPageSpinner,
    ErrorBoundary: PageError,
    children: [
      {
        Component: screen('signedOut'),
        children: [{ Component: Guest, children: routesOf(guestScreens) }, ...routesOf(openScreens)],
      },
      {
        element: createElement(Protected, guard),
        children: [{ Component: screen('shell'), children: routesOf(protectedScreens) }],
      },
      ...routesOf(bareScreens),
      { path: '*', Component: UnknownPath },
    ],
  },
];

const loaders: readonly (readonly [path: string, name: Screen, frame?: Screen])[] = [
  ...[...guestScreens, ...openScreens].map(([path, name]) => [path, name, 'signedOut'] as const),
  ...protectedScreens.map(([path, name]) => [path, name, 'shell'] as const),
  ...bareScreens.map(([path, name]) => [path, name] as const),
];

/** The loader of what draws an address. */
export function loaderOf(path: string): (() => Promise<unknown>) | undefined {
  const parts = path.split('/');
  const found = loaders.find(([pattern]) => {
    const wanted = pattern.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => part === parts[at] || (part.startsWith(':') && parts[at] !== ''))
    );
  });
  if (!found) return undefined;
  const [, name, frame] = found;
  return () => Promise.all([screens[name](), frame && screens[frame]()]);
}

export function createRouter() {
  const router = createBrowserRouter(routes);
  followRouter(router);
  return router;
}
