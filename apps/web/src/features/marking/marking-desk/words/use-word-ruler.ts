import { useState } from 'react'
import { keepHere } from '@hengjuan/ui'

const KEY = 'hengjuan-word-ruler'

/** Are the words of compositions ruled on this browser? And the switch for it. */
export function useWordRuler(): [boolean, () => void] {
  const [isRuled, setRuled] = useState(() => localStorage.getItem(KEY) !== 'off')
  return [
    isRuled,
    () => {
      keepHere(KEY, isRuled ? 'off' : 'on')
      setRuled(!isRuled)
    },
  ]
}
