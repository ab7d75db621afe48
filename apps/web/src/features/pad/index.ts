export { PaperPreview } from './paper/PaperPreview.tsx'
export { useFigures } from './use-figures.ts'
