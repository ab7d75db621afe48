import { useEffect, useState } from 'react'
import type { FindCandidates, ProposedPerson } from './types.ts'

/** Who was found, asked again with every keyword; those found before stay until the next are there. */
export function useFound(find: FindCandidates, keyword: string) {
  const [found, setFound] = useState<{ keyword: string; people: readonly ProposedPerson[] }>({
    keyword: '',
    people: [],
  })
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  // The list comes from outside React; an answer to an older keyword is dropped.
  useEffect(() => {
    if (keyword === '') return
    let isCurrent = true
    find(keyword).then(
      (people) => {
        if (!isCurrent) return
        setFound({ keyword, people })
        setError(null)
      },
      (failure: unknown) => {
        if (isCurrent) setError(failure)
      },
    )
    return () => {
      isCurrent = false
    }
    // Another `attempt` asks again.
  }, [find, keyword, attempt])
  return { ...found, error, retry: () => setAttempt((before) => before + 1) }
}
