export { OwnPapers } from './OwnPapers.tsx'
export { PaperDrawer } from './PaperDrawer.tsx'
export { PaperEditor } from './PaperEditor.tsx'
