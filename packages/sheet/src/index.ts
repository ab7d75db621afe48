export type {
  BubblePrimitive,
  DesignArea,
  GridPrimitive,
  ImagePrimitive,
  LinePrimitive,
  PageGeometry,
  PersonalSlots,
  PolyPrimitive,
  Primitive,
  RectPrimitive,
  SheetGeometry,
  Slot,
  TextPrimitive,
} from './geometry.ts'
export { templateOf } from './geometry.ts'
export { layoutSheet } from './layout-sheet.ts'
export { SheetDesignError, tableProblems, validateDesign } from './design-problems.ts'
export type { DesignProblem, DesignProblemCode } from './design-problems.ts'
export { blocksOf, fullMarkOf, objectiveItemsOf } from './marking-blocks.ts'
export type { BlockScorePoint, MarkingBlock, ObjectiveItem } from './marking-blocks.ts'
export { markedSampleDesign } from './marked-sample.ts'
export { pageCodeBits, readPageCodeBits } from './page-code.ts'
export type { SheetStudent } from './printing.ts'
export { personalPrint } from './printing.ts'
export type { PlainPrimitive } from './plain-print.ts'
export { renderPdf, streamPdf } from './render-pdf.ts'
export { calibrationGeometry } from './calibration/calibration-page.ts'
export type { PdfOptions } from './render-pdf.ts'
export { renderSvg } from './render-svg.ts'
export { answerPage, type AnswerPart } from './answer-page.ts'
export { unprintableCharacters } from './sheet-font.ts'
export { sampleDesigns, sampleKeys } from './samples.ts'
export type { SampleKey, SampleSubject } from './samples.ts'
export { renderDocument, streamDocument } from './document/render-document.ts'
export type { DocumentColumn, DocumentPart, ReportDocument } from './document/report-document.ts'
