import { useState } from 'react'
import { keepHere } from '../storage/keep-here.ts'
import { type Arrangement, AS_GIVEN, readArrangement } from './arrangement.ts'

/** The columns of a table as a person arranged them on this computer; without a name nothing is kept. */
export function useArrangement(name: string | undefined) {
  const storedAs = `hengjuan-table-${name}`
  const [arrangement, setArrangement] = useState(() =>
    name === undefined ? AS_GIVEN : readArrangement(localStorage.getItem(storedAs)),
  )
  const set = (next: Arrangement) => {
    setArrangement(next)
    if (name === undefined) return
    if (next === AS_GIVEN) localStorage.removeItem(storedAs)
    else keepHere(storedAs, JSON.stringify(next))
  }
  return { arrangement, set }
}
