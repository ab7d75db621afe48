import { GLANCE_MS } from './one-by-one.ts'
import { toast } from './toast.ts'

/** Why a click did nothing. */
const JUST_MOVED = '页面内容刚有变化，请看清后再点一次'

const PRESSABLE = 'button, a, label, summary, [role="row"], [role="button"], [role="tab"]'

const pressableOf = (element: unknown): Element | null =>
  element instanceof Element ? element.closest(PRESSABLE) : null

/**
 * Where something comes late above what somebody aims at, other buttons slide under the pointer. What has just slid
 * there takes no click: it was meant for what was there before. Only Chromium tells of such shifts.
 */
export function guardMovedPlaces(): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return
  let at: { x: number; y: number } | null = null
  /** What was under the pointer when it moved last. */
  let aimedAt: Element | null = null
  let moved: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    delete moved?.dataset['new']
    moved = null
  }
  window.addEventListener(
    'pointermove',
    ({ clientX, clientY, target }) => {
      at = { x: clientX, y: clientY }
      aimedAt = pressableOf(target)
    },
    { capture: true, passive: true },
  )
  window.addEventListener(
    'click',
    (event) => {
      if (!moved || !(event.target instanceof Node) || !moved.contains(event.target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      toast.note(JUST_MOVED)
    },
    { capture: true },
  )
  new PerformanceObserver(() => {
    const now = at && pressableOf(document.elementFromPoint(at.x, at.y))
    if (!now || now === aimedAt || !(now instanceof HTMLElement)) return
    clearTimeout(timer)
    settle()
    aimedAt = now
    moved = now
    now.dataset['new'] = ''
    timer = setTimeout(settle, GLANCE_MS)
  }).observe({ type: 'layout-shift' })
}
