import { useEffect, useState } from 'react'

/** The value after a pause in changing it, so that not every key press is a call. Compared by content. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // Waits for a pause; the text stands for the value, which is made anew on every render.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
