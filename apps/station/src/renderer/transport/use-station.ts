import { createContext, useContext, useEffect, useState } from 'react'
import type { StationCall, StationInput, StationReplies } from '../../bridge/station-api.ts'
import type { Transport } from './transport.ts'

export const TransportContext = createContext<Transport | null>(null)

export function useTransport(): Transport {
  const transport = useContext(TransportContext)
  if (!transport) throw new Error('TransportContext is missing')
  return transport
}

/**
 * The answer to a call, asked again whenever `version` changes; the one before stays until the next is
 * there. Null asks nothing.
 */
export function useAnswer<Call extends StationCall>(
  name: Call,
  input: StationInput<Call> | null,
  version: number | string = 0,
): { answer: StationReplies[Call] | null; error: unknown; retry: () => void } {
  const { call } = useTransport()
  const [attempt, setAttempt] = useState(0)
  const [kept, setKept] = useState<{ key: string; answer: StationReplies[Call] } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const key = JSON.stringify(input)
  // The station answers outside React; an answer to an older question is dropped.
  useEffect(() => {
    if (key === 'null') return
    let isCurrent = true
    call(name, JSON.parse(key) as StationInput<Call>).then(
      (answer) => {
        if (!isCurrent) return
        setKept({ key, answer })
        setError(null)
      },
      (failure: unknown) => {
        if (isCurrent) setError(failure)
      },
    )
    return () => {
      isCurrent = false
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- version and attempt ask again
  }, [call, name, key, version, attempt])
  return {
    answer: kept?.key === key ? kept.answer : null,
    error,
    retry: () => setAttempt((before) => before + 1),
  }
}
