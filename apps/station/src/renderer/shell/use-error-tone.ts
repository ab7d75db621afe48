import { useEffect, useRef } from 'react'
import { useBatch, useScreen } from '../station-store.ts'

/** Two short low tones: heard over a scanner, unlike anything it makes. */
function playTone(): void {
  const audio = new AudioContext()
  for (const [at, frequency] of [
    [0, 440],
    [0.16, 330],
  ] as const) {
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(0.15, audio.currentTime + at)
    gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.14)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(audio.currentTime + at)
    oscillator.stop(audio.currentTime + at + 0.15)
  }
  setTimeout(() => void audio.close(), 600)
}

/** Sounds when the shown batch gets one more exception, and when the scanner stops with a fault. */
export function useErrorTone(): void {
  const batch = useBatch()
  const isSoundOn = useScreen((screen) => screen.isSoundOn)
  const before = useRef<{ batchId: string; exceptions: number } | null>(null)
  const fault = useScreen(({ live }) => {
    const notice = live?.scanner.notice
    return notice?.tone === 'bad' ? `${notice.title} ${notice.last_good_sheet}` : ''
  })
  // Null before the first state: what was wrong when the page opened is not news.
  const faultBefore = useRef<string | null>(null)
  const isThere = useScreen(({ live }) => live !== null)
  // A sound is heard once per fault, not per render.
  useEffect(() => {
    if (!isThere) return
    const isNew = faultBefore.current !== null && fault !== '' && fault !== faultBefore.current
    faultBefore.current = fault
    if (isSoundOn && isNew) playTone()
  }, [fault, isSoundOn, isThere])
  const batchId = batch?.batch_id ?? ''
  const exceptions = batch?.exceptions ?? 0
  // A sound is heard once per change, not per render.
  useEffect(() => {
    const last = before.current
    before.current = { batchId, exceptions }
    if (isSoundOn && last?.batchId === batchId && exceptions > last.exceptions) playTone()
  }, [batchId, exceptions, isSoundOn])
}
