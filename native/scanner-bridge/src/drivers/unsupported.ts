import type { ScanSettings, SettingWarning } from '../protocol/settings.ts'

/**
 * What a profile asks for that a driver has no way to do, so that nobody believes it was done.
 *
 * @param can names that the driver does
 */
export function unsupported(
  settings: ScanSettings,
  can: readonly ('tone' | 'dropout' | 'overscan' | 'background' | 'doubleFeed')[] = [],
): SettingWarning[] {
  const { tone, dropout, overscan, background, doubleFeed, mode } = settings
  const wanted: [string, string | number | boolean][] = []
  if (tone && !can.includes('tone')) {
    if (tone.brightness !== 0) wanted.push(['brightness', tone.brightness])
    if (tone.contrast !== 0) wanted.push(['contrast', tone.contrast])
    if (tone.threshold !== null && mode === 'bw') wanted.push(['threshold', tone.threshold])
  }
  if (dropout && dropout !== 'none' && !can.includes('dropout')) wanted.push(['dropout', dropout])
  if (overscan === true && !can.includes('overscan')) wanted.push(['overscan', true])
  if (background && background !== 'default' && !can.includes('background'))
    wanted.push(['background', background])
  if (doubleFeed && !can.includes('doubleFeed'))
    for (const detector of ['ultrasonic', 'length'] as const)
      if (doubleFeed[detector]) wanted.push([`doubleFeed.${detector}`, true])
  return wanted.map(([option, value]) => ({ option, wanted: value, got: null }))
}
