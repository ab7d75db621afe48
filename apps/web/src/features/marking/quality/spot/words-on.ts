import { keepTyped, typedUnder, useTyped, useTypedScores } from '../../../../session/typed.ts'

/** A reading that a checker has begun to write on. */
export interface Begun {
  /** Whose reading of which paper: it stays the same when its marker changes the score. */
  words: string
  task_detail_id: number
  secret_code: string
}

/** Under what the words about a reading are kept. */
export const wordsOf = (task: { unit_id: number; marker_id: number }): string =>
  `${task.unit_id} ${task.marker_id}`

const scoreOn = (words: string): string => `spot ${words} score`
const pointsOn = (words: string): string => `spot ${words} points`
const commentOn = (words: string): string => `spot ${words} comment`
const listOf = (blockId: number): string => `spot block ${blockId}`

/** Is anything written about a reading that was not sent? */
const isBegun = (words: string): boolean =>
  typedUnder(scoreOn(words)) !== '' || typedUnder(commentOn(words)) !== ''

/** Readings of a block with words that were not sent, the latest first. */
export function begunOn(blockId: number): Begun[] {
  const list = JSON.parse(typedUnder(listOf(blockId)) || '[]') as Begun[]
  return list.filter(({ words }) => isBegun(words))
}

/** What was decided, or is given up, needs no words any more. */
export function dropWords(words: string): void {
  keepTyped(scoreOn(words), '')
  keepTyped(pointsOn(words), '')
  keepTyped(commentOn(words), '')
}

/** The checker's score and remark on a reading, kept until they are sent: samples and papers change under them. */
export function useWords(
  blockId: number,
  task: Omit<Begun, 'words'> & {
    unit_id: number
    marker_id: number
    scores: readonly number[]
  },
) {
  const { task_detail_id, secret_code } = task
  const words = wordsOf(task)
  const [score, keepScore] = useTyped(scoreOn(words))
  const [scores, keepScores] = useTypedScores(pointsOn(words), task.scores.length)
  const [comment, keepComment] = useTyped(commentOn(words))
  const list = () => {
    const others = begunOn(blockId).filter((one) => one.words !== words)
    keepTyped(listOf(blockId), JSON.stringify([{ words, task_detail_id, secret_code }, ...others]))
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
