import type { Report } from './MarkersPreview.tsx'

export const countWritten = ({ rows }: Report): number =>
  rows.filter(({ result }) => result === 'add' || result === 'change').length
