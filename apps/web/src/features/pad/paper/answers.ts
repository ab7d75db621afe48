import type { padEnter, ReplyOf } from '@hengjuan/contracts'
import { takesSeveral } from '@hengjuan/domain'

export type PadQuestion = ReplyOf<typeof padEnter>['sections'][number]['questions'][number]

/** By question and part: letters as they are shown, texts, hashes of photos apart by commas. */
export type Answers = Readonly<Record<string, string>>

export const PHOTOS = 'photos'

export const answerKey = (questionId: number, sub = ''): string => `${questionId}:${sub}`

/** Parts of a question that are answered: none but itself, its fields, and its photos. */
export const partsOf = ({ blanks }: PadQuestion): string[] =>
  blanks > 0 ? Array.from({ length: blanks }, (_, at) => String(at + 1)) : ['']

export const isAnswered = (question: PadQuestion, answers: Answers): boolean =>
  [...partsOf(question), PHOTOS].some(
    (sub) => (answers[answerKey(question.question_id, sub)] ?? '').trim() !== '',
  )

/** The letters after one was pressed: a single one is replaced, of several one comes or goes. */
export function toggled(question: PadQuestion, letters: string, letter: string): string {
  if (!takesSeveral(question.type)) return letters === letter ? '' : letter
  return letters.includes(letter)
    ? letters.replace(letter, '')
    : [...letters, letter].toSorted().join('')
}
