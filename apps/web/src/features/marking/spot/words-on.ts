import { keepTyped, typedUnder, useTyped, useTypedScores } from '../../../session/typed.ts'

/** A reading that a checker has begun to write on. */
export interface Begun {
  task_detail_id: number
  secret_code: string
}

const scoreOn = (readingId: number): string => `spot ${readingId} score`
const pointsOn = (readingId: number): string => `spot ${readingId} points`
const commentOn = (readingId: number): string => `spot ${readingId} comment`
const listOf = (blockId: number): string => `spot block ${blockId}`

/** Is anything written about a reading that was not sent? */
const isBegun = (readingId: number): boolean =>
  typedUnder(scoreOn(readingId)) !== '' || typedUnder(commentOn(readingId)) !== ''

/** Readings of a block with words that were not sent, the latest first. */
export function begunOn(blockId: number): Begun[] {
  const list = JSON.parse(typedUnder(listOf(blockId)) || '[]') as Begun[]
  return list.filter(({ task_detail_id }) => isBegun(task_detail_id))
}

/** What was decided, or is given up, needs no words any more. */
export function dropWords(readingId: number): void {
  keepTyped(scoreOn(readingId), '')
  keepTyped(pointsOn(readingId), '')
  keepTyped(commentOn(readingId), '')
}

/** The checker's score and remark on a reading, kept until they are sent: samples and papers change under them. */
export function useWords(
  blockId: number,
  { task_detail_id, secret_code, scores: given }: Begun & { scores: readonly number[] },
) {
  const [score, keepScore] = useTyped(scoreOn(task_detail_id))
  const [scores, keepScores] = useTypedScores(pointsOn(task_detail_id), given.length)
  const [comment, keepComment] = useTyped(commentOn(task_detail_id))
  const list = () => {
    const others = begunOn(blockId).filter((one) => one.task_detail_id !== task_detail_id)
    keepTyped(listOf(blockId), JSON.stringify([{ task_detail_id, secret_code }, ...others]))
  }
  /** Points that were chosen and the total that they come to; a total alone is null and what was typed. */
  const setScores = (next: number[] | null, total: string) => {
    keepScores(next)
    keepScore(total)
    list()
  }
  return {
    score,
    setScore: (text: string) => setScores(null, text),
    scores,
    setScores,
    comment,
    setComment: (text: string) => {
      keepComment(text)
      list()
    },
  }
}
