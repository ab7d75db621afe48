import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Screen pixels of a millimetre at 100 %, as browsers see it. */
const PX_PER_MM = 96 / 25.4
const FACTOR = 1.2
const [LEAST, MOST] = [0.2, 4]
const MARGIN_PX = 48

/** Scale of the sheet in its frame: fitted to the width until a person zooms. */
export function useZoom(frame: RefObject<HTMLDivElement | null>, widthMm: number) {
  const [frameWidth, setFrameWidth] = useState(720)
  const [chosen, setChosen] = useState<number | null>(null)
  // The frame's width changes with the window.
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setFrameWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  const fitted = Math.min(1.5, Math.max(LEAST, (frameWidth - MARGIN_PX) / (widthMm * PX_PER_MM)))
  const zoom = chosen ?? fitted
  const step = useCallback(
    (by: -1 | 1 | 'fit') =>
      setChosen((before) =>
        by === 'fit'
          ? null
          : Math.min(MOST, Math.max(LEAST, (before ?? fitted) * (by > 0 ? FACTOR : 1 / FACTOR))),
      ),
    [fitted],
  )
  // The browser would zoom the whole page; only a listener that is not passive may stop it.
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      step(event.deltaY < 0 ? 1 : -1)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame, step])
  return { scale: zoom * PX_PER_MM, percent: Math.round(zoom * 100), step }
}
