import { useEffect, useLayoutEffect, useState } from 'react'
import type { Renew } from './picture-addresses.ts'
import { PaperImages } from './paper-images.ts'

/**
 * Pictures of the papers of a page, for as long as it is there.
 *
 * @param renew asks the server for the papers again, once an address has run out
 * @param painted hears of every picture that is on the screen for the first time
 */
export function usePaperImages(renew: Renew, painted?: () => void): PaperImages {
  const [images] = useState(() => new PaperImages())
  useLayoutEffect(() => images.hear({ renew, ...(painted ? { painted } : {}) }))
  // Pictures are held outside React.
  useEffect(() => () => images.close(), [images])
  return images
}
