import type { useOneByOne } from '@hengjuan/ui'
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useState,
} from 'react'
import { BindingsOn } from '../../marking-core/keys/bindings.ts'
import type { KeyBindings } from '../../marking-core/keys/key-profile.ts'
import { useContrast } from '../../marking-core/paper/contrast.ts'
import type { PanelFrame } from './use-panel-frame.ts'
import { type Contrast, curveOf } from '../../marking-core/queue/darken.ts'
import css from './desk.module.css'

/** A page with a paper and scores beside it: where the panel stands, how dark the pictures are, whether keys are shown. */
export function DeskFrame(props: {
  testId: string
  blockId: number
  panel: PanelFrame
  /** The keys of the page, for all that says them on it. */
  bindings: KeyBindings
  /** Of a desk on which one paper after another is decided. */
  here?: ReturnType<typeof useOneByOne>['here']
  children: ReactNode
}) {
  const contrast = useContrast(props.blockId)
  const hasBadges = useKeyBadges()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- takes the focus off what was clicked, nothing else
    <div
      {...props.here}
      className={css['root']}
      data-testid={props.testId}
      onClick={freeKeys}
      data-side={props.panel.side}
      style={{ ...props.panel.style, ...contrastStyle(contrast) }}
      data-badges={hasBadges || undefined}
    >
      <ContrastFilter contrast={contrast} />
      <BindingsOn value={props.bindings}>{props.children}</BindingsOn>
    </div>
  )
}

/** After a click with the mouse the keys belong to the page again: Enter hands in, whatever was clicked before. */
function freeKeys(event: MouseEvent<HTMLElement>): void {
  const isOwn = event.target instanceof Element && event.currentTarget.contains(event.target)
  const focused = document.activeElement
  if (isOwn && event.detail > 0 && focused instanceof HTMLElement && focused.matches(CLICKED))
    focused.blur()
}

const CLICKED = 'button, [type="radio"], [type="checkbox"]'

/** Is Alt held down? Then every button says its key, also where there is little room. */
function useKeyBadges(): boolean {
  const [isHeld, setHeld] = useState(false)
  // The keyboard and the window are outside React.
  useLayoutEffect(() => {
    const done = new AbortController()
    const on = { signal: done.signal }
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Alt') return
        // Browsers open their menu with it.
        event.preventDefault()
        setHeld(true)
      },
      on,
    )
    document.addEventListener('keyup', (event) => event.key === 'Alt' && setHeld(false), on)
    window.addEventListener('blur', () => setHeld(false), on)
    return () => done.abort()
  }, [])
  return isHeld
}

const ID = 'hj-contrast'
const CHANNELS = ['feFuncR', 'feFuncG', 'feFuncB'] as const

/** What makes small pictures as dark as the large one, for `style` of what they lie in. */
const contrastStyle = (contrast: Contrast): CSSProperties =>
  contrast === 0 ? {} : ({ '--hj-scan-filter': `url(#${ID})` } as CSSProperties)

/** The filter that `contrastStyle` names; one on a page. */
function ContrastFilter({ contrast }: { contrast: Contrast }) {
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
