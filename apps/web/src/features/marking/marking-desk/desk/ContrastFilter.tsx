import type { CSSProperties } from 'react'
import { type Contrast, curveOf } from '../../marking-core/queue/darken.ts'

const ID = 'hj-contrast'
const CHANNELS = ['feFuncR', 'feFuncG', 'feFuncB'] as const

/** What makes small pictures as dark as the large one, for `style` of what they lie in. */
export const contrastStyle = (contrast: Contrast): CSSProperties =>
  contrast === 0 ? {} : ({ '--hj-scan-filter': `url(#${ID})` } as CSSProperties)

/** The filter that `contrastStyle` names; one on a page. */
export function ContrastFilter({ contrast }: { contrast: Contrast }) {
  if (contrast === 0) return null
  const { slope, exponent } = curveOf(contrast)
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <filter id={ID} colorInterpolationFilters="sRGB">
        <feComponentTransfer>
          {CHANNELS.map((Channel) => (
            <Channel key={Channel} type="linear" slope={slope} />
          ))}
        </feComponentTransfer>
        <feComponentTransfer>
          {CHANNELS.map((Channel) => (
            <Channel key={Channel} type="gamma" exponent={exponent} />
          ))}
        </feComponentTransfer>
      </filter>
    </svg>
  )
}
