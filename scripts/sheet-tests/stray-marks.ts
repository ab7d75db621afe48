import type { Bubble } from '@hengjuan/domain'
import type { GreyPage, Random } from '@hengjuan/scan-simulator'

/**
 * What is found on a question that its candidate left without a proper mark: a rubbed-out mark, a dot
 * where the pen rested, a smear over all options, a ring around the option meant, or a mark that is
 * lighter or smaller than the candidate's others.
 */
export type StrayKind = 'rubbedOut' | 'dot' | 'smear' | 'ring' | 'uneven'

export const strayKinds: readonly StrayKind[] = [
  'rubbedOut',
  'dot',
  'smear',
  'ring',
  'uneven',
  'uneven',
  'uneven',
]

/** Draws a stray mark on a printed page; the page is changed. */
export function drawStray(
  page: GreyPage,
  bubbles: readonly Bubble[],
  kind: StrayKind,
  bubble: Bubble,
  darkness: number,
  random: Random,
): void {
  const { xMm, yMm, widthMm, heightMm } = bubble
  if (kind === 'rubbedOut') {
    // What a rubber leaves: a tenth of the graphite, up to a third where it was pressed in.
    const left = darkness * random.between(0.08, 0.33)
    darken(
      page,
      xMm,
      yMm,
      widthMm * 0.45,
      heightMm * 0.45,
      (_u, _v) => left * random.between(0.3, 1),
    )
  } else if (kind === 'dot') {
    const [dx, dy] = [random.normal() * 0.2 * widthMm, random.normal() * 0.2 * heightMm]
    const radius = random.between(0.2, 0.45)
    darken(page, xMm + dx, yMm + dy, radius, radius, (u, v) => (u * u + v * v < 1 ? darkness : 0))
  } else if (kind === 'smear') {
    const xs = bubbles.map((b) => b.xMm)
    const middle = (Math.min(...xs) + Math.max(...xs)) / 2
    const half = (Math.max(...xs) - Math.min(...xs)) / 2 + widthMm
    const level = random.between(0.1, 0.4)
    darken(
      page,
      middle,
      yMm + random.normal() * 0.3,
      half,
      heightMm * 0.8,
      (_u, v) => level * (1 - v * v) * random.between(0.75, 1),
    )
  } else if (kind === 'uneven') {
    fillByHand(page, bubble, darkness * random.between(0.45, 1), random.between(0.28, 0.47), random)
  } else {
    const [a, b] = [widthMm / 2 + random.between(0.3, 0.9), heightMm / 2 + random.between(0.3, 0.8)]
    const line = random.between(0.35, 0.5)
    darken(page, xMm, yMm, a, b, (u, v) => {
      const inward = (1 - Math.hypot(u, v)) * Math.min(a, b)
      return inward >= 0 && inward < line ? darkness : 0
    })
  }
}

/** Fills a bubble as a pupil does who neither presses nor covers evenly; `half` is half its size, as a share. */
export function fillByHand(
  page: GreyPage,
  { xMm, yMm, widthMm, heightMm }: Bubble,
  darkness: number,
  half: number,
  random: Random,
): void {
  const x = xMm + random.normal() * 0.05 * widthMm
  const y = yMm + random.normal() * 0.05 * heightMm
  const tooth = random.between(0.1, 0.4)
  darken(page, x, y, widthMm * half, heightMm * half, (u, v) =>
    u ** 6 + v ** 6 < 1 ? darkness * (1 - tooth * random.next()) : 0,
  )
}

/** Darkens a box around a centre; `amount` gets -1 to 1 across and down, gives 0 paper to 1 black. */
function darken(
  page: GreyPage,
  xMm: number,
  yMm: number,
  halfX: number,
  halfY: number,
  amount: (u: number, v: number) => number,
): void {
  const scale = page.pixelsPerMm
  for (let y = Math.ceil((yMm - halfY) * scale); y < (yMm + halfY) * scale; y++) {
    for (let x = Math.ceil((xMm - halfX) * scale); x < (xMm + halfX) * scale; x++) {
      const dark = amount((x / scale - xMm) / halfX, (y / scale - yMm) / halfY)
      const at = y * page.widthPx + x
      page.grey[at] = Math.min(page.grey[at]!, 255 * (1 - dark))
    }
  }
}
