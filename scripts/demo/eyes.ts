import type { Account } from './account.ts'
import { readStamp, type Stamp } from './reader-stamp.ts'
import { randomOf } from './random.ts'
import type { MarkedBlock } from './open-marking.ts'

export interface WrittenAnswer {
  examNo: string
  ability: number
  written: boolean
}

/** What a simulated marker sees of a paper. */
export interface Paper {
  unit_id: number
  secret_code: string
  is_written: boolean
  images: readonly { url: string }[]
}

/** How a simulated marker learns whose answer a paper shows; null for a blank one. */
export interface Eyes {
  read(person: Account, block: MarkedBlock, paper: Paper): Promise<WrittenAnswer | null>
  /** Crops that showed another candidate's, another subject's or another block's answer. */
  mixedUp: number
}

/** Reads the stamp off every crop of a paper, and notices crops that do not belong together. */
export function stampEyes(
  answerOf: (stamp: Stamp) => WrittenAnswer | null,
  keyOf: (block: MarkedBlock) => string,
): Eyes {
  const eyes: Eyes = {
    mixedUp: 0,
    async read(person, block, paper) {
      let answer: WrittenAnswer | null = null
      for (const { url } of paper.images) {
        const stamp = await readStamp(await person.image(url))
        if (!stamp) continue
        const found = answerOf(stamp)
        const other = answer !== null && found?.examNo !== answer.examNo
        const elsewhere = stamp.subjectId !== block.subjectId || stamp.blockKey !== keyOf(block)
        if (!found || other || elsewhere) eyes.mixedUp += 1
        answer ??= found
      }
      return answer
    },
  }
  return eyes
}

/** Below this share of ink nothing is written. */
export const BLANK_INK = 0.0005

/**
 * Knows whose paper it is, as the handwriting of a real one does not tell: from what the office may look up.
 *
 * @param answers whose each unit is
 */
export const knowingEyes = (answers: ReadonlyMap<number, WrittenAnswer>): Eyes => ({
  mixedUp: 0,
  read: async (_person, _block, { unit_id, secret_code, is_written }) =>
    !is_written
      ? null
      : (answers.get(unit_id) ?? {
          examNo: secret_code,
          ability: randomOf(secret_code).normal(),
          written: true,
        }),
})
