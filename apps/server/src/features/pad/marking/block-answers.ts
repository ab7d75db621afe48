import { isObjectiveType, type QuestionType, type SheetDesign } from '@hengjuan/domain'
import type { AnswerPart } from '@hengjuan/sheet'

interface Answer {
  question_id: number
  sub: string
  value: string
}

interface Question {
  id: number
  no: string
  type: number
  block_id: number | null
}

/** How an answer stands in `candidate_subject.answers`. */
interface StoredChoice {
  answer: string[]
  source: 'online'
  resolved_as: 'answer' | 'blank'
}

const valueOf = (answers: readonly Answer[], questionId: number, sub: string): string =>
  answers.find((one) => one.question_id === questionId && one.sub === sub)?.value ?? ''

/** Hashes of the photos of a question. */
export const photosOf = (answers: readonly Answer[], questionId: number): string[] =>
  valueOf(answers, questionId, 'photos').split(',').filter(Boolean)

const isWritten = (answers: readonly Answer[], questionId: number): boolean =>
  answers.some((one) => one.question_id === questionId && one.value.trim() !== '')

/**
 * Choices by question, and of optional groups the questions that something is written for: as a sheet would say it.
 */
export function storedChoices(
  design: SheetDesign,
  questions: readonly Question[],
  answers: readonly Answer[],
): Record<string, StoredChoice> {
  const stored: Record<string, StoredChoice> = {}
  const keep = (key: string, answer: string[]) => {
    stored[key] = { answer, source: 'online', resolved_as: answer.length > 0 ? 'answer' : 'blank' }
  }
  for (const { id, type } of questions)
    if (isObjectiveType(type as QuestionType)) keep(String(id), [...valueOf(answers, id, '')])
  const idOf = new Map(questions.map(({ no, id }) => [no, id]))
  const optional = design.sections
    .flatMap((section) => section.questions)
    .filter(({ optionalGroup }) => optionalGroup)
  for (const [group, own] of Map.groupBy(optional, (one) => one.optionalGroup?.id ?? ''))
    keep(
      `optional:${group}`,
      own.map(({ no }) => no).filter((no) => isWritten(answers, idOf.get(no) ?? 0)),
    )
  return stored
}

/** What of a block was answered, part by part; null where nothing was. */
export function blockParts(
  questions: readonly Question[],
  answers: readonly Answer[],
  sizeOf: ReadonlyMap<string, { width_px: number; height_px: number }>,
): { parts: AnswerPart[]; photos: string[]; isBlank: boolean } {
  const parts: AnswerPart[] = []
  const photos: string[] = []
  for (const { id, no } of questions) {
    parts.push({ kind: 'heading', text: `第 ${no} 题` })
    const written = answers
      .filter((one) => one.question_id === id && one.sub !== 'photos' && one.value.trim() !== '')
      .toSorted((a, b) => Number(a.sub) - Number(b.sub))
    for (const { sub, value } of written)
      parts.push({ kind: 'text', text: sub === '' ? value : `（${sub}）${value}` })
    for (const hash of photosOf(answers, id)) {
      const size = sizeOf.get(hash)
      if (!size) continue
      parts.push({ kind: 'photo', widthPx: size.width_px, heightPx: size.height_px })
      photos.push(hash)
    }
    if (!isWritten(answers, id)) parts.push({ kind: 'note', text: '（未作答）' })
  }
  return { parts, photos, isBlank: !questions.some(({ id }) => isWritten(answers, id)) }
}
