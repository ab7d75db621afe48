import { useTheme } from '../theme/theme.ts'

/** Colours of the page as a canvas needs them. */
export interface ChartColours {
  ink: string
  muted: string
  line: string
  surface: string
  series: readonly string[]
}

/** The colours of the theme on screen; re-renders when it changes. */
export function useChartColours(): ChartColours {
  // The theme itself is not needed: what it sets on the page is read below.
  useTheme()
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    ink: read('--hj-ink'),
    muted: read('--hj-muted'),
    line: read('--hj-line'),
    surface: read('--hj-surface'),
    series: [1, 2, 3, 4, 5, 6].map((index) => read(`--hj-series-${index}`)),
  }
}
