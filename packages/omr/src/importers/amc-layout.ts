/** What Auto Multiple Choice knows of its printed sheets, millimetres from the top left corner of the page. */
export interface AmcLayout {
  pages: AmcPage[]
  /** Names of questions, by their number. */
  questions: Map<number, string>
  /** Questions that may have several right answers; null where that is not known. */
  several: Set<number> | null
  /** Is there a separate answer sheet, with the letters printed inside its boxes? */
  hasAnswerSheet: boolean
  /** Copies that were made for certain people. */
  assigned: number
}

export interface AmcPage {
  /** Number of the copy: every copy may have its questions in another order. */
  copy: number
  page: number
  checksum: number
  widthMm: number
  heightMm: number
  markDiameterMm: number
  /** Centres of the discs: top left, top right, bottom right, bottom left; none on pages without. */
  marks: { xMm: number; yMm: number }[]
  /** Bits of the copy's number (1), the page (2) and the checksum (3), most significant first. */
  digits: (AmcBox & { number: number; digit: number })[]
  boxes: (AmcBox & AmcAnswer)[]
  zones: (AmcBox & { name: string; isIdentity: boolean })[]
}

export interface AmcAnswer {
  role: number
  question: number
  answer: number
  /** Is it left to people? */
  isSkipped: boolean
  isOval: boolean
  /** Printed inside or beside the box; empty when nothing is. */
  char: string
}

export interface AmcBox {
  left: number
  top: number
  right: number
  bottom: number
}

/** Boxes to be ticked by the candidate; the others are for people and for annotating. */
export const answerRole = 1
