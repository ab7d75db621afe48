import { type Db, isOneOf, type Listed, type ReadTogether } from '@hengjuan/db'
import {
  type BlockRules,
  rulesFrom,
  type rulesQueries,
  selectRulesOfBlocks,
} from './block-rules.query.ts'

/** The stamps of blocks, and whether their exams and subjects stand. */
export const stampsOf = (db: Db, blockIds: Listed<number>) =>
  db
    .selectFrom('block')
    .leftJoin('exam', 'exam.id', 'block.exam_id')
    .leftJoin('exam_subject', (join) =>
      join
        .onRef('exam_subject.exam_id', '=', 'block.exam_id')
        .onRef('exam_subject.subject_id', '=', 'block.subject_id'),
    )
    .where(isOneOf(db, 'block.id', blockIds))
    .select(['block.id', 'block.rules_stamp', 'exam.deleted_at', 'exam_subject.subject_id'])

type Stamps = ReadTogether<{ stamps: ReturnType<typeof stampsOf> }>['stamps']

/** More blocks than one process has to do with at a time; then it begins anew. */
const MOST = 5_000

/**
 * Rules of blocks that were read before. They stand as long as the block has the stamp that it had then, which is
 * asked for each time.
 */
export class BlockRulesKept {
  readonly #kept = new Map<number, { stamp: number; rules: BlockRules }>()

  /** As they were when they were last read; a guess until their stamp is known. */
  guess(blockId: number): BlockRules | undefined {
    return this.#kept.get(blockId)?.rules
  }

  /** The blocks of which nothing is known. */
  unread(blockIds: readonly number[]): number[] {
    return blockIds.filter((id) => !this.#kept.has(id))
  }

  /**
   * Rules by block, of those that exist; reads again those that are others than the known ones.
   *
   * @param read rules of blocks that were not known, no older than the stamps
   */
  async of(
    db: Db,
    stamps: Stamps,
    read: ReadTogether<ReturnType<typeof rulesQueries>>,
  ): Promise<Map<number, BlockRules>> {
    if (this.#kept.size > MOST) this.#kept.clear()
    this.#keep(stamps, rulesFrom(read))
    const stale = stamps.filter(({ id, rules_stamp }) => this.#kept.get(id)?.stamp !== rules_stamp)
    if (stale.length > 0)
      this.#keep(
        stale,
        await selectRulesOfBlocks(
          db,
          stale.map(({ id }) => id),
        ),
      )
    return new Map(
      stamps.flatMap(({ id }) => {
        const rules = this.guess(id)
        return rules ? [[id, rules] as const] : []
      }),
    )
  }

  /** Under the stamp that was read with the rules or before them: at worst they are read once more. */
  #keep(stamps: Stamps, rulesOf: ReadonlyMap<number, BlockRules>): void {
    for (const { id, rules_stamp: stamp } of stamps) {
      const rules = rulesOf.get(id)
      if (rules) this.#kept.set(id, { stamp, rules })
    }
  }
}

const keptBy = new WeakMap<object, BlockRulesKept>()

/** What a process knows of the blocks of its database. */
export function blockRulesKept(owner: object): BlockRulesKept {
  const kept = keptBy.get(owner) ?? new BlockRulesKept()
  keptBy.set(owner, kept)
  return kept
}
