import type { ScanSettings } from '../../protocol/settings.ts'
import type { Capabilities } from './capabilities.ts'
import { getFixed, LAYOUTS, putFixed } from './layouts.ts'
import type { TwainSession } from './session.ts'
import { DAT, DG, MSG, RC } from './triplets.ts'

const MM_PER_INCH = 25.4

/** Asks for the area to scan; a strip of paper that is not scanned is told, rounding to steps is not. */
export function setArea(
  session: TwainSession,
  capabilities: Capabilities,
  area: ScanSettings['area'],
  warn: (option: string, wanted: number, got: number | null) => void,
): void {
  // A size by name would win over one in inches.
  capabilities.choose('ICAP_SUPPORTEDSIZES', 0)
  const at = LAYOUTS.ImageLayout
  const layout = Buffer.alloc(at.size)
  const most = (name: 'ICAP_PHYSICALWIDTH' | 'ICAP_PHYSICALHEIGHT') => {
    const inches = Number(capabilities.current(name) ?? 0)
    return inches > 0 ? inches : Number.POSITIVE_INFINITY
  }
  putFixed(layout, 8, Math.min(area.widthMm / MM_PER_INCH, most('ICAP_PHYSICALWIDTH')))
  putFixed(layout, 12, Math.min(area.heightMm / MM_PER_INCH, most('ICAP_PHYSICALHEIGHT')))
  layout.writeUInt32LE(1, at.DocumentNumber)
  layout.writeUInt32LE(1, at.PageNumber)
  layout.writeUInt32LE(1, at.FrameNumber)
  session.call(DG.image, DAT.imageLayout, MSG.set, layout)
  const got = Buffer.alloc(at.size)
  const isKnown = session.call(DG.image, DAT.imageLayout, MSG.get, got) === RC.success
  const sizeMm = (low: number, high: number) =>
    isKnown ? (getFixed(got, high) - getFixed(got, low)) * MM_PER_INCH : null
  for (const [option, wanted, gotMm] of [
    ['widthMm', area.widthMm, sizeMm(0, 8)],
    ['heightMm', area.heightMm, sizeMm(4, 12)],
  ] as const)
    if (gotMm === null || gotMm < wanted - 1) warn(option, wanted, gotMm)
}

/** The largest area of the device; null when it does not say. */
export function largestArea(capabilities: Capabilities) {
  const [width, height] = [
    Number(capabilities.current('ICAP_PHYSICALWIDTH') ?? 0),
    Number(capabilities.current('ICAP_PHYSICALHEIGHT') ?? 0),
  ]
  return width > 0 && height > 0
    ? { widthMm: width * MM_PER_INCH, heightMm: height * MM_PER_INCH }
    : null
}
