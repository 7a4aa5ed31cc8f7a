import type { Platforms } from './platforms/platform.ts';
import { telegram } from './telegram/telegram.ts';
import { whatsApp } from './whatsapp/whatsapp.ts';

/** The platforms that visitors write on. */
export const platforms: Platforms = { telegram, whatsapp: whatsApp };
