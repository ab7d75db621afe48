import {
  blankBlockConfirm,
  blankBlockGet,
  blankBlockReject,
  leaderDecide,
  leaderList,
  leaderNext,
  ledBlocks,
  markNext,
  markSubmit,
  ownTasks,
  type ReplyOf,
} from '@hengjuan/contracts'
import { ulid } from 'ulid'
import type { Account } from './account.ts'
import { readingOf } from './scoring-truth.ts'
import type { MarkedBlock } from './open-marking.ts'
import { type WrittenAnswer, type Paper, type Eyes, BLANK_INK } from './eyes.ts'

export interface MarkingTally {
  readings: number
  arbitrations: number
  problems: number
  /** Blank answers that a leader confirmed, the ones drawn as a check included. */
  blanks: number
}

/** Marks as teachers would: what they give follows from the answer that they see on the crop. */
export class Markers {
  readonly tally: MarkingTally = {
    readings: 0,
    arbitrations: 0,
    problems: 0,
    blanks: 0,
  }
  #people: readonly Account[]
  #leaders: readonly Account[]
  #eyes: Eyes
  /** Readings begun by unit: the second reader of a paper is not the first again. */
  #begun = new Map<number, number>()
  /** Given scores by reading, so that a repeat says the same. */
  #given = new Map<number, { scores: number[]; idemKey: string }>()
  /** Who wrote a unit, once its crop was read. */
  #seen = new Map<number, WrittenAnswer | null>()

  constructor(people: readonly Account[], leaders: readonly Account[], eyes: Eyes) {
    this.#people = people
    this.#leaders = leaders
    this.#eyes = eyes
  }

  /**
   * Works until nothing can be claimed any more.
   *
   * @param limit readings at most, for a marking that is left half done
   */
  async work(
    blocks: readonly MarkedBlock[],
    onReading: () => Promise<void> | void,
    limit = Infinity,
  ): Promise<void> {
    let before = -1
    while (this.#total() !== before && this.tally.readings < limit) {
      before = this.#total()
      await Promise.all(
        this.#people.map((person) => this.#markAll(person, blocks, onReading, limit)),
      )
      if (this.tally.readings >= limit) return
      for (const leader of this.#leaders) {
        await this.#decideAll(leader, 'arbitration', blocks, onReading)
        await this.#decideAll(leader, 'problem', blocks, onReading)
        await this.#checkBlanks(leader, blocks, onReading)
      }
    }
  }

  #total(): number {
    const { readings, arbitrations, problems, blanks } = this.tally
    return readings + arbitrations + problems + blanks
  }

  async #markAll(
    person: Account,
    blocks: readonly MarkedBlock[],
    onReading: () => Promise<void> | void,
    limit: number,
  ): Promise<void> {
    const tasks = await person.call(ownTasks, { query: {} })
    for (const block of blocks) {
      // Whoever goes home takes no papers along.
      if (this.tally.readings >= limit) return
      if (!tasks.some(({ block_id }) => block_id === block.blockId)) continue
      let { tasks: hand } = await person.call(markNext, {
        query: { block_id: block.blockId, n: 4 },
      })
      while (hand.length > 0 && this.tally.readings < limit) {
        const [task] = hand
        if (!task) break
        const { scores, idemKey } = await this.#judge(person, block, task)
        const reply = await person.call(markSubmit, {
          body: {
            block_id: block.blockId,
            reading_id: task.reading_id,
            idem_key: idemKey,
            scores,
            active_ms: 3000,
            refill: 4,
          },
        })
        this.tally.readings += 1
        hand = reply.queue?.tasks ?? []
        await onReading()
      }
    }
  }

  async #judge(
    person: Account,
    block: MarkedBlock,
    task: ReplyOf<typeof markNext>['tasks'][number],
  ): Promise<{ scores: number[]; idemKey: string }> {
    const earlier = this.#given.get(task.reading_id)
    if (earlier) return earlier
    const answer = await this.#read(person, block, task)
    const nth = this.#begun.get(task.unit_id) ?? 0
    this.#begun.set(task.unit_id, nth + 1)
    const given = { scores: scoresFor(answer, block, task.points, nth), idemKey: ulid() }
    this.#given.set(task.reading_id, given)
    return given
  }

  async #read(person: Account, block: MarkedBlock, paper: Paper): Promise<WrittenAnswer | null> {
    const known = this.#seen.get(paper.unit_id)
    if (known !== undefined) return known
    const answer = await this.#eyes.read(person, block, paper)
    this.#seen.set(paper.unit_id, answer)
    return answer
  }

  async #decideAll(
    leader: Account,
    mode: 'arbitration' | 'problem',
    blocks: readonly MarkedBlock[],
    onReading: () => Promise<void> | void,
  ): Promise<void> {
    const { list } = await leader.call(leaderList, { query: { mode } })
    for (const row of list) {
      const block = blocks.find(({ blockId }) => blockId === row.block_id)
      if (!block || row.blocked_reason !== null) continue
      const { task } = await leader.call(leaderNext, { query: { mode, unit_id: row.unit_id } })
      if (!task) continue
      const answer = await this.#read(leader, block, task)
      const chosen =
        task.chosen.length > 0
          ? task.chosen
          : task.choices.slice(0, task.choose).map(({ question_id }) => question_id)
      await leader.call(leaderDecide, {
        body: {
          mode,
          unit_id: task.unit_id,
          reading_id: task.reading_id,
          idem_key: ulid(),
          scores: scoresFor(answer, block, task.points, 3),
          ...(mode === 'problem' ? { outcome: 'score' as const } : {}),
          ...(chosen.length > 0 ? { question_ids: chosen } : {}),
        },
      })
      if (mode === 'arbitration') this.tally.arbitrations += 1
      else this.tally.problems += 1
      await onReading()
    }
  }

  /** Looks at every probably blank answer: what shows an answer goes to marking, the rest is confirmed. */
  async #checkBlanks(
    leader: Account,
    blocks: readonly MarkedBlock[],
    onReading: () => Promise<void> | void,
  ): Promise<void> {
    const led = (await leader.call(ledBlocks, {})).map(({ block_id }) => block_id)
    for (const block of blocks.filter(({ blockId }) => led.includes(blockId))) {
      const { list } = await leader.call(blankBlockGet, {
        query: { block_id: block.blockId, n: 100 },
      })
      const written: number[] = []
      const blank: number[] = []
      for (const paper of list) {
        const is_written = paper.ink_ratio >= BLANK_INK
        const answer = await this.#read(leader, block, { ...paper, is_written })
        ;(answer?.written ? written : blank).push(paper.unit_id)
      }
      const on = { block_id: block.blockId }
      if (written.length > 0)
        await leader.call(blankBlockReject, { body: { ...on, unit_ids: written } })
      if (blank.length > 0)
        await leader.call(blankBlockConfirm, { body: { ...on, unit_ids: blank } })
      this.tally.blanks += list.length
      if (list.length > 0) await onReading()
    }
  }
}

/** A paper without a readable answer is blank and worth nothing. */
function scoresFor(
  answer: WrittenAnswer | null,
  block: MarkedBlock,
  points: readonly { full_milli: number; step_milli: number; question_no: string | null }[],
  nth: number,
): number[] {
  const shaped = points.map(({ full_milli, step_milli }) => ({
    fullMilli: full_milli,
    stepMilli: step_milli,
  }))
  if (!answer) return shaped.map(() => 0)
  const key = `${block.subjectId}/${block.name}/${points.map(({ question_no }) => question_no).join()}`
  return readingOf(answer, key, shaped, nth, answer.written)
}
