import { useState } from 'react'
import { useTheme } from '../theme/theme.ts'

/** Colours of the page as a canvas needs them. */
export interface ChartColours {
  ink: string
  muted: string
  line: string
  surface: string
  series: readonly string[]
  /** Ground of a box. */
  boxes: string
  /** Ground of a cell, from 0 the least value to 1 the largest; of differences from -1 over 0, none, to 1. */
  heat: (depth: number) => string
}

function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const [surface, deep] = [read('--hj-surface'), read('--hj-series-1')]
  const below = read('--hj-series-2')
  return {
    ink: read('--hj-ink'),
    muted: read('--hj-muted'),
    line: read('--hj-line'),
    surface,
    series: [1, 2, 3, 4, 5, 6].map((index) => read(`--hj-series-${index}`)),
    boxes: `color-mix(in srgb, ${deep} 22%, ${surface})`,
    heat: (depth) =>
      `color-mix(in srgb, ${depth < 0 ? below : deep} ${Math.round(8 + Math.abs(depth) * 80)}%, ${surface})`,
  }
}

/** The colours of the theme on screen; re-renders when it changes. */
export function useChartColours(): ChartColours {
  const theme = useTheme()
  const [read, setRead] = useState(() => ({ theme, colours: readColours() }))
  // What the theme sets on the page is there before anything is drawn anew.
  if (read.theme === theme) return read.colours
  const colours = readColours()
  setRead({ theme, colours })
  return colours
}
