import type { DeviceCaps } from '../../protocol/messages.ts'
import { PIXEL_TYPES } from './apply-settings.ts'
import type { Capabilities } from './capabilities.ts'
import { type Container, currentOf, type TwainValue } from './container.ts'
import { largestArea } from './scan-area.ts'
import { capabilityName } from './triplets.ts'

/** What an open source can do in our words, and everything that it says about itself. */
export function describeCapabilities(capabilities: Capabilities): DeviceCaps {
  const isAmong = (values: TwainValue[] | null, value: TwainValue) =>
    values?.includes(value) === true
  const feeder = capabilities.values('CAP_FEEDERENABLED')
  const sources: DeviceCaps['sources'] = []
  if (feeder === null || isAmong(feeder, false)) sources.push('flatbed')
  if (feeder !== null) sources.push('feeder')
  if (Number(capabilities.current('CAP_DUPLEX') ?? 0) > 0) sources.push('duplex')
  const types = capabilities.values('ICAP_PIXELTYPE')
  const supported = capabilities.values('CAP_SUPPORTEDCAPS') ?? []
  return {
    sources,
    modes: (['bw', 'gray', 'color'] as const).filter((mode) => isAmong(types, PIXEL_TYPES[mode])),
    dpi: resolutionsOf(capabilities.get('ICAP_XRESOLUTION')),
    maxArea: largestArea(capabilities),
    vendor: supported.map(Number).map((number) => {
      const container = capabilities.get(number)
      return {
        name: capabilityName(number),
        type: container?.kind ?? 'unknown',
        value: container ? textOf(currentOf(container)) : '',
      }
    }),
  }
}

function resolutionsOf(container: Container | null): DeviceCaps['dpi'] {
  if (!container) return null
  if (container.kind === 'range')
    return { min: container.min, max: container.max, step: container.step }
  return container.kind === 'one' ? [Number(container.value)] : container.values.map(Number)
}

const textOf = (value: TwainValue | undefined): string =>
  value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
