import { useLayoutEffect } from 'react'
import { setOnPaper } from '../theme/theme.ts'
import { usePrinting } from './printing.ts'

/** Paper is light whatever the screen is, and shows what was chosen without what is pressed. Stands once on a page. */
export function Paper() {
  const isPrinting = usePrinting()
  useLayoutEffect(() => {
    setOnPaper(isPrinting)
    return () => setOnPaper(false)
  }, [isPrinting])
  return null
}
