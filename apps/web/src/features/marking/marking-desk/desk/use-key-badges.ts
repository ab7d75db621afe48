import { useLayoutEffect, useState } from 'react'

/** Is Alt held down? Then every button says its key, also where there is little room. */
export function useKeyBadges(): boolean {
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
