import { ensureChromium } from './chromium.ts'

/** Vitest global setup: fails the run before its first test if there is no Chromium to be had. */
export async function setup(): Promise<void> {
  await ensureChromium()
}
